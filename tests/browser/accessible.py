"""What a person with a screen reader or weak sight would trip over, as axe sees it."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def serious(page: Page) -> list[str]:
    """The serious and critical violations on a page, each with a piece of where it is."""
    found = Axe().run(page).response["violations"]
    return [f"{v['id']}: {v['nodes'][0]['html'][:120]}" for v in found if v["impact"] in ("serious", "critical")]
