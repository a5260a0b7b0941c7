"""A small run told by hand, in which every kind of event occurs once: one contradiction, one repair, one answer."""

from datetime import UTC, datetime, timedelta

from sleuth import drafts as d
from sleuth import events as e
from sleuth.contract import Contract, Slot
from sleuth.events import Entry
from sleuth.fold import replay
from sleuth.ledger import Citation, Claim, Fact, Hypothesis, Question
from sleuth.models import Entropy, Message
from sleuth.pasted.records import Cited, Reference, Report, SentenceSplit, SourceBrought, TextPasted
from sleuth.person import Acted, FactPinned, HypothesisDropped, HypothesisProposed, PassageAdded
from sleuth.retrieval.rankings import FollowedUp, Ranked, Ranking, Wanted, mark
from sleuth.revision.conflicts import held_back
from sleuth.rules import Rules
from sleuth.search import Passage, digest
from sleuth.settings import Limits
from sleuth.tree import Node
from sleuth.verdicts import AuditSealed, EntailmentJudged, PageChecked, VerdictGiven, VerdictWithdrawn

BEGUN = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
QUESTION = "Where was the designer of the Norholm bridge born?"
BROCHURE = "The Norholm bridge, a favourite of walkers, was designed by Ada Holm."
MINUTES = "Correction: the Norholm bridge was designed by Birger Lund, not by Ada Holm."
LIFE = "Birger Lund (1870–1941) was an engineer. He was born in Tromsø."


def passage(number: int, title: str, text: str, date: str) -> Passage:
    return Passage(
        id=f"p{number}",
        title=title,
        text=text,
        url=f"https://example.org/{number}",
        date=date,
        collection="harbour",
        document=f"d{number}",
        sha256=digest(text),
    )


P1 = passage(1, "Norholm bridge (brochure)", BROCHURE, "1990-05-01")
P2 = passage(2, "Harbour Board minutes", MINUTES, "2001-02-03")
P3 = passage(3, "Birger Lund", LIFE, "2010-07-09")


def fact(number: int, found: Passage, value: str, slot: int, node: str, turn: int, **more: object) -> Fact:
    start = found.text.index(value)
    return Fact(
        id=f"f{number}",
        statement=found.text,
        entity="Norholm bridge" if slot == 1 else "Birger Lund",
        attribute="designer" if slot == 1 else "where born",
        value=value,
        slot=slot,
        passage=found.id,
        quote=value,
        start=start,
        end=start + len(value),
        node=node,
        turn=turn,
        **more,
    )


F1 = fact(1, P1, "Ada Holm", 1, "n2", 1)
F2 = fact(2, P2, "Birger Lund", 1, "n2", 1, status="dormant")
F3 = fact(3, P3, "Tromsø", 2, "n4", 2, firm=True)

Q1 = Question(
    id="q1", text="Who designed the Norholm bridge?", slot=1, action="Norholm bridge designer", priority="high"
)
Q2 = Question(id="q2", text="Where was #1 born?", slot=2, action=None, priority="medium")
PROMPT = (Message(role="system", content="Answer from the page."), Message(role="user", content=BROCHURE))


def step(phase: e.Phase, turn: int, title: str, question: str | None = None) -> e.StepTaken:
    return e.StepTaken(phase=phase, turn=turn, title=title, question=question, seconds=0.25)


def called(purpose: str, reply: str) -> e.ModelCalled:
    return e.ModelCalled(
        purpose=purpose,
        model="scripted",
        prompt_sha256=digest(BROCHURE),
        reply_sha256=digest(reply),
        prompt=PROMPT,
        reply=reply,
        reasoning="The brochure names her.",
        finish="stop",
        prompt_tokens=120,
        cached_tokens=100,
        completion_tokens=9,
        seconds=0.2,
    )


def searched(turn: int, question: str, query: str, *found: Passage) -> e.Searched:
    return e.Searched(turn=turn, question=question, query=query, engine="corpus", outcome="found", passages=found)


