"""A process inside the strong fence, as the server holds it: two sockets with a handle."""

import contextlib
import os
import select
import signal
import socket
import time
from collections.abc import Iterable
from pathlib import Path

from .process_times import Times, of_process
from .zygote import STATUS

# How long a zygote may take to fork; whoever waits longer takes another zygote.
BIRTH_SECONDS = 3.0
# How far a long run steps behind the others.
_NICER = 10
# How long a killed process may take to go: its zygote, which reaps it, may have been stopped.
_END_SECONDS = 0.25


class Confined:
    """One process behind the strong fence: a run, or a worker."""

    def __init__(self, channel: socket.socket, fate: socket.socket):
        self._channel, self._fate = channel, fate
        self._handle: int | None = None

    def send(self, request: Iterable[bytes], until: float) -> None:
        """Hand over the request; what does not read it by the monotonic time `until` is stopped."""
        try:
            for part in request:
                self._channel.settimeout(max(0.001, until - time.monotonic()))
                self._channel.sendall(part)
        except OSError:
            pass  # it died before reading, or is ended for its silence

    def receive(self, until: float) -> bytes:
        """The next bytes, b"" after the last. TimeoutError at the monotonic time `until`."""
        left = until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._channel.settimeout(left)
        try:
            return self._channel.recv(2**16)
        except ConnectionError:
            return b""

    def waits(self) -> bool:
        """Whether it is still there with nothing to say, so that it may be asked."""
        return not is_readable(self._channel, 0.0)

    def is_born(self, patience: float) -> bool:
        """Whether its zygote has told of it, or does so within `patience` seconds."""
        if self._handle is None and not is_readable(self._fate, patience):
            return False
        try:
            return self._known_handle() >= 0
        except OSError:
            return False

    def step_back(self) -> None:
        """Let other processes go before this one, which takes long."""
        with contextlib.suppress(OSError):  # it has ended meanwhile
            if pid := self._pid():
                os.setpriority(os.PRIO_PROCESS, pid, _NICER)

    def interrupt(self) -> None:
        """Let it send the rest of its tape and end (server/sandbox/child.py)."""
        with contextlib.suppress(OSError):  # it has ended meanwhile
            signal.pidfd_send_signal(self._known_handle(), signal.SIGUSR1)

    def times(self) -> Times | None:
        """How long it has computed and waited; None where the system does not tell."""
        with contextlib.suppress(OSError):
            if pid := self._pid():
                return of_process(pid)
        return None

    def _pid(self) -> int | None:
        """Its number; None when it has ended, or where the system does not tell."""
        facts = Path(f"/proc/self/fdinfo/{self._known_handle()}").read_text("ascii")
        found = (line.split()[1] for line in facts.splitlines() if line.startswith("Pid:"))
        pid = int(next(found, "0"))
        return pid if pid > 0 else None

    def leave(self) -> None:
        """Be done with a run that has said its last word; its zygote ends what is left of it."""
        self._channel.close()
        self._fate.close()
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def end(self, patience: float = 0.0) -> int | None:
        """Let it end by itself for `patience` seconds, then end it.

        The number of the signal that ended it, if that was not ours. ChildProcessError when its
        zygote, which alone could tell, is gone too.
        """
        try:
            handle = self._known_handle()
            status, ours = self._status(patience), False
            if status is None:
                ours = _killed(handle)
                status = self._status(_END_SECONDS)
        except OSError:
            raise ChildProcessError from None
        finally:
            self.leave()
        if status is None:
            raise ChildProcessError
        return os.WTERMSIG(status) if os.WIFSIGNALED(status) and not ours else None

    def _known_handle(self) -> int:
        """The process as a descriptor, which its zygote sends first of all."""
        if self._handle is None:
            self._fate.settimeout(BIRTH_SECONDS)
            _, handles, _, _ = socket.recv_fds(self._fate, 16, 1)
            if not handles:
                raise ChildProcessError
            self._handle = handles[0]
        return self._handle

    def _status(self, patience: float) -> int | None:
        """How the process ended, or None when it has not after `patience` seconds."""
        self._fate.settimeout(patience)
        try:
            told = self._fate.recv(STATUS.size)
        except (TimeoutError, BlockingIOError):
            return None
        if not told:
            raise ChildProcessError
        return STATUS.unpack(told)[0]


def is_readable(channel: socket.socket, patience: float) -> bool:
    """Whether something can be read, or the other side is gone, within `patience` seconds."""
    poll = select.poll()  # select() knows no descriptors from 1,024 on
    poll.register(channel, select.POLLIN)
    return bool(poll.poll(1000 * patience))


def _killed(handle: int) -> bool:
    """Kill the process of `handle`; whether it was still there."""
    try:
        signal.pidfd_send_signal(handle, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True
