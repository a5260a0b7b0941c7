"""Which process carries a run on, so that another leaves it alone and a dead one's run shows as interrupted."""

import os
import socket

import psutil


def this_process() -> str:
    """This process by host, number and start, so that a number used again is not taken for it."""
    return f"{socket.gethostname()} {os.getpid()} {psutil.Process().create_time():.2f}"


def alive(owner: str) -> bool:
    """Whether the process that `this_process` named still runs; one on another host is taken to."""
    host, number, start = owner.rsplit(" ", 2)
    if host != socket.gethostname():
        return True
    try:
        process = psutil.Process(int(number))
        # A killed process stays listed until its parent asks for it, which some parents never do.
        return process.status() != psutil.STATUS_ZOMBIE and f"{process.create_time():.2f}" == start
    except psutil.NoSuchProcess:
        return False