C1 = Claim(
    id="c1",
    text="Birger Lund designed the Norholm bridge.",
    citations=(Citation(fact="f2", passage="p2", quote=F2.quote, start=F2.start, end=F2.end),),
)
C2 = Claim(
    id="c2",
    text="Birger Lund was born in Tromsø.",
    citations=(Citation(fact="f3", passage="p3", quote=F3.quote, start=F3.start, end=F3.end),),
)

STEPS: tuple[tuple[e.Event, ...], ...] = (
    (
        e.RunStarted(
            question=QUESTION, memory="retree", model="scripted", collections=("harbour",), limits=Limits(turns=9)
        ),
    ),
    (
        step("plan", 0, "Plan the chain of questions"),
        called("plan", "no form"),
        e.ReplyRefused(key="plan", problem="It holds no JSON object.", reply="no form"),
    ),
    (
        step("plan", 0, "Plan the chain of questions"),
        e.ContractMade(
            contract=Contract(
                kind="chain",
                wants="place",
                slots=(
                    Slot(number=1, text=Q1.text, entity="Norholm bridge", wants="person"),
                    Slot(number=2, text=Q2.text, entity="#1", wants="place"),
                ),
            )
        ),
        e.NodeAdded(node=Node(id="n1", parent=None, turn=0, summary="Nothing is confirmed yet.")),
        e.QuestionOpened(question=Q1, reason="the contract's first slot"),
        e.QuestionOpened(question=Q2, reason="the contract's second slot"),
    ),
    (
        step("choose", 1, "Choose q1", "q1"),
        e.TurnStarted(
            turn=1,
            question="q1",
            text=Q1.text,
            query="Norholm bridge designer",
            entities=("Norholm bridge",),
            reason="top of the list",
        ),
    ),
    (step("search", 1, "Search for Norholm bridge designer", "q1"), searched(1, "q1", "Norholm designer", P1, P2)),
    (
        step("read", 1, "Read the brochure", "q1"),
        called("read", '{"sentence": 1, "value": "Ada Holm"}'),
        e.NodeAdded(node=Node(id="n2", parent="n1", turn=1, question="q1", summary="Ada Holm designed it.")),
        e.FactRecorded(fact=F1),
        e.PassageRead(passage="p1", question="q1", verdict="fact"),
        e.FactRefused(
            passage="p1", question="q1", value="1899", quote=None, reason="the value '1899' does not occur in it"
        ),
    ),
    (
        step("read", 1, "Read the minutes", "q1"),
        e.FactRecorded(fact=F2, disputes="f1"),
        e.PassageRead(passage="p2", question="q1", verdict="fact"),
        e.NodeAdded(node=Node(id="n3", parent="n2", turn=1, question="q2", summary="Ada Holm was born in Norholm.")),
    ),
    (
        step("compare", 1, "Compare f2 with f1", "q1"),
        e.ConflictJudged(call=1, old="f1", new="f2", verdict="conflict", reason="two designers"),
    ),
    (
        step("compare", 1, "Decide which of f1 and f2 holds", "q1"),
        e.ConflictJudged(call=2, old="f1", new="f2", verdict="new holds", reason="the minutes correct the brochure"),
        e.FactChanged(fact="f1", status="out", reason="corrected by f2"),
        e.FactChanged(fact="f2", status="in", reason="it holds"),
        e.Repaired(
            node="n2",
            old="f1",
            new="f2",
            reason="the minutes correct the brochure",
            summary="Birger Lund designed it.",
            pruned=("n3",),
        ),
    ),
    (
        step("update", 1, "Restate the ledger", "q1"),
        e.QuestionClosed(question="q1", status="answered", fact="f2", reason="a firm fact"),
        e.HypothesesRanked(
            turn=1,
            hypotheses=(
                Hypothesis(
                    id="h2",
                    statement=MINUTES,
                    slot=1,
                    value="Birger Lund",
                    confidence="medium",
                    supports=("f2",),
                    rank=1,
                ),
                Hypothesis(
                    id="h1", statement=BROCHURE, slot=1, value="Ada Holm", confidence="low", supports=(), rank=2
                ),
            ),
        ),
        e.TurnChecked(
            turn=1,
            valid_raw=False,
            valid=True,
            violations=("V2: the value '1899' does not occur in it",),
            context_chars=900,
        ),
    ),
    (e.RunPaused(),),
    (e.RunResumed(),),
    (
        step("choose", 2, "Choose q2", "q2"),
        e.TurnStarted(
            turn=2, question="q2", text="Where was Birger Lund born?", query="Birger Lund born", reason="the only one"
        ),
    ),
    (step("search", 2, "Search for Birger Lund born", "q2"), searched(2, "q2", "Birger Lund born", P3)),
    (e.RunFailed(error="The model's server cannot be reached."),),
    (e.RunResumed(),),
    (
        step("read", 2, "Read about Birger Lund", "q2"),
        called("read", '{"sentence": 2, "value": "Tromsø"}'),
        e.NodeAdded(node=Node(id="n4", parent="n2", turn=2, question="q2", summary="He was born in Tromsø.")),
        e.FactRecorded(fact=F3),
        e.NodeSummarised(node="n4", summary="Birger Lund was born in Tromsø."),
        e.QuestionClosed(question="q2", status="answered", fact="f3", reason="a firm fact"),
        e.TurnChecked(turn=2, valid_raw=True, valid=True, context_chars=700),
    ),
    (e.Nudged(turn=2, reason="the budget is nearly used"),),
    (e.RunStopped(),),
    (e.RunResumed(),),
    (
        step("answer", 2, "Answer"),
        e.Answered(
            text="Tromsø",
            confidence="high",
            claims=(C1, C2),
        ),
    ),
)
"""The run's events, one tuple a step."""


