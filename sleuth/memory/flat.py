"""FlatUpdate: ReTree's control, which replaces a corrected fact in place and prunes nothing.

Everything else is ReTree's own: the same summary, the same related evidence, the same two calls about a conflict,
the same limits and searches. What was derived from the old value therefore stays, and the run answers from it; that
is what the method is published to do, and what ReTree is measured against (arXiv 2608.10676).
"""

from sleuth.investigate import Action
from sleuth.memory import retree
from sleuth.state import State


def decide(state: State) -> Action:
    """ReTree's next action under the repair policy `flat`, whatever the rules of the run say."""
    rules = state.rules.model_copy(update={"repair": "flat"})
    return retree.decide(state.model_copy(update={"rules": rules}))
