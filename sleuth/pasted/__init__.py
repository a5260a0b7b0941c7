"""A text with citations that was written elsewhere: read, its sources brought, and recorded as a run to be audited.

`parsing` reads the text, `splitting` makes its sentences atomic claims, `bringing` makes the run.
"""
