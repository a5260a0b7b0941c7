"""How unsure a model was: what is known of an entropy, when that triggers a search, how sure it was of a name."""

from math import exp, log

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from sleuth.drafts import Draft, RelevanceMeasured
from sleuth.models import Entropy, Likely, Token
from sleuth.rules import Uncertainty
from sleuth.uncertainty import confidence, decide, entropy, places, quantile, uncertain, weights


def spread(weights):
    """A distribution, the likeliest first, and its entropy."""
    total = sum(weights)
    ps = sorted((w / total for w in weights), reverse=True)
    return ps, -sum(p * log(p) for p in ps if p > 0)


def token(ps, k, chosen):
    """What a server tells of such a distribution: its k likeliest tokens, and the chosen one."""
    likely = tuple(Likely(text=str(i), logprob=log(p) if p else -9999.0) for i, p in enumerate(ps[:k]))
    return Token(text=str(chosen), logprob=log(ps[chosen]) if ps[chosen] else -9999.0, likely=likely)


DISTRIBUTIONS = st.lists(st.floats(1e-6, 1.0), min_size=1, max_size=40)


@given(DISTRIBUTIONS, st.integers(0, 40), st.integers(0, 39))
def test_the_true_entropy_lies_between_the_bounds_whatever_is_told_of_the_distribution(ws, k, chosen):
    ps, true = spread(ws)
    low, high = entropy(token(ps, k, chosen % len(ps)), vocabulary=len(ps))
    assert low <= high
    assert low - 1e-9 <= true <= high + 1e-9


@given(DISTRIBUTIONS, st.integers(0, 40), st.integers(0, 39))
def test_a_larger_vocabulary_only_lifts_the_upper_bound(ws, k, chosen):
    ps, true = spread(ws)
    told = token(ps, k, chosen % len(ps))
    low, high = entropy(told, vocabulary=len(ps))
    assert entropy(told).low == pytest.approx(low, abs=1e-9)
    assert entropy(told).high >= high - 1e-9
    assert entropy(told).high >= true - 1e-9


def test_what_is_told_whole_is_known_exactly():
    ps, true = spread([5, 3, 2])
    assert entropy(token(ps, 3, 1), vocabulary=3) == pytest.approx((true, true))


def test_probabilities_that_add_up_to_more_than_one_by_rounding_leave_no_rest():
    ps = [0.7, 0.3000004]
    low, high = entropy(token(ps, 2, 0))
    assert low == high == pytest.approx(-0.7 * log(0.7) - 0.3 * log(0.3), abs=1e-5)


def test_the_bounds_are_those_of_the_two_extremes_of_the_rest():
    # 0.3 is left beyond 0.4 and 0.3: at least one token of 0.3, at most a hundred alike.
    told = -0.4 * log(0.4) - 0.3 * log(0.3)
    assert entropy(token([0.4, 0.3], 2, 0), vocabulary=102) == pytest.approx(
        (told - 0.3 * log(0.3), told - 0.3 * log(0.003))
    )
    # And 0.6 beyond 0.4 alone, the likeliest: two tokens at least, none above 0.4.
    (low, _) = entropy(token([0.4], 1, 0), vocabulary=102)
    assert low == pytest.approx(-0.4 * log(0.4) - 0.6 * log(0.4))


def test_where_only_the_chosen_token_is_told_the_others_may_be_one():
    low, high = entropy(Token(text="x", logprob=log(0.9)), vocabulary=11)
    assert low == pytest.approx(-0.9 * log(0.9) - 0.1 * log(0.1))
    assert high == pytest.approx(-0.9 * log(0.9) - 0.1 * log(0.01))


def test_a_chosen_token_outside_the_likeliest_counts_beside_them():
    ps, true = spread([40, 30, 20, 6, 4])
    inside, outside = entropy(token(ps, 3, 0), vocabulary=5), entropy(token(ps, 3, 4), vocabulary=5)
    assert outside == pytest.approx((true, true)), "four of five and the sum tell the fifth"
    assert inside.high - inside.low > 0.02


def test_a_certain_token_has_no_entropy_and_what_is_unlikely_beyond_measure_adds_none():
    assert entropy(token([1.0], 1, 0)) == (0.0, 0.0)
    assert entropy(token([1.0, 0.0], 2, 0)) == (0.0, 0.0)


def test_what_a_back_end_knows_itself_is_taken_as_it_is():
    assert entropy(Token(text="x", logprob=-1.0, entropy=Entropy(1.5, 1.5))) == (1.5, 1.5)


# Drafts: `sure` and `unsure` tokens by their entropy.

TEXT = "The designer of the Norholm bridge is [Ada Holm]."
PARTS = ("The", " designer", " of", " the", " Norholm", " bridge", " is", " [", "Ada", " Holm", "].")


