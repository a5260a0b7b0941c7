"""The small run with a longer answer, audited by two reviewers and a model: what an audit can come to, once each."""

from small_run import BROCHURE, C1, C2, LIFE, MINUTES, STEPS, step

from sleuth import events as e
from sleuth.ledger import Citation, Claim
from sleuth.verdicts import AuditSealed, EntailmentJudged, PageChecked, VerdictGiven


def cite(passage: str, text: str, quote: str) -> Citation:
    start = text.find(quote)
    return Citation(passage=passage, quote=quote, start=start, end=start + len(quote))


C3 = Claim(id="c3", text="He drew it by hand.")
WRONG = Claim(
    id="c4",
    text="Birger Lund lived from 1870 to 1943.",
    citations=(cite("p3", LIFE, "Birger Lund (1870–1941) was an engineer."),),
)
INVENTED = Claim(
    id="c5",
    text="The brochure and the minutes name different designers.",
    citations=(
        cite("p1", BROCHURE, "designed by Ada Holm"),
        cite("p2", MINUTES, "The board never met in that decade."),
    ),
)
CLAIMS = (C1, C2, C3, WRONG, INVENTED)
ANSWERED = (*STEPS[:-1], (STEPS[-1][0], STEPS[-1][1].model_copy(update={"claims": CLAIMS})))


def given(reviewer: str, claim: Claim, verdict: str, note: str | None = None, seconds: float | None = 4.0):
    return (VerdictGiven(reviewer=reviewer, claim=claim, verdict=verdict, note=note, seconds=seconds),)


def label(claim: Claim, passages: tuple[str, ...], says: str, reason: str, passage=None, text="", words=""):
    start = text.index(words) if words else None
    return (
        step("audit", 2, f"Check {claim.id} by {', '.join(passages)}"),
        EntailmentJudged(
            claim=claim,
            passages=passages,
            label=says,
            reason=reason,
            passage=passage,
            start=start,
            end=None if start is None else start + len(words),
            model="tiny",
        ),
    )


AK: tuple[tuple[e.Event, ...], ...] = (
    given("AK", C1, "supported"),
    given("AK", C2, "supported", seconds=None),
    given("AK", C3, "not enough", "nothing is cited"),
    given("AK", WRONG, "contradicted", "the page says 1941"),
    given("AK", INVENTED, "not located"),
    (AuditSealed(reviewer="AK", claims=CLAIMS),),
)
BN: tuple[tuple[e.Event, ...], ...] = (
    given("BN", C1, "supported"),
    given("BN", C2, "supported"),
    given("BN", WRONG, "partly", "one of two years", 9.5),
)
MACHINE: tuple[tuple[e.Event, ...], ...] = (
    label(C1, ("p2",), "entails", "it says so", "p2", MINUTES, MINUTES),
    label(C2, ("p3",), "entails", "it says so", "p3", LIFE, "He was born in Tromsø."),
    label(WRONG, ("p3",), "contradicts", "it says otherwise", "p3", LIFE, "Birger Lund (1870–1941) was an engineer."),
    label(INVENTED, ("p1",), "neutral", "it does not say"),
    label(INVENTED, ("p2",), "neutral", "it does not say"),
    label(INVENTED, ("p1", "p2"), "undecided", "its label is 'entails', and no sentence decides"),
    (step("audit", 2, "Look at the page of p2 again"), PageChecked(passage="p2", fate="unchanged", quoted=True)),
    (
        step("audit", 2, "Look at the page of p3 again"),
        PageChecked(passage="p3", fate="gone", message="example.org says 404."),
    ),
)
JUDGED = (*ANSWERED, *MACHINE, *BN, *AK)


def many(number: int) -> tuple[tuple[e.Event, ...], ...]:
    """The small run with an answer of so many claims: those five over and over."""
    claims = tuple(CLAIMS[n % len(CLAIMS)].model_copy(update={"id": f"c{n + 1}"}) for n in range(number))
    step_taken, answered = ANSWERED[-1]
    return (*ANSWERED[:-1], (step_taken, answered.model_copy(update={"claims": claims})))
