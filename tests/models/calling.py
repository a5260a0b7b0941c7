"""A call that a test looks at from outside while it is under way."""

import threading

from sleuth.errors import ModelUnavailable


class Calling(threading.Thread):
    """A call on a thread of its own, and what came of it: the reply, or the words of the error that is expected."""

    def __init__(self, ask, request, failing=ModelUnavailable):
        super().__init__(daemon=True)
        self.ask, self.request, self.failing, self.outcome = ask, request, failing, None
        self.start()

    def run(self):
        try:
            self.outcome = self.ask(self.request)
        except self.failing as error:
            self.outcome = str(error)

    def ended_within(self, seconds):
        self.join(seconds)
        return self.outcome
