"""How Sleuth names itself to the sites and engines that it asks."""

from sleuth import __version__

AGENT = "Sleuth"
"""The name by which a robots.txt may address it."""

USER_AGENT = f"{AGENT}/{__version__} (research assistant that a person runs; one request at a time; obeys robots.txt)"
"""The Wikimedia Foundation asks every program to name itself; a made-up browser would be refused with reason."""