def entries(steps: tuple[tuple[e.Event, ...], ...] = STEPS) -> tuple[Entry, ...]:
    """The steps' events in their places, a second apart."""
    events = [event for group in steps for event in group]
    return tuple(
        Entry(seq=i, at=BEGUN + timedelta(seconds=i), event=event) for i, event in enumerate(events, start=1)
    )


ABSTAINED = (
    *STEPS[:3],
    (step("answer", 0, "Give up"), e.Abstained(cause="no retrieval", reason="No search found anything.")),
)
"""A run that ends without an answer."""


def record(log, run="small", steps=STEPS, **options):
    """Record the steps as a log would receive them, one transaction each; the entries."""
    every = entries(steps)
    seq = len(steps[0])
    log.begin(run, every[:seq], **options)
    for group in steps[1:]:
        log.append(run, every[seq : seq + len(group)])
        seq += len(group)
    return every


P4 = passage(4, "A letter", "A letter names Carl Ost as the designer of the Norholm bridge.", "2012-01-01")
DRAFT = d.Draft(
    question="q2",
    asked="Where was Birger Lund born?",
    model="scripted",
    text="In [Tromsø].",
    sentence="In Tromsø.",
    value="Tromsø",
    start=4,
    end=10,
    places=(
        d.Place(text="In [", start=0, end=4, logprob=-0.1, entropy=Entropy(0.3, 0.4)),
        d.Place(text="Tromsø", start=4, end=10, logprob=-0.2, entropy=Entropy(0.2, 1.5), attention=0.5),
        d.Place(text="].", start=10, end=12, logprob=0.0, entropy=Entropy(0.0, 0.0)),
    ),
)
MEANS = {"memory": "flat", "model": "scripted", "collections": ("harbour",), "limits": Limits(), "rules": Rules()}
AFTERMATH: tuple[tuple[e.Event, ...], ...] = (
    (
        Acted(author="AK", act="pin fact", target="f2", reason="seen in the archive"),
        FactPinned(fact="f2", pinned=True),
    ),
    (
        Acted(author="AK", act="add passage", target="q1", reason="found in a drawer", before="p4"),
        PassageAdded(passage=P4, question="q1"),
        e.RunPaused(reason="a passage was added"),
    ),
    (
        Acted(author="AK", act="add hypothesis", target="q1", reason="rumour"),
        HypothesisProposed(
            hypothesis=Hypothesis(
                id="h9", statement="It was Carl Ost.", slot=1, value="Carl Ost", confidence="low", supports=(), rank=3
            )
        ),
    ),
    (
        Acted(author="AK", act="drop hypothesis", target="h9", reason="no", undoes=1),
        HypothesisDropped(hypothesis="h9"),
    ),
    (
        Acted(author="AK", act="order questions", target="q2", reason="shorter", before="q1 q2"),
        e.QuestionsOrdered(questions=("q2", "q1"), author="AK"),
    ),
    (
        Acted(author="AK", act="reject fact", target="f3", reason="another Birger Lund"),
        e.FactChanged(fact="f3", status="out", reason="another Birger Lund"),
        e.Repaired(node="n4", old="f3", new=None, reason="another Birger Lund", summary="Nothing is confirmed yet."),
        e.AnswerReopened(facts=("f3",), reason="another Birger Lund"),
    ),
    (e.NodeRevived(node="n3"),),
    (e.Branched(parent="small", at=20, **MEANS),),
)
"""What persons did to the run afterwards."""

