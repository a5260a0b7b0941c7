"""A chat completion that comes in chunks, put together as if it had come at once.

Pure: parsed chunks in, the whole answer out, which `protocol` then reads like any other. How far a reply has come is
told by counting: servers say how many tokens there were only at the end, and send about one in each chunk.
"""

from collections.abc import Callable, Iterable

from pydantic import JsonValue

Chunk = dict[str, JsonValue]


def assembled(chunks: Iterable[object], told: Callable[[int], None]) -> Chunk:
    """The whole answer; `told` hears, as it comes, about how many tokens have come.

    What is no chunk of a chat completion is passed over. An answer without a single choice has none.
    """
    whole: Chunk = {"choices": []}
    choice: Chunk = {}
    said: Chunk = {}
    count = 0
    for chunk in chunks:
        if not isinstance(chunk, dict):
            continue
        whole |= {k: v for k, v in chunk.items() if k in ("model", "usage", "timings") and v is not None}
        _extend(whole, "completion_probabilities", chunk.get("completion_probabilities"))
        part = _first(chunk)
        if part is None:
            continue
        if part.get("finish_reason") is not None:
            choice["finish_reason"] = part["finish_reason"]
        choice["logprobs"] = _merged(choice.get("logprobs"), part.get("logprobs"))
        if _added(said, part.get("delta") or part.get("message")):
            count += max(1, _tokens(part.get("logprobs")))
            told(count)
        whole["choices"] = [{**choice, "message": said}]
    return whole


def whole(answer: Chunk) -> bool:
    """Whether an answer that was put together has come to its end, as far as anything was said.

    A server that says neither why it ended nor what was used has broken off.
    """
    choices = answer.get("choices")
    last = choices[0] if isinstance(choices, list) and choices else None
    return not isinstance(last, dict) or "finish_reason" in last or "usage" in answer


def _first(chunk: Chunk) -> Chunk | None:
    """The first choice; the chunk that carries the usage has none."""
    choices = chunk.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    return first if isinstance(first, dict) and first.get("index") in (0, None) else None


def _added(said: Chunk, delta: JsonValue) -> bool:
    """Whether a part of the reply, or of the reasoning before it, was added to what was said."""
    if not isinstance(delta, dict):
        return False
    grown = False
    for name in ("content", "reasoning_content", "reasoning"):
        text = delta.get(name)
        if isinstance(text, list):
            text = "".join(str(part.get("text") or "") for part in text if isinstance(part, dict))
        if isinstance(text, str) and text:
            said[name] = f"{said.get(name) or ''}{text}"
            grown = True
    return grown


def _merged(before: JsonValue, more: JsonValue) -> JsonValue:
    """Log-probabilities one after the other, in whichever of the forms that `logprobs` reads."""
    if not isinstance(more, dict):
        return before
    merged: Chunk = dict(before) if isinstance(before, dict) else {}
    for name, values in more.items():
        _extend(merged, name, values)
    return merged


def _extend(record: Chunk, name: str, values: JsonValue) -> None:
    if isinstance(values, list):
        before = record.get(name)
        record[name] = [*(before if isinstance(before, list) else ()), *values]


def _tokens(logprobs: JsonValue) -> int:
    content = logprobs.get("content") if isinstance(logprobs, dict) else None
    return len(content) if isinstance(content, list) else 0
