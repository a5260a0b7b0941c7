"""A text from elsewhere on the page Audit: pasted with its sources, it opens as claims beside them."""

from driving import sound, texts, wait_for

from sleuth.pasted.working import BRINGING
from sleuth.search import Document
from sleuth.search.local.corpus import Collections, collections_path

TEXT = """# The bridge

The Norholm bridge was opened on 3 March 1931 [1]. It is 400 metres long [2].

## Sources
[1] Harbour Board minutes. https://example.org/minutes
[2] A brochure. https://example.org/brochure
"""


def send(open_app, text: str, *collections: str):
    app = open_app("pages/audit_page.py")
    app.session_state["audit"] = "Paste a text"
    app = sound(app.run())
    app.text_area(key="paste_text").set_value(text)
    app.multiselect(key="paste_collections").set_value(list(collections))
    app.button(key="paste_send").click()
    return sound(app.run())


def brought(app):
    """The page once the sources of the run in its address were looked for."""
    run = app.query_params["run"]
    wait_for(lambda: not BRINGING.get(run).running)
    return sound(app.run())


def test_a_pasted_text_opens_as_claims_beside_its_sources(open_app):
    minutes = Document(
        id="m1",
        title="Harbour Board minutes",
        text="The Norholm bridge was opened on 3 March 1931, not 1932 as printed.",
        url="https://example.org/minutes",
    )
    Collections(collections_path()).add("harbour board", [minutes])
    app = brought(send(open_app, TEXT, "harbour board"))
    said = texts(app)
    assert "#### The bridge" in said
    assert ":green-background[3 March 1931 ✓]" in said
    claims = app.dataframe(key="audit_claims").value
    assert list(claims["text"]) == ["The Norholm bridge was opened on 3 March 1931.", "It is 400 metres long."]


def test_a_source_that_is_nowhere_is_told_and_nothing_is_fetched(open_app):
    app = brought(send(open_app, TEXT))
    assert "could not be read: It is not in the pages kept from before, and nothing was to be fetched." in texts(app)


def test_an_empty_text_is_refused_in_words_and_the_form_stays(open_app):
    app = send(open_app, "  ")
    assert app.error
    assert app.text_area(key="paste_text").value == "  "
    assert "run" not in app.query_params
