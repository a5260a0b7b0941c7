"""How unsure a model was of what it drafted: entropy as an interval, triggers of a retrieval, confidence in names.

Pure: tokens in, decisions with their numbers out. Sources: MIND (arXiv 2503.23095) for the dynamic threshold and
the confidence of a name; DRAGIN (arXiv 2403.10081) for the product; the interval, the deviation and the quantile are
ours. What a server does not report is unknown, and what is unknown triggers a retrieval.
"""

import re
from collections.abc import Iterable, Sequence
from math import exp, log
from statistics import fmean, pstdev
from typing import NamedTuple

from sleuth.drafts import Decision, Draft, Influence, Place, RelevanceMeasured
from sleuth.models import Entropy, Token
from sleuth.rules import Uncertainty
from sleuth.search.local.corpus import STOP

VOCABULARY = 262_144
"""Tokens of the largest vocabulary in use (Gemma's), since few servers tell their own. With a smaller one the upper
bound is too high by r·ln of the ratio, r being what the likeliest tokens leave."""
ROUNDING = 1e-6
"""How far apart two reports of one logarithm may lie."""
WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


def entropy(token: Token, vocabulary: int = VOCABULARY) -> Entropy:
    """Between which bounds the entropy of the model's distribution lay at one token, in nats.

    Of a distribution only some probabilities are known, and the sum of the others, the rest. It is spread least
    where each of them is as large as the least of the likeliest, and most where they are all equal.
    """
    if token.entropy is not None:
        return token.entropy
    logarithms = [x.logprob for x in token.likely]
    if not logarithms or token.logprob < min(logarithms) - ROUNDING:
        known = [*map(exp, logarithms), exp(token.logprob)]
    else:
        known = [*map(exp, logarithms)]
    told = -sum(p * log(p) for p in known if p > 0)
    rest, others = max(0.0, 1.0 - sum(known)), vocabulary - len(known)
    if rest <= 0.0 or others <= 0:
        return Entropy(told, told)
    # Where the chosen token alone is known, nothing bounds the others: it need not be the likeliest. And however few
    # the rest is spread over, one of them has its equal part at least.
    largest = max(exp(min(logarithms)) if logarithms else 1.0, rest / others)
    spread = told - rest * log(rest)
    return Entropy(spread + rest * max(0.0, log(rest / largest)), spread + rest * log(others))


def places(tokens: Sequence[Token], text: str) -> tuple[Place, ...]:
    """The tokens of a reply where they stand in its text."""
    begins = "".join(t.text for t in tokens).find(text)
    found, at = [], -max(0, begins)
    for token in tokens:
        end = at + len(token.text)
        found.append(
            Place(
                text=token.text,
                start=max(0, at),
                end=max(0, end),
                logprob=token.logprob,
                entropy=entropy(token),
                attention=token.attention,
            )
        )
        at = end
    return tuple(found)


def _within(place: Place, start: int, end: int) -> bool:
    # A token that ends within a character has no text of its own; it belongs to what follows.
    return place.start < end and max(place.end, place.start + 1) > start


def words(text: str, start: int, end: int) -> tuple[tuple[int, int], ...]:
    """Where the words with a meaning of their own stand in a stretch of a text."""
    found = WORD.finditer(text, start, end)
    return tuple(m.span() for m in found if m[0].lower() not in STOP)


class Weights(NamedTuple):
    """How much each token of a draft matters, and what says so; None for a token of which that is not known."""

    by: Influence
    of: tuple[float | None, ...]


def weights(draft: Draft, rules: Uncertainty, measured: Iterable[RelevanceMeasured] = ()) -> Weights:
    """The model's attention where it shows any, else the stand-in that the rules name."""
    every = draft.places or ()
    if any(p.attention is not None for p in every):
        return Weights("attention", tuple(p.attention for p in every))
    match rules.attention:
        case "none":
            return Weights("none", (None,) * len(every))
        case "content words":
            spans = words(draft.text, 0, len(draft.text))
            of = tuple(float(any(_within(p, *span) for span in spans)) for p in every)
            return Weights("content words", of)
        case "removal":
            return Weights("removal", _by_removal(draft, every, tuple(measured)))


def _by_removal(
    draft: Draft, every: tuple[Place, ...], measured: tuple[RelevanceMeasured, ...]
) -> tuple[float | None, ...]:
    """How far leaving a word out changes how sure the model is that the draft answers; 0 for what is no word."""
    sure = {(m.start, m.end): m.sure for m in measured}
    whole = sure.get((None, None))

    def lost(span: tuple[int, int]) -> float | None:
        without = sure.get(span)
        return None if whole is None or without is None else abs(whole - without)

    spans = words(draft.text, 0, len(draft.text))
    of = [next((span for span in spans if _within(p, *span)), None) for p in every]
    return tuple(0.0 if span is None else lost(span) for span in of)


