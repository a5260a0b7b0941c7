"""FlatUpdate: ReTree's control, which replaces a corrected fact in place and prunes nothing.

Everything else is ReTree's own: the same summary, the same related evidence, the same two calls about a conflict,
the same limits and searches. What was derived from the old value therefore stays, and the run answers from it; that
is what the method is published to do, and what ReTree is measured against (arXiv 2608.10676).
"""

from sleuth.memory.retree import decide

FIXED = {"repair": "flat"}
"""What this strategy decides of the rules of a run, whatever they say."""

__all__ = ["FIXED", "decide"]
