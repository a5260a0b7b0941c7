"""What each setting does, in a person's words, and which stand together on the page."""

from typing import NamedTuple

from sleuth import memory
from sleuth.search.web.engines import engines


class Choice(NamedTuple):
    """How a setting is offered."""

    label: str
    origin: str
    """Whose the default is: `published` or `ours`."""
    told: str
    options: tuple[str, ...] = ()
    """Those there are, where the setting is one or several of them."""
    new: bool = False
    """Whether it is several names, and others may be given than those there are."""
    example: str = ""
    """What an empty field shows."""
    step: float | None = None
    """Of a number: how much one press adds."""


class Section(NamedTuple):
    """Settings that stand together on the page."""

    key: str
    title: str
    told: str
    choices: dict[str, Choice]


MODEL = {
    "base_url": Choice(
        "Address",
        "ours",
        "Of an OpenAI-compatible server, for models named openai/…; with or without /v1. Empty: OpenAI itself.",
        example="http://127.0.0.1:8000/v1",
    ),
    "timeout_s": Choice("Time limit in seconds", "ours", "After this a call of the model is given up.", step=5.0),
    "prices": Choice(
        "Prices",
        "ours",
        "Of a million tokens: MODEL PROMPT [CACHED] COMPLETION [CURRENCY], commas between models. What is not named "
        "here has an unknown cost.",
        example="openai/gpt-5-mini 0.25 0.025 2 USD",
    ),
}
"""Beside the model's name."""

LIMITS = {
    "turns": Choice("Turns", "published", "Most turns of a run; a turn is one search and what follows from it."),
    "searches": Choice("Searches", "published", "Most searches of a run, as ReTree limits them."),
    "passages": Choice("Passages a search", "published", "Most passages taken from one search, as in ReTree."),
    "facts": Choice("Facts a turn", "published", "Most facts recorded in one turn, as in ReTree."),
    "related": Choice(
        "Facts compared", "published", "Standing facts that a new one is compared with, and that the model sees."
    ),
    "nudge_share": Choice(
        "Nudge from", "published", "Share of the turns after which SLEUTH asks for an answer from what is known."
    ),
    "nudge_facts": Choice("Facts for the nudge", "published", "Facts that must stand before that."),
    "tries": Choice("Searches a question", "ours", "Spent on one question before it is given up."),
    "tokens": Choice(
        "Tokens", "ours", "Most prompt and reply tokens of a run. Empty: no limit.", example="no limit", step=1000
    ),
    "cost": Choice(
        "Cost",
        "ours",
        "Most that a run may cost, in the currency of its model's price. Empty: no limit.",
        example="no limit",
        step=0.1,
    ),
}

MEMORY = {
    "memory": Choice(
        "Memory",
        "published",
        "How what is found is kept. retree: ledger and self-correcting tree; flat: replaces in place; report: one "
        "report; react: the whole transcript. The last three are for comparison.",
        options=memory.names(),
    ),
    "commit": Choice(
        "Commitment",
        "published",
        "When to answer early. nudge: when the budget is nearly used, as SLEUTH; state: when the last value is "
        "supported; both; none.",
    ),
    "ledger": Choice("Ledger", "published", "full; facts: without hypotheses and open questions, SLEUTH's ablation."),
    "enforce": Choice(
        "Check replies",
        "published",
        "Replies are checked against their page and asked again. Off is SLEUTH's ablation.",
    ),
}

REPAIR = {
    "repair": Choice(
        "Repair",
        "ours",
        "What a fallen fact takes with it. selective: what rests on it; hard: every later node, as ReTree publishes "
        "it; flat: nothing; rebuild: all is derived anew.",
    ),
    "premises": Choice(
        "Premises",
        "ours",
        "What a question rests on. declared: the facts it refers to; values: also those whose value it mentions; "
        "names: also those whose subject it mentions.",
    ),
    "relevance": Choice(
        "Relevance", "published", "How related facts are chosen. lexical: by shared words, as ReTree; or bm25."
    ),
    "rejected": Choice(
        "Weak contradiction",
        "ours",
        "What stays after a contradiction that is judged too weak. both compete, or only the old value.",
    ),
    "equal": Choice("Equal support", "ours", "Of two equally supported values. hold: neither counts; both compete."),
    "siblings": Choice(
        "Siblings",
        "ours",
        "Other facts of the turn of a repair that do not rest on what fell. keep or drop them.",
    ),
    "repairing_search": Choice(
        "Repairing search", "ours", "Whether a search that led to a repair counts or is refunded."
    ),
    "overturn": Choice(
        "Overturning",
        "ours",
        "When the model's verdict on a contradiction counts. said: where the page says in so many words that the old "
        "value no longer holds; model: always, as ReTree, for a strong model.",
    ),
    "second": Choice(
        "Further pages",
        "ours",
        "Which pages are read once a value stands. later: only later-dated ones; any: undated ones too.",
    ),
}

