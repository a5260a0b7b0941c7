"""Revisable belief: what disagrees, which value holds, what rests on what, and what falls with it."""
