"""Sleuth: investigate multi-hop questions in the open."""

__version__ = "0.1.0"
