"""The rules of a run: choices that the published methods leave open, or that ablate them. The default stands first.

They are recorded with the run, so that a default may change and an old run is still carried on as it began.
"""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from sleuth.models import Record

Repair = Literal["selective", "hard", "flat", "rebuild"]
Relevance = Literal["lexical", "bm25"]
Trigger = Literal["always", "never", "fixed", "product", "mind", "deviation", "quantile"]
Filter = Literal["cot", "none", "confidence", "cot+confidence"]
Statistic = Literal["max", "mean", "min", "first"]
Ranking = Literal["bm25", "dense", "hybrid"]


class Retrieval(Record):
    """How one retrieval is made. Whatever the stages, it returns as many passages as the limit of that name says."""

    ranking: Ranking = "bm25"
    """By words, by meaning, or by both fused."""
    embedding: str = "minilm"
    """What turns texts into vectors: `minilm`, or `openai/MODEL` at the model's base URL. Unused for `bm25`."""
    followups: int = Field(0, ge=0, le=2)
    """Follow-up queries that the model writes after its first look, naming the missing bridge; more than two hurt."""
    fusion: Literal["followups", "all"] = "followups"
    """Which rankings are fused by reciprocal rank: those of the follow-ups only, or the question's own as well."""
    rerank: Literal["none", "listwise"] = "none"
    """Whether the model picks from the pool, listwise."""
    pool: int = Field(100, ge=1, le=1000)
    """Passages that are ranked again; a further round takes half as many more."""
    looks: int = Field(15, ge=1, le=50)
    """Passages that the model reads before it writes follow-ups."""
    window: int = Field(20, ge=2, le=100)
    """Passages shown to the model at once when it ranks; a larger pool is ranked in overlapping windows."""
    rounds: int = Field(1, ge=1, le=5)
    """Most rounds; after the first, a round is made only where the model names what is still missing."""


class Uncertainty(Record):
    """When to retrieve, and which remembered names enter a query; for `retree` and `flat`, since under the other
    memories, and with the ledger of facts only, the model itself chooses between searching and answering.

    Sources: MIND (arXiv 2503.23095); DRAGIN (arXiv 2403.10081).
    """

    trigger: Trigger = "always"
    """When a question needs a retrieval: always; never; when the highest entropy within the drafted answer passes a
    fixed threshold, or mean + k·standard deviation, or a calibrated quantile; when DRAGIN's product of attention
    share, entropy and length passes a fixed threshold, or MIND's dynamic one: α·mean entropy + β·mean attention."""
    threshold: float = Field(1.0, ge=0)
    """For `fixed` (nats) and `product` (nats, where no token matters more than another)."""
    deviations: float = Field(1.0, ge=0)
    """For `deviation`: how many standard deviations above the mean, over all tokens of the draft, count as uncertain.
    Of n tokens none lies further off than √(n − 1) of them."""
    quantile: float = Field(0.9, gt=0, lt=1)
    """For `quantile`: which one of the calibration."""
    calibration: tuple[Annotated[float, Field(ge=0)], ...] = ()
    """For `quantile`: the highest entropies within held-out drafts, in nats. As a setting also the name of the
    `entropies.json` that `eval` writes; its values are recorded with the run."""
    filter: Filter = "cot"
    """Which remembered names enter a query: those the reasoning step names, all, those the model is sure of, or both
    conditions."""
    statistic: Statistic = "max"
    """How the confidences of a name's tokens are taken together; `max` is MIND's."""
    gamma: float = Field(1.0, ge=0)
    """Weight of certainty in a name's confidence."""
    delta: float = Field(0.2, ge=0)
    """Weight of attention in a name's confidence; counts only where there is attention."""
    alpha: float = Field(1.0, ge=0)
    """Weight of the mean entropy in MIND's threshold. With 1, and no attention, that is below the highest entropy of
    every draft whose tokens differ: the trap of the method as published."""
    beta: float = Field(1.0, ge=0)
    """Weight of the mean attention in MIND's threshold."""
    keep: float = Field(0.5, ge=0)
    """Least confidence of a name that passes the filter."""
    attention: Literal["none", "content words", "removal"] = "none"
    """What stands in where the model shows no attention: nothing; 1 for the tokens of content words and 0 for others;
    or how much surer the model is of the draft with a word than without it, at a call a word."""

    @model_validator(mode="after")
    def _calibrated(self) -> Self:
        if self.trigger == "quantile" and not self.calibration:
            raise ValueError("the trigger quantile needs `calibration`, the entropies of held-out drafts")
        return self


class Rules(Record):
    """What a run is carried on by."""

    repair: Repair = "selective"
    """What a fallen fact takes with it: `selective` what rests on it by the recorded dependencies; `hard` every
    later node (ReTree as published); `flat` nothing (FlatUpdate); `rebuild` derives all anew from the evidence."""
    premises: Literal["values", "names", "declared"] = "values"
    """Which facts a question is taken to rest on: those it refers to, and also (`values`) those whose value it
    mentions, or (`names`) whose value or entity it mentions."""
    relevance: Relevance = "lexical"
    """How the related facts of a context are chosen: by shared content words (ReTree), or by BM25."""
    rejected: Literal["both", "old"] = "both"
    """After a contradiction that call 2 rejects as too weak: keep both as competing candidates, or only the old."""
    equal: Literal["hold", "both"] = "hold"
    """When two values that exclude each other are equally supported: hold both back and open a question, or let both
    compete."""
    siblings: Literal["keep", "drop"] = "keep"
    """Other facts found in the turn of a repair, if they do not rest on what fell: keep them at the repaired node."""
    repairing_search: Literal["counts", "refunded"] = "counts"
    """Whether the search that led to a repair is spent."""
    overturn: Literal["said", "model"] = "said"
    """When call 2 of a contradiction counts: only where the page says in so many words that the old value no longer
    holds, or whenever the model points at a sentence (ReTree as published; for a strong model)."""
    second: Literal["later", "any"] = "later"
    """Once a value stands, which further pages about its entity are read: later-dated ones, or undated ones too."""
    commit: Literal["both", "nudge", "state", "none"] = "both"
    """When to answer before every question is closed: by SLEUTH's nudge (budget), when the final slot is supported
    (state), by either, or never."""
    ledger: Literal["full", "facts"] = "full"
    """SLEUTH's ablation: `facts` keeps confirmed facts only, without hypotheses, open questions and contract."""
    enforce: bool = True
    """SLEUTH's ablation: without it a reply is taken as it comes: not checked against its page, not asked again."""
    retrieval: Retrieval = Retrieval()
    uncertainty: Uncertainty = Uncertainty()


AS_PUBLISHED = Rules(repair="hard", premises="declared", equal="both", overturn="model")
"""How runs were carried on before these choices were recorded with them."""
