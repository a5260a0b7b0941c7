"""How much of a question's evidence a whole investigation brings up: Sleuth's own chain of one-fact questions.

The passages that its facts rest on come first, then what its searches find, each made once more for a deeper ranking
and all fused with the search for the question itself. Only the investigation costs calls to the model.
"""

from sleuth.carrying import begin, carry
from sleuth.errors import ServiceError
from sleuth.evaluate.stages import Case, Reached
from sleuth.events import TurnStarted
from sleuth.fold import replay
from sleuth.investigate import Ports
from sleuth.ledger import standing
from sleuth.retrieval.rankings import mark
from sleuth.search import Query
from sleuth.search.fusion import fuse
from sleuth.settings import Settings
from sleuth.store import Log

STAGE = "investigation"


def investigate(log: Log, case: Case, entities: tuple[str, ...], k: int, settings: Settings, ports: Ports) -> Reached:
    """Investigate a question and count the evidence among its k first passages. Raises ServiceError when it fails."""
    run = begin(log, case.question, settings, origin="evaluation")
    for _ in carry(log, run, settings, lambda _: ports):
        pass
    entries = log.entries(run)
    state = replay(entries)
    if state.status == "failed":
        raise ServiceError(state.reason or "The investigation failed.")
    deep = max(settings.rules.retrieval.pool, k)
    turns = [x.event for x in entries if isinstance(x.event, TurnStarted)]
    queries = (
        *(Query(text=turn.query, entities=turn.entities, k=deep) for turn in turns),
        Query(text=case.question, entities=entities, k=deep),
    )
    rankings = [ports.search(query).passages for query in dict.fromkeys(queries)]
    document = {mark(p): p.document for found in rankings for p in found}
    cited = [mark(state.passage(fact.passage)) for fact in standing(state.facts)]
    document |= {mark(p): p.document for p in state.passages}
    order = dict.fromkeys((*cited, *fuse([[mark(p) for p in found] for found in rankings])))
    returned = {document[m] for m in list(order)[:k]}
    return Reached(found=len(case.evidence & returned), calls=state.usage.calls)
