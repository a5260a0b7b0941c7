"""What a tab has in view, while the browser's address and a press under way disagree."""

from driving import sound
from streamlit.testing.v1 import AppTest


def outdated_poll() -> None:
    """A step is shown; then the script of a part that moves by itself comes with the address from before it."""
    import streamlit as st

    from components import session

    session.declare("")
    session.show_step("7")
    session.select("f2")
    st.query_params.from_dict({"run": "r1", "step": "8"})
    st.text(f"step {session.step()}, {session.selected()} of {session.run()}")
    session.select("f3")


def test_what_was_pressed_last_holds_against_an_address_from_before_it():
    app = AppTest.from_function(outdated_poll)
    app.query_params["run"] = "r1"
    app.query_params["step"] = "8"
    sound(app.run())
    assert app.text[0].value == "step 7, f2 of r1"
    assert {name: app.query_params[name] for name in ("run", "step", "selected")} == {
        "run": "r1",
        "step": "7",
        "selected": "f3",
    }


def test_an_address_that_the_browser_goes_back_to_is_shown():
    app = AppTest.from_function(shown)
    app.query_params["step"] = "8"
    assert sound(app.run()).text[0].value == "step 8"
    app.query_params["step"] = "3"
    assert sound(app.run()).text[0].value == "step 3"


def shown() -> None:
    """The step in view, after the address was read."""
    import streamlit as st

    from components import session

    session.declare("")
    st.text(f"step {session.step()}")