AUDITED: tuple[tuple[e.Event, ...], ...] = (
    (VerdictGiven(reviewer="AK", claim=C1, verdict="supported", seconds=4.5),),
    (
        step("audit", 2, "Check c1 by p2"),
        EntailmentJudged(
            claim=C1,
            passages=("p2",),
            label="entails",
            reason="it says so",
            passage="p2",
            start=0,
            end=len(MINUTES),
            model="tiny",
        ),
    ),
    (step("audit", 2, "Look at the page of p2 again"), PageChecked(passage="p2", fate="unchanged", quoted=True)),
    (VerdictGiven(reviewer="AK", claim=C2, verdict="partly", note="no town is named", seconds=8.0),),
    (VerdictWithdrawn(reviewer="AK", claim=C2),),
    (VerdictGiven(reviewer="AK", claim=C2, verdict="supported", seconds=3.0),),
    (AuditSealed(reviewer="AK", claims=(C1, C2)),),
)
"""How the finished run might be audited."""

DOUBTED: tuple[tuple[e.Event, ...], ...] = (
    (
        step("choose", 2, "Draft an answer to: Where was Birger Lund born?", "q2"),
        d.EntitiesExtracted(entities=("Norholm bridge",), relations=("designer",)),
        d.Drafted(draft=DRAFT),
        d.RelevanceMeasured(question="q2", asked=DRAFT.asked, start=None, end=None, sure=0.75),
        d.RetrievalDecided(
            question="q2",
            asked=DRAFT.asked,
            decision=d.Decision(
                trigger="fixed",
                retrieve=False,
                reason="“Tromsø” reaches 0.20, not above the threshold of 1.00",
                scores=(None, Entropy(0.2, 1.5), None),
                threshold=1.0,
                highest=Entropy(0.2, 1.5),
                at=1,
                straddles=True,
            ),
        ),
        d.NamesFiltered(
            question="q2",
            filter="cot+confidence",
            statistic="mean",
            keep=0.5,
            names=(d.Name(text="Birger Lund", fact="f2", named=True, confidence=None, kept=True),),
        ),
    ),
)
"""How a run comes to a decision whether to search."""


