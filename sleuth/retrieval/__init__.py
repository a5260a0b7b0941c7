"""The loop around one retrieval: what to do next (`moves.py`), what the model is asked, what is recorded of it."""
