"""Citations: from a link to what can be said of it. Pure; whatever is asked of a page or a model is handed in."""