RETRIEVED: tuple[tuple[e.Event, ...], ...] = (
    (
        step("search", 2, "Search: Birger Lund born", "q2"),
        Ranked(
            turn=2,
            question="q2",
            ranking=Ranking(
                stage="question", round=1, query="Birger Lund born", engine="corpus", places=(mark(P1), mark(P3))
            ),
            passages=(P1.model_copy(update={"id": ""}), P3.model_copy(update={"id": ""})),
        ),
    ),
    (
        step("search", 2, "Look for what is missing", "q2"),
        FollowedUp(turn=2, question="q2", wanted=Wanted(round=1, missing="his town", queries=("Birger Lund life",))),
    ),
    (
        step("search", 2, "Pick what helps from places 1 to 2", "q2"),
        Ranked(
            turn=2,
            question="q2",
            ranking=Ranking(
                stage="reranked",
                round=1,
                window=(0, 2),
                picked=1,
                places=(mark(P3), mark(P1)),
                first=("Birger Lund", "Norholm bridge (brochure)"),
            ),
        ),
    ),
)
"""How the search of the second turn might have gone, had it been made of several steps."""


def disputed() -> tuple[tuple[e.Event, ...], ...]:
    """The same run, had the minutes not said that the brochure is wrong: nothing decides between the two."""
    state = replay(entries(STEPS[:8]))
    held = held_back(state, state.fact("f1"), state.fact("f2"), "the minutes do not say that it was not Ada Holm")
    return (
        *STEPS[:8],
        (step("compare", 1, "Decide which of f1 and f2 holds", "q1"), *held),
        (
            step("answer", 1, "Give up"),
            e.Abstained(cause="undecided", reason="Sources of equal weight contradict each other."),
        ),
    )


TEXT = "The Norholm bridge was designed by Birger Lund, not by Ada Holm [1]. It is the longest of all [2]."
UNLISTED = "[2] is cited but not in the list."
LOST = passage(2, "[2]", "", "").model_copy(update={"url": None, "date": None, "unread": UNLISTED})
PASTED: tuple[tuple[e.Event, ...], ...] = (
    (
        e.RunStarted(question="The bridge", memory="pasted", model="", collections=("harbour",), limits=Limits()),
        TextPasted(
            report=Report(
                title="The bridge",
                claims=(
                    Cited(
                        text="The Norholm bridge was designed by Birger Lund, not by Ada Holm.",
                        start=0,
                        end=68,
                        markers=("1",),
                    ),
                    Cited(text="It is the longest of all.", start=69, end=len(TEXT), markers=("2",)),
                ),
                references=(Reference(marker="1", title="Harbour Board minutes", url=None, text="Minutes"),),
                problems=(UNLISTED,),
                text=TEXT,
            )
        ),
    ),
    (
        step("search", 1, "Look for source 1 of 1: Harbour Board minutes"),
        SourceBrought(markers=("1",), ending="collection", passage=P2.model_copy(update={"id": "p1"})),
    ),
    (
        step("search", 2, "Look for [2]"),
        SourceBrought(markers=("2",), ending="not found", message=UNLISTED, passage=LOST),
    ),
    (
        step("plan", 2, "Split sentence 1 of 2"),
        SentenceSplit(
            sentence=0,
            claims=("The Norholm bridge was designed by Birger Lund.", "It was not designed by Ada Holm."),
        ),
    ),
    (
        step("answer", 2, "Put the claims beside their sources"),
        e.Answered(
            text="3 claims, 2 sources, 1 of which could be read",
            confidence=None,
            claims=(
                Claim(
                    id="c1",
                    text="The Norholm bridge was designed by Birger Lund.",
                    citations=(Citation(passage="p1", quote=MINUTES, start=0, end=len(MINUTES)),),
                ),
                Claim(
                    id="c2",
                    text="It was not designed by Ada Holm.",
                    citations=(Citation(passage="p1", quote=MINUTES, start=0, end=len(MINUTES)),),
                ),
                Claim(
                    id="c3",
                    text="It is the longest of all.",
                    citations=(Citation(passage="p2", quote="", start=0, end=0),),
                ),
            ),
        ),
    ),
)
"""A pasted text, one of whose sources could not be had."""
