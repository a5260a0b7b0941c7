"""Collections of documents on this machine: kept, cut into passages, indexed by words and by meaning, searched."""
