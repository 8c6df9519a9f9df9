"""The process that runs are born from: everything loaded, one thread, no rights, no secrets.

It is started fresh, never forked from the server. It waits for the two sockets of a run, forks, and
the child enters the fence before it reads the first byte of anybody's code or tape, which thus
never passes through here. What a child does is its role (role.py): to run a snippet, or to draw
what another has run. When nobody waits for a child any more, the zygote ends it; when the server is
gone, itself.
"""

import gc
import json
import os
import select
import signal
import socket
import struct
import sys
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import NoReturn

from . import heap_settling, privileges
from .isolation import Confinement, Options

# The exit status of a child that could not enter the fence.
UNFENCED = 70
# How a run's process ended, as wait tells it.
STATUS = struct.Struct("i")


def main() -> None:
    """In a fresh process: `sys.argv` holds the control socket's number and the options."""
    gc.disable()  # hardly anything of what is loaded is garbage, and to look for that takes long
    control = socket.socket(fileno=int(sys.argv[1]))
    options = Options.from_json(json.loads(sys.argv[2]))
    privileges.be_killed_first()
    confinement = Confinement(options)
    confinement.attempt("namespaces", privileges.leave_world)
    first = confinement.holds("namespaces")
    if first:
        _go_on_as_first(control)
    with _no_fork_hooks():
        ready = import_module(options.role.program).prepare(options.role.settings)
    threads = len(os.listdir("/proc/self/task"))
    _leave_standard_streams()
    confinement.prepare()
    if first:
        privileges.die_with_parent()  # said again: a change of user forgets it
    control.send(json.dumps({"layers": confinement.layers, "threads": threads}).encode())
    ready.install()
    if threads > 1:
        return  # a fork would copy locks that nobody opens again
    heap_settling.settle()
    own = os.getpid()

    def live(channel: int) -> NoReturn:
        """The child's whole life."""
        try:
            confinement.detach(channel, parent=own)
            ready.wake()
            confinement.enter()
            gc.enable()
            ready.serve(channel, channel)
        finally:
            os._exit(UNFENCED)

    Nursery(control, live).attend()


@contextmanager
def _no_fork_hooks():
    """Let modules that are loaded in the block register nothing to be done at forks.

    They would change their locks, which no other thread can hold here, and seed what every run
    seeds for itself: a quarter of the cost of a fork.
    """
    register = os.register_at_fork
    os.register_at_fork = lambda **_: None
    try:
        yield
    finally:
        os.register_at_fork = register


def _go_on_as_first(control: socket.socket) -> None:
    """Go on as process 1 of the new namespace; the old process only waits for its end."""
    pid = os.fork()
    if pid:
        control.close()
        os.waitpid(pid, 0)
        os._exit(0)
    privileges.die_with_parent()


def _leave_standard_streams() -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    os.close(nothing)


@dataclass(frozen=True)
class Run:
    """A child: its process, and the socket by which the server follows its fate."""

    pid: int
    handle: int
    fate: socket.socket


class Nursery:
    """Gives birth to runs, tells how they end, and ends those that nobody waits for."""

    def __init__(self, control: socket.socket, live: Callable[[int], NoReturn]):
        self._control, self._live = control, live
        self._called: dict[int, Callable[[], None]] = {}
        self._poll = select.poll()

    def attend(self) -> None:
        """Serve until the server has closed the door and the last run is over."""
        self._watch(self._control.fileno(), self._answer)
        while self._called:
            for descriptor, _ in self._poll.poll():
                # What was called first may have taken care of what comes next.
                if act := self._called.get(descriptor):
                    act()

    def _watch(self, descriptor: int, act: Callable[[], None]) -> None:
        self._called[descriptor] = act
        self._poll.register(descriptor, select.POLLIN)

    def _leave(self, descriptor: int) -> None:
        if self._called.pop(descriptor, None):
            self._poll.unregister(descriptor)

    def _answer(self) -> None:
        """Fork a run for the two sockets that come; without them, the server closed the door."""
        try:
            message, descriptors, _, _ = socket.recv_fds(self._control, 16, 2)
        except OSError:
            message, descriptors = b"", []
        if not message:
            self._leave(self._control.fileno())
        elif len(descriptors) == 2:
            self._bear(*descriptors)

    def _bear(self, channel: int, fate: int) -> None:
        try:
            pid = os.fork()
        except OSError:  # the server sees both sockets close
            os.close(channel)
            os.close(fate)
            return
        if pid == 0:
            self._live(channel)
        os.close(channel)
        run = Run(pid, os.pidfd_open(pid), socket.socket(fileno=fate))
        try:
            socket.send_fds(run.fate, [b"handle"], [run.handle])
        except OSError:
            pass  # hung up already, which the poll tells next
        self._watch(run.handle, lambda: self._bury(run))
        self._watch(run.fate.fileno(), lambda: self._end(run))

    def _end(self, run: Run) -> None:
        """Nobody waits for this run."""
        os.kill(run.pid, signal.SIGKILL)
        self._leave(run.fate.fileno())

    def _bury(self, run: Run) -> None:
        """Take the status of a process that ended, and pass it on."""
        _, status = os.waitpid(run.pid, 0)
        self._leave(run.handle)
        self._leave(run.fate.fileno())
        try:
            run.fate.send(STATUS.pack(status))
        except OSError:
            pass  # nobody asks any more
        os.close(run.handle)
        run.fate.close()
