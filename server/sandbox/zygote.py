"""The zygote: a process with everything loaded, of which runs are forks.

It has one thread, no rights and no secrets. It is started fresh, never forked from the server. It
waits for the two sockets of a run, then forks; the child enters the fence before it reads the first
byte of anybody's code or tape, which thus never passes through here. A child has a role (role.py):
to run a snippet, or to draw a finished run. When nobody waits for a child any more, the zygote
kills it; when the server is gone, the zygote exits.
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

from . import heap_settling, libraries, privileges
from .isolation import Confinement, Options

# The exit status of a child that could not enter the fence.
UNFENCED = 70
# The status of a run's process, as `waitpid` returns it.
STATUS = struct.Struct("i")


def main() -> None:
    """Run the zygote; `sys.argv` holds the control socket's descriptor and the options."""
    gc.disable()  # hardly anything loaded is garbage, and collecting takes long
    control = socket.socket(fileno=int(sys.argv[1]))
    options = Options.from_json(json.loads(sys.argv[2]))
    privileges.be_killed_first()
    confinement = Confinement(options)
    confinement.attempt("namespaces", privileges.leave_world)
    first = confinement.holds("namespaces")
    if first:
        _go_on_as_first(control)
    if options.role.libraries:  # only now: a library may start threads, which a fork would lose
        libraries.map_all(options.role.libraries)
    with _no_fork_hooks():
        ready = import_module(options.role.program).prepare(options.role.settings)
    threads = len(os.listdir("/proc/self/task"))
    _leave_standard_streams()
    confinement.prepare()
    if first:
        privileges.die_with_parent()  # again: a change of user resets it
    control.send(json.dumps({"layers": confinement.layers, "threads": threads}).encode())
    ready.install()
    if threads > 1:
        return  # a fork would copy locks that no thread releases
    heap_settling.settle()
    own = os.getpid()

    def live(channel: int) -> NoReturn:
        """Confine the child, then serve its requests; never returns."""
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
    """Ignore fork hooks that modules register while they are loaded in the block.

    They would replace locks, which no other thread can hold here, and seed what every run seeds
    itself: a quarter of the time of a fork.
    """
    register = os.register_at_fork
    os.register_at_fork = lambda **_: None
    try:
        yield
    finally:
        os.register_at_fork = register


def _go_on_as_first(control: socket.socket) -> None:
    """Continue as process 1 of the new namespace; the old process only waits for its end."""
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
    """A child: its process id, its pidfd, and the socket on which its status is sent."""

    pid: int
    handle: int
    fate: socket.socket


class Nursery:
    """Forks runs, sends their status, and kills those that nobody waits for."""

    def __init__(self, control: socket.socket, live: Callable[[int], NoReturn]):
        self._control, self._live = control, live
        self._called: dict[int, Callable[[], None]] = {}
        self._poll = select.poll()

    def attend(self) -> None:
        """Serve until the server has closed the control socket and the last run has ended."""
        self._watch(self._control.fileno(), self._answer)
        while self._called:
            for descriptor, _ in self._poll.poll():
                # An earlier callback may have removed this descriptor.
                if act := self._called.get(descriptor):
                    act()

    def _watch(self, descriptor: int, act: Callable[[], None]) -> None:
        self._called[descriptor] = act
        self._poll.register(descriptor, select.POLLIN)

    def _leave(self, descriptor: int) -> None:
        if self._called.pop(descriptor, None):
            self._poll.unregister(descriptor)

    def _answer(self) -> None:
        """Fork a run for the two sockets received; stop listening if the server has closed."""
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
            pass  # closed already, which the poll reports next
        self._watch(run.handle, lambda: self._bury(run))
        self._watch(run.fate.fileno(), lambda: self._end(run))

    def _end(self, run: Run) -> None:
        """Kill a run that nobody waits for."""
        os.kill(run.pid, signal.SIGKILL)
        self._leave(run.fate.fileno())

    def _bury(self, run: Run) -> None:
        """Reap a process that ended, and send its status."""
        _, status = os.waitpid(run.pid, 0)
        self._leave(run.handle)
        self._leave(run.fate.fileno())
        try:
            run.fate.send(STATUS.pack(status))
        except OSError:
            pass  # nobody waits any more
        os.close(run.handle)
        run.fate.close()
