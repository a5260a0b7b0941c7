"""A small file in LoCoMo's form, made up, and an embedding that knows words only."""

import json
from pathlib import Path
from zlib import crc32

import numpy as np

from sleuth.sentences import stems

MARA, TOMAS = "Mara", "Tomas"
SESSIONS = (
    (
        "1:56 pm on 8 May, 2023",
        (
            (MARA, "Hi Tomas! My first violin lesson was yesterday."),
            (TOMAS, "Wonderful! I only ever learned to whistle."),
            (MARA, "The teacher says I hold the bow like a spoon."),
        ),
    ),
    ("9:00 am on 2 July, 2023", ((TOMAS, "What is new?"), (MARA, "I bought an old piano, it fills half my room."))),
    ("7:10 pm on 30 July, 2023", ((MARA, "Look at this!", "a photo of a red sailing boat"), (TOMAS, "Is it yours?"))),
    ("8:00 am on 1 August, 2023", ((TOMAS, "I play the drums in a band now."), (MARA, "How loud!"))),
)


def conversation() -> dict:
    told: dict = {"speaker_a": MARA, "speaker_b": TOMAS}
    for n, (moment, said) in enumerate(SESSIONS, start=1):
        told[f"session_{n}_date_time"] = moment
        told[f"session_{n}"] = [
            {"speaker": who, "dia_id": f"D{n}:{i}", "text": text, **({"blip_caption": seen[0]} if seen else {})}
            for i, (who, text, *seen) in enumerate(said, start=1)
        ]
    return told


def asked(question: str, *evidence: str, category: int = 1) -> dict:
    return {"question": question, "answer": "–", "category": category, "evidence": list(evidence)}


INSTRUMENTS = asked("Which instruments does Mara play?", "D1:1", "D2:2")
BOTH = asked("What can Mara and Tomas play?", "D1:1", "D4:1")
LEFT_OUT = (
    asked("Which instruments does Tomas play?", "D4:1"),
    asked("Where is the boat of Mara?", "D3:1", "D3:1"),
    asked("What did Mara buy?", "D2:2; D3:1"),
    asked("What does Mara hold?", "D1:3", "D9:9", "D"),
    asked("When did Mara buy a piano?", "D2:2", "D2:1", category=2),
)


def write(folder: Path, *questions: dict) -> Path:
    sample = {"sample_id": "talk-1", "conversation": conversation(), "qa": list(questions or (INSTRUMENTS, BOTH))}
    path = folder / "dialogues.json"
    path.write_text(json.dumps([sample]), encoding="utf-8")
    return path


class ByWords:
    """Vectors that are near where texts share words."""

    name, dim = "by-words", 256

    def __init__(self) -> None:
        self.embedded: list[str] = []

    def __call__(self, texts: tuple[str, ...]) -> np.ndarray:
        self.embedded += texts
        made = np.zeros((len(texts), self.dim), np.float32)
        made[:, 0] = 1e-3
        for row, text in zip(made, texts, strict=True):
            for stem in stems(text):
                row[crc32(stem.encode()) % self.dim] += 1
        return made / np.linalg.norm(made, axis=1, keepdims=True)
