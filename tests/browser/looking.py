"""What every screen is held to, whatever it shows: whole, still, within its width, and without barriers."""

from typing import TYPE_CHECKING

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

PATIENCE = 60_000
"""Milliseconds in which a page must show what is expected, on a machine that does other things too."""

WIDE, PHONE = {"width": 1400, "height": 2600}, {"width": 420, "height": 5200}
"""A desktop and a phone, so tall that nothing is scrolled away: axe passes over what it cannot see."""


def settled(page: "Page") -> None:
    """Wait until the script has run, and all that it sent has been drawn and has come to rest."""
    expect(page.locator("[data-test-script-state=notRunning]")).to_be_attached(timeout=PATIENCE)
    expect(page.locator("[data-stale=true]")).to_have_count(0, timeout=PATIENCE)
    page.wait_for_load_state("networkidle")
    # What fades or slides is read when it has done so; what turns for ever is left to turn.
    page.evaluate(
        """async () => {
            await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
            const moving = document.getAnimations().filter(
                x => x.playState === "running" && x.effect.getComputedTiming().endTime < Infinity
            );
            const enough = new Promise(done => setTimeout(done, 600));
            await Promise.race([enough, Promise.allSettled(moving.map(x => x.finished))]);
        }"""
    )


def barriers(page: "Page") -> list[str]:
    """What somebody with a screen reader, a keyboard or weak sight would trip over: axe's serious and critical."""
    found = Axe().run(page).response["violations"]
    return [
        f"{violation['id']}: {node['html'][:160]} {node['failureSummary']}"
        for violation in found
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]


def overflow(page: "Page") -> list[str]:
    """The parts of the frame that can be moved sideways; a table or a picture may scroll within its own box."""
    return page.evaluate(
        """() => [document.scrollingElement, document.querySelector(".stMain")]
            .filter(part => part.scrollWidth > part.clientWidth + 1)
            .map(part => `${part.className}: ${part.scrollWidth} in ${part.clientWidth}`)"""
    )


def faults(page: "Page") -> list[str]:
    """What is wrong with the page in view, on a desktop in the light theme and on a phone in the dark one."""
    found = []
    for size, scheme in ((WIDE, "light"), (PHONE, "dark")):
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme)
        settled(page)
        broken = page.get_by_test_id("stException").all_inner_texts()
        found += [f"{size['width']} px, {scheme}: {fault}" for fault in (*broken, *overflow(page), *barriers(page))]
    return found