def decide(draft: Draft, rules: Uncertainty, measured: Iterable[RelevanceMeasured] = ()) -> Decision:
    """Whether a draft is too unsure to be taken, by the trigger of the rules."""
    if rules.trigger == "always":
        return Decision(trigger="always", retrieve=True, reason="every question is searched for")
    if rules.trigger == "never":
        return Decision(trigger="never", retrieve=False, reason="nothing is searched for")
    if not draft.places:
        reason = "the server does not say how likely its tokens were"
        return Decision(trigger=rules.trigger, retrieve=True, reason=reason)
    weighed = weights(draft, rules, measured)
    scores = _scores(draft, draft.places, rules, weighed)
    threshold = _threshold(draft.places, rules, weighed)
    told = {number: score for number, score in enumerate(scores) if score is not None}
    if not told:
        reason = f"how much the tokens matter is not known ({weighed.by})"
        return Decision(
            trigger=rules.trigger, retrieve=True, reason=reason, influence=weighed.by, threshold=threshold
        )
    at = max(told, key=lambda number: told[number].low)
    highest = Entropy(told[at].low, max(score.high for score in told.values()))
    fires = highest.low > threshold
    return Decision(
        trigger=rules.trigger,
        retrieve=fires,
        reason=(
            f"“{draft.places[at].text.strip()}” reaches {highest.low:.2f}, {'above' if fires else 'not above'} "
            f"the threshold of {threshold:.2f}"
        ),
        influence=weighed.by,
        scores=scores,
        threshold=threshold,
        highest=highest,
        at=at,
        straddles=not fires and highest.high > threshold,
    )


def _scores(
    draft: Draft, every: tuple[Place, ...], rules: Uncertainty, weighed: Weights
) -> tuple[Entropy | None, ...]:
    """What is compared for each token of the drafted value: its entropy, or DRAGIN's product."""
    multiplied = rules.trigger in ("product", "mind")
    value = [n for n, p in enumerate(every) if _within(p, draft.start, draft.end)]
    counting = value
    if multiplied or weighed.by == "content words":
        spans = words(draft.text, draft.start, draft.end)
        # A name may consist of stop words alone.
        counting = [n for n in value if any(_within(every[n], *span) for span in spans)] or value
    factors = dict.fromkeys(counting, 1.0)
    if multiplied and weighed.by != "none":
        known = {n: w for n in counting if (w := weighed.of[n]) is not None}
        total = sum(known.values())
        factors = {n: w * len(known) / total for n, w in known.items()} if total else dict.fromkeys(known, 1.0)
    return tuple(
        Entropy(factors[n] * p.entropy.low, factors[n] * p.entropy.high) if n in factors else None
        for n, p in enumerate(every)
    )


def _threshold(every: tuple[Place, ...], rules: Uncertainty, weighed: Weights) -> float:
    lows = [p.entropy.low for p in every]
    match rules.trigger:
        case "deviation":
            return fmean(lows) + rules.deviations * pstdev(lows)
        case "quantile":
            return quantile(rules.calibration, rules.quantile)
        case "mind":
            known = [w for w in weighed.of if w is not None]
            return rules.alpha * fmean(lows) + (rules.beta * fmean(known) if known else 0.0)
        case _:
            return rules.threshold


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which a share of the values lies, between two of them in proportion."""
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def uncertain(draft: Draft) -> float | None:
    """The largest entropy (its lower bound) within the drafted value: what the quantile is calibrated on."""
    lows = [p.entropy.low for p in draft.places or () if _within(p, draft.start, draft.end)]
    return max(lows, default=None)


def confidence(
    draft: Draft, name: str, rules: Uncertainty, measured: Iterable[RelevanceMeasured] = ()
) -> float | None:
    """MIND's confidence in a name that a draft holds: γ/(1+H) + δ·a over its tokens; None where it is not known.

    H is the lower bound of the entropy, as in the trigger. Without attention or a stand-in the second term is left
    out.
    """
    of = weights(draft, rules, measured).of
    spans = [m.span() for m in re.finditer(re.escape(name), draft.text, re.I)] if name else []
    sure = [
        rules.gamma / (1 + p.entropy.low) + rules.delta * (of[n] or 0.0)
        for n, p in enumerate(draft.places or ())
        if any(_within(p, *span) for span in spans)
    ]
    if not sure:
        return None
    match rules.statistic:
        case "max":
            return max(sure)
        case "mean":
            return fmean(sure)
        case "min":
            return min(sure)
        case "first":
            return sure[0]