RETRIEVAL = {
    "collections": Choice(
        "Collections", "ours", "Searched unless a question says otherwise; Sources lists and fills them.", new=True
    ),
    "ranking": Choice("Ranking", "ours", "How passages are ranked. bm25: by words; dense: by meaning; hybrid."),
    "embedding": Choice(
        "Embedding", "ours", "What compares meanings, for dense and hybrid: minilm on this machine, or openai/MODEL."
    ),
    "followups": Choice(
        "Follow-ups",
        "ours",
        "Queries, up to 2, that the model adds after a first look at what was found.",
    ),
    "fusion": Choice(
        "Fusion", "published", "Which rankings become one. followups: those of the added queries; all: the first too."
    ),
    "rerank": Choice("Reranking", "ours", "Whether the model orders what was found. listwise: several at once."),
    "pool": Choice("Pool", "published", "Passages that are ordered again; a further round takes half as many more."),
    "looks": Choice("First look", "published", "Passages the model sees before it writes follow-ups."),
    "window": Choice("Window", "published", "Passages the model orders at once."),
    "rounds": Choice("Rounds", "ours", "Most rounds; a further one is made where the model names what is missing."),
}

UNCERTAINTY = {
    "trigger": Choice(
        "Trigger",
        "ours",
        "When a question is searched for. always; never; or when the model is unsure of an answer drafted from "
        "memory, by one of MIND's and DRAGIN's rules.",
    ),
    "threshold": Choice("Threshold", "ours", "For fixed and product: entropy, in nats, above which it is unsure."),
    "deviations": Choice("Deviations", "ours", "For deviation: how far above the mean is unsure."),
    "quantile": Choice("Quantile", "ours", "For quantile: which one of held-out drafts."),
    "calibration": Choice(
        "Calibration",
        "ours",
        "For quantile: highest entropies of held-out drafts with commas between, or the entropies.json of eval.",
        example="/path/to/entropies.json",
    ),
    "filter": Choice(
        "Names in a query",
        "published",
        "Which remembered names join a query. cot: those the step names; none: all; confidence: those the model is "
        "sure of; or both conditions.",
    ),
    "statistic": Choice("Statistic", "published", "How the confidence of a name's tokens is taken together."),
    "gamma": Choice("γ", "published", "Weight of certainty in a name's confidence."),
    "delta": Choice("δ", "published", "Weight of attention in a name's confidence."),
    "alpha": Choice("α", "ours", "Weight of the mean entropy in MIND's threshold."),
    "beta": Choice("β", "ours", "Weight of the mean attention in MIND's threshold."),
    "keep": Choice("Least confidence", "ours", "From which on a name joins the query."),
    "attention": Choice("Attention", "ours", "What stands in where a model shows no attention."),
}

WEB = {
    "engines": Choice(
        "Engines",
        "ours",
        "Asked in this order; none leaves the web alone. SearXNG needs an address.",
        options=engines(),
    ),
    "searxng_url": Choice(
        "SearXNG", "ours", "Address of an instance that answers in JSON.", example="http://127.0.0.1:8888"
    ),
    "language": Choice("Language", "ours", "In which pages are looked for: en, de, fr …"),
    "pages": Choice("Pages a search", "ours", "Pages fetched and read for one search."),
    "page_s": Choice("Seconds a page", "ours", "After which a page is given up.", step=1.0),
    "page_mb": Choice("Megabytes a page", "ours", "Beyond which a page is refused.", step=1.0),
    "wait_s": Choice(
        "Seconds of waiting", "ours", "That a run may wait for engines that refuse, all together.", step=5.0
    ),
    "cached": Choice("Kept pages", "ours", "prefer those kept from before; only: nothing goes out; never."),
    "cache_mb": Choice("Megabytes kept", "ours", "Beyond which the oldest pages go.", step=100.0),
    "robots": Choice("Obey robots.txt", "ours", "Whether a site's wishes are kept."),
    "proxy": Choice(
        "Proxy",
        "ours",
        "For models and web; this machine's own models are reached directly.",
        example="http://proxy.example:3128",
    ),
}


SECTIONS = (
    Section("limits", "Limits", "how far a run may go", LIMITS),
    Section("memory", "Memory", "what is kept of what is found, and when to answer", MEMORY),
    Section("repair", "Repair", "how evidence is weighed, and what falls with a fallen fact", REPAIR),
    Section("retrieval", "Retrieval", "where passages are looked for, and how they are ranked", RETRIEVAL),
    Section("uncertainty", "Uncertainty", "when to search, and for which names", UNCERTAINTY),
    Section("web", "Web", "which engines are asked, and how pages are fetched", WEB),
)
"""In the order of the page."""

EVERY = {**MODEL, **{name: choice for section in SECTIONS for name, choice in section.choices.items()}}
"""Every setting but the model's name."""
