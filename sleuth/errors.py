"""What can go wrong, sorted by who can put it right.

- SleuthError
  - CallerError: the person can fix it (a setting, an argument, a missing file); exit status 2
  - ServiceError: a model or a search service failed; exit status 1
    - ModelUnavailable: the model's server cannot be reached, or died
    - ModelRefused: the server answered, and said no (a wrong key, an unknown model)

A model reply that cannot be read is none of these: that is normal life, and becomes an event.
"""


class SleuthError(Exception):
    """An error whose message is one clear sentence for the person at the screen."""

    exit_status = 1


class CallerError(SleuthError):
    """What was asked for cannot be done as asked; the message says what is accepted."""

    exit_status = 2


class ServiceError(SleuthError):
    """A model or search service failed; nothing recorded is lost, and the run can be resumed."""


class ModelUnavailable(ServiceError):
    """The model's server cannot be reached, timed out, or died."""


class ModelRefused(ServiceError):
    """The model's server answered and refused; the message carries the server's own sentence."""