def drafted(*entropies, attention=(None,) * 20, text=TEXT, parts=PARTS, value="Ada Holm", told=True):
    """The draft whose tokens have these entropies: a number, or a pair of bounds."""
    given = (*entropies, *(0.1,) * len(parts))
    tokens = [
        Token(text=part, logprob=-0.1, entropy=Entropy(*(h if isinstance(h, tuple) else (h, h))), attention=a)
        for part, h, a in zip(parts, given, attention, strict=False)
    ]
    at = text.index(value)
    return Draft(
        question="q1", asked="Who designed it?", model="m", text=text, sentence=text,
        value=value, start=at, end=at + len(value), places=places(tokens, text) if told else None,
    )  # fmt: skip


def value(*entropies, **more):
    """The draft whose value, `Ada` and ` Holm`, has these entropies, all else 0.1."""
    return drafted(*(0.1,) * 8, *entropies, **more)


def test_tokens_stand_where_they_belong_in_the_text():
    assert [TEXT[p.start : p.end] for p in value(0.1).places] == list(PARTS)
    spaced = places((Token(text=" Ada", logprob=0.0), Token(text=" Holm", logprob=0.0)), "Ada Holm")
    assert [(p.start, p.end) for p in spaced] == [(0, 3), (3, 8)]


def test_always_and_never_need_no_numbers():
    unsure = value(9.0, told=False)
    assert decide(unsure, Uncertainty(trigger="always")).retrieve
    assert not decide(unsure, Uncertainty(trigger="never")).retrieve


TRIGGERS = ("fixed", "product", "mind", "deviation", "quantile")


def rules(trigger="fixed", **more):
    return Uncertainty(trigger=trigger, **{"calibration": (0.2, 0.4, 0.6), **more})


@pytest.mark.parametrize("trigger", TRIGGERS)
def test_what_the_server_does_not_tell_is_searched_for_and_called_unknown(trigger):
    made = decide(value(told=False), rules(trigger))
    assert made.retrieve
    assert (made.highest, made.straddles, made.threshold, made.scores) == (None, None, None, ())
    assert "does not say" in made.reason


@pytest.mark.parametrize("trigger", TRIGGERS)
def test_a_sure_value_is_silent_and_an_unsure_one_fires_at_its_token(trigger):
    sure, unsure = decide(value(0.1, 0.1), rules(trigger)), decide(value(0.2, 5.0), rules(trigger))
    assert not sure.retrieve
    assert unsure.retrieve
    assert (unsure.at, unsure.highest) == (9, (5.0, 5.0))
    assert unsure.highest.low > unsure.threshold
    assert "“Holm” reaches 5.00, above the threshold of" in unsure.reason
    assert [n for n, score in enumerate(unsure.scores) if score is not None] == [8, 9], "the value alone is compared"


def test_how_the_sentence_is_worded_does_not_count():
    assert not decide(drafted(4.0, 4.0, 4.0), rules()).retrieve


def test_the_lower_bound_decides_and_a_threshold_within_the_bounds_is_told():
    made = decide(value((0.4, 3.0), 0.1), rules(threshold=1.0))
    assert (made.retrieve, made.straddles, made.highest) == (False, True, (0.4, 3.0))
    assert decide(value((1.2, 3.0), 0.1), rules(threshold=1.0)).straddles is False
    assert decide(value((0.2, 0.3), 0.1), rules(threshold=1.0)).straddles is False


def test_the_largest_upper_bound_may_be_another_tokens():
    made = decide(value((0.5, 0.6), (0.4, 3.0)), rules(threshold=1.0))
    assert (made.at, made.highest, made.straddles) == (8, (0.5, 3.0), True)


def test_the_product_weighs_each_entropy_by_its_share_of_the_attention():
    attention = (*(0.9,) * 8, 0.3, 0.1, None)
    made = decide(value(1.0, 1.0, attention=attention), rules("product", threshold=1.4))
    assert [round(made.scores[n].low, 6) for n in (8, 9)] == [1.5, 0.5]
    assert (made.retrieve, made.at, made.influence) == (True, 8, "attention")


def test_the_product_masks_stop_words_within_a_value():
    text = "It is [Lord of the Rings]."
    parts = ("It", " is", " [", "Lord", " of", " the", " Rings", "].")
    draft = drafted(0.1, 0.1, 0.1, 0.1, 3.0, 3.0, 0.2, text=text, parts=parts, value="Lord of the Rings")
    made = decide(draft, rules("product"))
    assert [n for n, score in enumerate(made.scores) if score is not None] == [3, 6]
    assert not made.retrieve
    assert decide(draft, rules("fixed")).retrieve, "only the product has the mask"
    assert not decide(draft, rules("fixed", attention="content words")).retrieve, (
        "the stand-in gives it to the others"
    )


def test_a_value_of_stop_words_alone_still_counts():
    text = "It is [The Who]."
    draft = drafted(
        0.1, 0.1, 0.1, 4.0, 4.0, text=text, parts=("It", " is", " [", "The", " Who", "]."), value="The Who"
    )
    assert decide(draft, rules("product")).retrieve


