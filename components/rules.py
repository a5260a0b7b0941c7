"""What the rules of a run and the settings of the web do, in a person's words."""

from components.choices import Choice
from sleuth.search.web.engines import engines

RULES = {
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

RETRIEVAL = {
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
        "Engines", "ours", "Asked in this order; none leaves the web alone. SearXNG needs an address.", engines()
    ),
    "searxng_url": Choice("SearXNG", "ours", "Address of an instance that answers in JSON."),
    "language": Choice("Language", "ours", "In which pages are looked for: en, de, fr …"),
    "pages": Choice("Pages a search", "ours", "Pages fetched and read for one search."),
    "page_s": Choice("Seconds a page", "ours", "After which a page is given up."),
    "page_mb": Choice("Megabytes a page", "ours", "Beyond which a page is refused."),
    "wait_s": Choice("Seconds of waiting", "ours", "That a run may wait for engines that refuse, all together."),
    "cached": Choice("Kept pages", "ours", "prefer those kept from before; only: nothing goes out; never."),
    "cache_mb": Choice("Megabytes kept", "ours", "Beyond which the oldest pages go."),
    "robots": Choice("Obey robots.txt", "ours", "Whether a site's wishes are kept."),
    "proxy": Choice("Proxy", "ours", "For models and web; this machine's own models are reached directly."),
}
