"""A run as others see it: projections of its state and events, pure and without any drawing library of a page."""