def test_without_any_influence_a_token_counts_by_its_entropy():
    made = decide(value(1.0, 0.5), rules("product"))
    assert [made.scores[n].low for n in (8, 9)] == [1.0, 0.5]
    assert made.influence == "none"


def test_the_published_threshold_is_passed_by_every_draft_whose_tokens_differ():
    assert decide(value(0.2, 0.1), rules("mind")).retrieve
    assert not decide(value(0.2, 0.1), rules("mind", alpha=2.0)).retrieve


def test_the_published_threshold_rises_with_the_mean_attention():
    attention = (*(0.5,) * 10, None)
    plain, attentive = (decide(value(0.2, 0.1, attention=a), rules("mind")) for a in ((None,) * 11, attention))
    assert attentive.threshold == pytest.approx(plain.threshold + 0.5)
    assert not attentive.retrieve


def test_the_deviation_is_measured_over_the_whole_draft():
    made = decide(value(1.0, 0.1), rules("deviation", deviations=2.0))
    mean = (10 * 0.1 + 1.0) / 11
    deviation = ((10 * (0.1 - mean) ** 2 + (1.0 - mean) ** 2) / 11) ** 0.5
    assert made.threshold == pytest.approx(mean + 2 * deviation)
    assert made.retrieve


def test_the_quantile_is_that_of_the_calibration():
    assert quantile((3.0, 1.0, 2.0), 0.5) == 2.0
    assert quantile((1.0, 2.0), 0.9) == pytest.approx(1.9)
    assert quantile((1.0,), 0.9) == 1.0
    assert decide(value(0.1), rules("quantile", quantile=0.5)).threshold == 0.4
    with pytest.raises(ValidationError, match="needs `calibration`"):
        Uncertainty(trigger="quantile")


def test_a_draft_is_calibrated_by_the_highest_entropy_within_its_value():
    assert uncertain(drafted(4.0, 4.0)) == 0.1
    assert uncertain(value(0.2, (0.7, 9.0))) == 0.7
    assert uncertain(value(told=False)) is None


def measured(start, end, sure):
    return RelevanceMeasured(question="q1", asked="Who?", start=start, end=end, sure=sure)


def test_relevance_by_removal_is_what_leaving_a_word_out_costs_and_is_called_so():
    ada, holm = TEXT.index("Ada"), TEXT.index("Holm")
    told = (measured(None, None, 0.9), measured(ada, ada + 3, 0.1), measured(holm, holm + 4, 0.7))
    removal = rules("product", attention="removal", threshold=1.5)
    made = decide(value(1.0, 1.0), removal, told)
    assert [round(made.scores[n].low, 6) for n in (8, 9)] == [1.6, 0.4]
    assert (made.retrieve, made.influence) == (True, "removal")
    assert weights(value(1.0), removal, told).of[10] == 0.0, "punctuation is nothing to leave out"


def test_relevance_that_was_not_told_leaves_the_decision_to_a_search():
    made = decide(value(0.1), rules("product", attention="removal"), (measured(None, None, None),))
    assert made.retrieve
    assert (made.highest, made.straddles) == (None, None)
    assert "not known (removal)" in made.reason


def test_no_stand_in_is_taken_where_there_is_attention():
    made = decide(value(1.0, attention=(0.2,) * 11), rules("product", attention="content words"))
    assert made.influence == "attention"


@pytest.mark.parametrize(
    ("statistic", "sure"), [("max", 1 / 1.1), ("mean", (1 / 1.1 + 1 / 4) / 2), ("min", 1 / 4), ("first", 1 / 4)]
)
def test_the_confidence_in_a_name_is_that_of_its_tokens_taken_together(statistic, sure):
    assert confidence(value(3.0, 0.1), "Ada Holm", Uncertainty(statistic=statistic)) == pytest.approx(sure)


def test_the_confidence_in_a_name_adds_the_attention_where_there_is_any():
    attentive = value(1.0, 1.0, attention=(0.5,) * 11)
    assert confidence(attentive, "ada holm", Uncertainty(gamma=2.0, delta=0.4)) == pytest.approx(2.0 / 2.0 + 0.2)
    assert confidence(value(1.0, 1.0), "Ada Holm", Uncertainty(delta=0.4)) == pytest.approx(0.5)


@pytest.mark.parametrize("name", ["Birger Lund", ""])
def test_the_confidence_in_a_name_that_a_draft_does_not_hold_is_unknown(name):
    assert confidence(value(1.0), name, Uncertainty()) is None
    assert confidence(value(1.0, told=False), "Ada Holm", Uncertainty()) is None


def test_a_token_that_ends_within_a_character_belongs_to_its_word():
    parts = ("[", "Troms", "", "ø", "]")
    draft = drafted(0.1, 0.1, 4.0, 0.1, 0.1, text="[Tromsø]", parts=parts, value="Tromsø")
    assert decide(draft, rules()).at == 2
    assert exp(0) > confidence(draft, "Tromsø", Uncertainty(statistic="min")) == pytest.approx(1 / 5)
