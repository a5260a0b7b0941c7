"""The audit of an answer: what a person and a model say of each claim, decided as events; what is shown of it."""
