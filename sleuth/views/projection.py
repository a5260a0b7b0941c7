"""A run's state as the one JSON document that outsiders read: the keys of `ask --json` and `show --json`.

Pure: a state in, a document out. A value that is not known is null, never 0.
"""

from pydantic import JsonValue

from sleuth.ledger import Citation
from sleuth.state import State, Status
from sleuth.views.audited import summary


def project(run: str, state: State, status: Status | None = None) -> dict[str, JsonValue]:
    """The document of a run; `status` where more is known than the fold can say (a run cut off is interrupted)."""
    return {
        "run": run,
        "question": state.question,
        "parent": {"run": state.parent[0], "at": state.parent[1]} if state.parent else None,
        "status": status or state.status,
        "stop_reason": stop_reason(state),
        "answer": state.answer,
        "confidence": state.confidence,
        "claims": [
            {"id": claim.id, "text": claim.text, "citations": [_citation(state, c) for c in claim.citations]}
            for claim in state.claims
        ],
        "facts": [
            {
                "id": fact.id,
                "statement": fact.statement,
                "entity": fact.entity,
                "attribute": fact.attribute,
                "value": fact.value,
                "status": fact.status,
                "supersedes": fact.supersedes,
                "passage": fact.passage,
                "pinned": fact.pinned,
            }
            for fact in state.facts
        ],
        "hypotheses": [
            {
                "id": hypothesis.id,
                "statement": hypothesis.statement,
                "confidence": hypothesis.confidence,
                "supports": list(hypothesis.supports),
                "contradicts": list(hypothesis.contradicts),
                "rank": hypothesis.rank,
            }
            for hypothesis in state.hypotheses
        ],
        "questions": [
            {
                "id": question.id,
                "text": state.asked(question),
                "action": question.action,
                "priority": question.priority,
                "status": question.status,
            }
            for question in state.questions
        ],
        "nodes": [
            {
                "id": node.id,
                "parent": node.parent,
                "summary": node.summary,
                "evidence": list(node.evidence),
                "status": node.status,
                "revisions": [revision.model_dump() for revision in node.revisions],
            }
            for node in state.nodes
        ],
        "searches": len(state.searches),
        "turns": state.turns,
        "usage": {
            "calls": state.usage.calls,
            "prompt_tokens": state.usage.prompt_tokens,
            "cached_tokens": state.usage.cached_tokens,
            "completion_tokens": state.usage.completion_tokens,
            "cost": state.usage.cost,
            "currency": state.usage.currency,
        },
        "max_policy_context_chars": state.max_context_chars,
        "nudge_fired": state.nudged,
        "repairs": repairs(state),
        "violations": len(state.violations),
        "audit": summary(state),
        "seq": state.seq,
    }


def stop_reason(state: State) -> str | None:
    """Why the run ended, as `cause` or `cause: sentence`; None while it has not."""
    if state.cause is None or state.reason is None:
        return state.cause
    return f"{state.cause}: {state.reason}"


def repairs(state: State) -> int:
    """How many corrections the tree has had."""
    return sum(len(node.revisions) for node in state.nodes)


def _citation(state: State, citation: Citation) -> dict[str, JsonValue]:
    passage = state.passage(citation.passage)
    return {
        "fact": citation.fact,
        "passage": citation.passage,
        "source": {"title": passage.title, "url": passage.url, "unread": passage.unread},
        "quote": citation.quote,
        "start": citation.start,
        "end": citation.end,
    }
