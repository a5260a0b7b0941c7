"""What each word on the screen means, in one sentence each: the only place where a term is defined.

A heading, a status or a label takes its hint from here (`meaning`), so that one idea never has two explanations.
"""

from sleuth.errors import CallerError
from sleuth.models import Record


class Term(Record):
    """A word of the screen and its meaning."""

    word: str
    meaning: str
    """One sentence, ended by a full stop."""


def _terms(text: str) -> tuple[Term, ...]:
    pairs = (line.partition(": ") for line in text.strip().splitlines() if line.strip())
    return tuple(Term(word=word, meaning=meaning) for word, _, meaning in pairs)


TERMS: dict[str, tuple[Term, ...]] = {
    "The ledger": _terms("""
answer: What the run came to: claims that each cite the passages they rest on, or the reason why there is none.
attribute: What of an entity a fact tells, such as its designer or its height.
citation: The link from a claim to the very stretch of a passage that says it.
claim: One sentence of the answer, with its citations.
confidence: How well the facts support a value: high, medium or low.
entity: The person, place or thing that a fact is about.
fact: One statement read from a passage, bound to the sentence that carries it.
hypothesis: A candidate value for a question, ranked by the facts for and against it.
ledger: The facts, hypotheses and open questions of a run as they stand now.
passage: A stretch of text that a search returned, kept word for word with its source.
priority: How much finding an answer would move the hypotheses; the most important question is taken up next.
question: One thing that still has to be found out, small enough for one passage to answer.
quote: The exact words of a passage that a fact or a claim rests on.
source: Where a passage comes from: its title, its date and its address.
value: What a fact says of its entity's attribute, such as a name, a date or a number.
"""),
    "Standing of a fact, a hypothesis or a question": _terms("""
status: How a thing stands now, such as a fact that counts or a question that is still open.
against: Standing facts that give another value than the hypothesis.
answered: A fact that stands answers the question; a run is answered when its own question is.
changed: It is not as it was before the last step.
disputed: Another fact gives another value, and neither has been preferred so far.
dormant: True to its source, but hidden from the investigation because what led to it fell.
for: Standing facts that give the value of the hypothesis.
given up: The question is no longer looked for, because searches found nothing or a person dropped it.
high: Supported by a page about the very entity or by two independent sources, and contradicted by nothing.
in: The fact stands and counts.
low: Contradicted by facts that are as strong, or supported by none.
medium: Better supported than its rivals, or supported by a passage that only mentions the entity.
new: It came with the last step.
open: Still to be found out.
out: The fact was refuted; it stays in the ledger, with the reason, and counts no more.
pinned: A person vouches for the fact, so that evidence alone no longer refutes it.
"""),
    "The evidence tree": _terms("""
active: The node counts: what was found there stands.
conflict: Two facts give the same thing different values that cannot both be right.
evidence: The facts that a node of the tree introduced.
evidence tree: What was found and what it was derived from, each node resting on the one above it.
node: One state of the investigation in the evidence tree, with the facts found there.
prune: To take a node out of what counts, because something it was derived from fell.
pruned: The node no longer counts, because something it was derived from fell; it stays visible.
repair: To correct the node that held a refuted fact and to prune what rests on it, leaving the rest alone.
revised: The node's fact was overturned by a later source, and the node corrected.
revision: One correction of a node: the old fact, the new one and the reason.
summary: What a node knows and what was open there, restated from the facts that stand.
"""),
    "The course of a run": _terms("""
act: Something a person did to the ledger, signed, with a reason, and undone by a further act.
branch: A second run that shares the first one's steps up to a point and goes its own way from there.
budget: How many turns, searches and tokens a run may use before it has to end.
engine: What carries out a search: a collection's index or a search engine of the web.
cost: What the model calls cost in money, known only where a price is set.
log: The file that keeps every step of every run, and from which each screen is drawn.
memory: How a run keeps what it found: as a repairing tree, as flat facts, as a report or as the whole transcript.
model: The language model that reads passages and compares facts; what it says is checked before it counts.
nudge: When the budget is nearly used and facts stand, the run is made to answer from them.
outcome: What came of a search: passages, no match, or a refusal, which is not the same as nothing.
query: The words that a search was made with.
run: One investigation of one question, from the plan to its end.
search: One look for passages in collections or on the web.
step: One move of a run: at most one model call or one search, and what followed from it.
token: A piece of a word, in which models count what they read and write.
turn: One search and what follows from it: reading, comparing, and updating the ledger.
"""),
    "What a step does": _terms("""
plan: The question is broken into questions that each ask for one fact.
choose: The most important open question is taken up and its search worded.
read: The model reads one passage for one question; what it finds must stand in the passage.
compare: A new fact is held against one that says otherwise.
update: The ledger and the tree are restated from what stands.
person: Somebody stepped in, and everything that followed from it.
"""),
    "The audit": _terms("""
audit: Holding each claim of an answer against the passages it cites: by program, by a model, and by persons.
agreement: How often two reviewers give one verdict, and Cohen's kappa, which takes off what chance would give.
check: What a program can say of a claim and its passages, such as whether every figure stands there.
contradicted: The passages say something that cannot be true together with the claim.
entailment: Whether passages say all that a claim says, as a model reads them.
not enough: The passages say too little to tell whether the claim is true.
not located: What is quoted stands nowhere in the passage, or there is no passage.
partly: The passages say a part of the claim.
reviewer: A person who judges claims, told from others by name.
seal: A reviewer's word for a whole audit; any later change to what was judged breaks it.
supported: The passages say all that the claim says.
verdict: What a reviewer says of a claim after reading its passages.
"""),
    "Status of a run and of a search": _terms("""
branched: The run goes its own way from a step of another one, and waits to be carried on.
engine refused: The search engine turned the query away, which does not mean that nothing exists.
failed: A service broke down; nothing recorded is lost, and the run can be resumed.
found: The search returned passages.
interrupted: The process that carried the run is gone; Resume repeats at most the call that was cut.
no answer: The run ended without an answer and says why.
no match: The search worked and found nothing.
page blocked: The site did not let the page be read, such as by a login or a challenge.
paused: The run waits for a person.
reopened: A fact under the answer fell, so the answer is open again.
running: The run is being carried on now.
stopped: A person ended the run.
to be carried on: The run had ended and was given something to do.
"""),
    "Words of this page and others": _terms("""
bundle: One file that holds a whole run, to be opened elsewhere, read-only.
casebook: The 89 short documents that come with Sleuth, to try it on.
collection: Documents that a run may search, such as a folder of your own.
contradiction: A new fact that cannot be right together with one that stands.
intervention: An act by which a person changes what a run knows or looks for.
lesson: A recorded run that is played step by step, with pauses that ask what you would do next.
prediction: What you say you would do next, before you see what was done.
recorded run: An investigation that ended, kept step by step; playing it needs no model and no network.
scrubber: The slider that shows the run as it stood after any of its steps.
"""),
}
"""Every term, by what it belongs to."""

MEANINGS = {term.word: term.meaning for terms in TERMS.values() for term in terms}


def meaning(word: str) -> str:
    """What a term means, in one sentence; CallerError for a word that has no entry."""
    if word not in MEANINGS:
        raise CallerError(f"The glossary has no entry {word!r}; give it one in sleuth/glossary.py.")
    return MEANINGS[word]


def find(words: str) -> dict[str, tuple[Term, ...]]:
    """The terms in whose word or meaning every one of these words occurs, by what they belong to."""
    sought = words.casefold().split()
    told = {
        group: tuple(t for t in terms if all(w in f"{t.word} {t.meaning}".casefold() for w in sought))
        for group, terms in TERMS.items()
    }
    return {group: terms for group, terms in told.items() if terms}
