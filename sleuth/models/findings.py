"""What is known of a model after a test: the record, and the same in a person's words."""

from typing import Literal

from sleuth.models import Record
from sleuth.models.protocol import Gives

Enforced = Literal["json_schema", "grammar", "json_object", "none"]

PROMPT_TOKENS = 4096
"""As much as Sleuth's prompts take at most; the embedded model has no more."""


class Shown(Record):
    """One request of the test, as it was sent and answered."""

    about: str
    sent: str
    answered: str
    seconds: float | None = None


class Findings(Record):
    """What is known of a model so far."""

    asked: str
    """Its name as it was chosen."""
    doing: str | None = None
    """What is being found out now; None when all is."""
    model: str | None = None
    """Its name as the server tells it."""
    reply: str | None = None
    """What it said first; None while it has not answered."""
    first_s: float | None = None
    """Seconds to its first reply, the loading of its weights included."""
    form: Enforced | None = None
    gives: Gives | None = None
    top: int | None = None
    """How many likely tokens it tells at each place."""
    context: int | None = None
    """Tokens that prompt and reply may take together, as the server tells it."""
    reads: float | None = None
    """Prompt tokens a second; the server's own figure, or measured from here."""
    writes: float | None = None
    """Reply tokens a second, likewise."""
    repeats: bool | None = None
    """Whether the same prompt brought the same reply, at temperature 0."""
    problem: str | None = None
    """What ended the test early, and what to do about it."""
    shown: tuple[Shown, ...] = ()


def told(found: Findings) -> tuple[tuple[str, str], ...]:
    """What is known, each with its name; what is not, as unknown."""
    return (
        ("Model", found.model or "unknown"),
        ("First reply", "unknown" if found.first_s is None else f"{found.first_s:.1f} s"),
        ("Form enforced", found.form or "unknown"),
        ("Likely tokens", _likely(found)),
        ("Context", "unknown" if found.context is None else f"{found.context:,} tokens"),
        ("Reads", _speed(found.reads)),
        ("Writes", _speed(found.writes)),
        ("Same reply again", {True: "yes", False: "no", None: "unknown"}[found.repeats]),
    )


def advice(found: Findings) -> tuple[str, ...]:
    """What follows for investigating with it, where something does; a sentence each."""
    said = []
    if found.reply == "":
        said.append("Its first reply held no text: it may reason for longer than the test lets it, or refuse.")
    if found.form == "none":
        said.append(
            "It keeps to no form of reply. Sleuth reads what it can by rule and asks again, which takes longer."
        )
    if found.gives == "none":
        said.append("It tells no likely tokens, so every question is searched for, unless the trigger is never.")
    if found.context is not None and found.context < PROMPT_TOKENS:
        said.append(
            f"It reads {found.context:,} tokens at once and may cut Sleuth's longer prompts unseen; give it "
            f"{PROMPT_TOKENS:,} or more where it is started."
        )
    return tuple(said)


def _likely(found: Findings) -> str:
    match found.gives:
        case None:
            return "unknown"
        case "none":
            return "not told"
        case "chosen":
            return "the chosen one only"
        case "top":
            return f"the likeliest {found.top}"


def _speed(rate: float | None) -> str:
    return "unknown" if rate is None else f"{rate:,.0f} tokens/s" if rate >= 10 else f"{rate:.1f} tokens/s"
