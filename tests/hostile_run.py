"""The small run with every text of a page, a model or a person turned hostile; ids, offsets and hashes still hold."""

from itertools import cycle

import small_run

from sleuth import events as e
from sleuth.events import EVENT
from sleuth.search import digest

TEXTS = (
    "<script>window.broken = 1</script>",
    '<img src="http://evil.example/a.png" onerror="window.broken = 1">',
    "=HYPERLINK(\"http://evil.example\"; \"x\")",
    "![pixel](http://evil.example/a.png)",
    "]]></title></style></svg></textarea><script>window.broken = 1</script>",
    "[click](javascript:alert(1)) <a href='http://evil.example' onclick=alert(1)>href</a>",
    "@SUM(1+1) me@evil.example http://evil.example www.evil.example",
    ":red[red] :material/home: costs $5, $x^2$ and $$y$$",
    "\\input{/etc/passwd} } @misc{x, title={y}} %",
    "+1;=cmd|' /C calc'!A0",
    "{{ 7 * 7 }} {% for x in y %} {# gone #}",
    "\u202eevil\u202c مرحبا بالعالم 中文 🕵️‍♀️ \x1b[31m",
    "# big\n\n1. one\n- two\n```\n> three | four |\n---",
    "W" * 10_000,
    "-2+3 &lt;b&gt; &amp; &#60; --> <!-- gone",
)  # fmt: skip
ADDRESS = 'https://ann:hunter2@example.org/a"><script>alert(1)</script>?api_key=hunter3'
"""A link that must not lead out of its attribute, with a password and a key in it."""

FREE = {
    "question", "title", "text", "statement", "entity", "attribute", "value", "summary", "reason", "message", "query",
    "problem", "reply", "reasoning", "content", "note", "error", "violations", "collection", "document", "action",
}  # fmt: skip
"""Fields that carry free text, where they are not the id of something."""


def steps(plain=small_run.STEPS):
    """The events of the hostile run, one tuple a step."""
    texts = cycle(TEXTS)
    return tuple(tuple(_turned(event, texts) for event in group) for group in plain)


def _turned(event: e.Event, texts):
    fields = _hostile(event.model_dump(mode="json"), texts)
    if event.type == "model_called":
        fields["reply_sha256"] = digest(fields["reply"])
    return EVENT.validate_python(fields)


def _hostile(value, texts, name=""):
    match value:
        case {"sha256": _, "text": text}:
            # Behind the text, so that the places of quotes in it still hold.
            whole = f"{text}\n\n" + "\n\n".join(TEXTS)
            fields = {k: _hostile(v, texts, k) for k, v in value.items() if k not in ("text", "sha256", "url")}
            return fields | {"text": whole, "sha256": digest(whole), "url": ADDRESS}
        case dict():
            return {k: _hostile(v, texts, k) for k, v in value.items()}
        case list():
            return [_hostile(v, texts, name) for v in value]
        case str() if name in FREE and not _identity(value):
            return f"{next(texts)} {value}"
        case _:
            return value


def _identity(value: str) -> bool:
    return value[:1] in "fhqnpc" and value[1:].isdecimal()
