"""The results of one measurement, on disk: one line a question, and what was measured with what.

A long measurement gets interrupted. With the same settings and the same data it goes on after the questions that
are done; a question whose run failed, or was cut off, is asked again.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Generic, Protocol, Self, TypeVar

from pydantic import JsonValue, ValidationError

from sleuth.errors import CallerError
from sleuth.models import Record
from sleuth.settings import Settings


class Way(Record):
    """One way of investigating, under a name of its own."""

    label: str
    settings: Settings


class Measured(Record):
    """What a measurement is made of; results are comparable, and can be continued, only where all of it is equal."""

    data: str
    """Hash of questions and documents."""
    questions: tuple[str, ...]
    settings: Settings


class Line(Protocol):
    """What a result has to tell of itself, whatever was measured."""

    @property
    def id(self) -> str:
        """Of the question."""

    @property
    def failed(self) -> bool:
        """Whether it has to be measured again."""

    def model_dump_json(self) -> str:
        """The result as one line."""

    @classmethod
    def model_validate_json(cls, json_data: str) -> Self:
        """The result of a line. Raises pydantic's ValidationError."""


L = TypeVar("L", bound=Line)


class Results(Generic[L]):
    """The results of one way, in a folder; `suffix` tells those of several ways apart."""

    def __init__(self, folder: Path, suffix: str, measured: Measured, form: type[L]) -> None:
        self.path = folder / f"results{suffix}.jsonl"
        self._told = folder / f"settings{suffix}.json"
        self._measured = measured
        self._form = form

    def begin(self, questions: Iterable[str], *, resume: bool) -> list[L]:
        """Start anew, or with `resume` keep the results there are; those kept, in the order of the questions' ids.

        Raises CallerError when what is there was measured with other settings, questions or data.
        """
        kept = self._kept() if resume and self.path.exists() else {}
        done = [kept[name] for name in questions if name in kept]
        self._told.write_text(self._measured.model_dump_json(indent=2) + "\n", encoding="utf-8")
        # Written beside and then put in place: a second interruption must not cost what the first left.
        fresh = self.path.with_suffix(".new")
        fresh.write_text("".join(s.model_dump_json() + "\n" for s in done), encoding="utf-8")
        fresh.replace(self.path)
        return done

    def add(self, score: L) -> None:
        """Record the result of one more question."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(score.model_dump_json() + "\n")

    def _kept(self) -> dict[str, L]:
        try:
            before: JsonValue = json.loads(self._told.read_text(encoding="utf-8"))
        except (OSError, json.JSONDecodeError) as error:
            raise CallerError(
                f"The results in {str(self.path)!r} cannot be continued, since {str(self._told)!r}, which tells how "
                "they were measured, cannot be read; leave out --resume to start anew."
            ) from error
        now: JsonValue = json.loads(self._measured.model_dump_json())
        if changed := _differing(before, now):
            raise CallerError(
                f"The results in {str(self.path)!r} were measured otherwise ({', '.join(changed)} differs); "
                "leave out --resume to start anew, or give another folder with --output."
            )
        scores = []
        for line in self.path.read_text(encoding="utf-8").splitlines():
            try:
                scores.append(self._form.model_validate_json(line))
            except ValidationError:  # the last line of a measurement that was killed as it wrote
                continue
        return {s.id: s for s in scores if not s.failed}


def _differing(before: JsonValue, now: JsonValue, name: str = "") -> tuple[str, ...]:
    """The names of what differs, in nested tables too."""
    if not isinstance(before, dict) or not isinstance(now, dict):
        return () if before == now else (name or "everything",)
    return tuple(found for key in sorted({*before, *now}) for found in _differing(before.get(key), now.get(key), key))
