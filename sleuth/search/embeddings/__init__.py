"""The embedding back-ends, one a module; `sleuth.search.embedding` finds them by name."""
