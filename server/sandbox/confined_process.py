"""A process inside the strong fence, seen from the server: two sockets with a pidfd."""

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

# The longest time for a fork; after it another zygote is used.
BIRTH_SECONDS = 3.0
# What is added to the nice value of a long run.
_NICER = 10
# The longest time until a killed process is reaped: its zygote may have been stopped.
_END_SECONDS = 0.25


class Confined:
    """One process behind the strong fence: a run, or a worker."""

    def __init__(self, channel: socket.socket, fate: socket.socket):
        self._channel, self._fate = channel, fate
        self._handle: int | None = None

    def send(self, request: Iterable[bytes], until: float) -> None:
        """Send the request; give up at the monotonic time `until`."""
        try:
            for part in request:
                self._channel.settimeout(max(0.001, until - time.monotonic()))
                self._channel.sendall(part)
        except OSError:
            pass  # it died before reading, or will be ended because it does not answer

    def receive(self, until: float) -> bytes:
        """Return the next bytes, b"" after the last; TimeoutError at the monotonic time `until`."""
        left = until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._channel.settimeout(left)
        try:
            return self._channel.recv(2**16)
        except ConnectionError:
            return b""

    def waits(self) -> bool:
        """Return whether the process is alive and has sent nothing, so that it can take a request.
        """
        return not is_readable(self._channel, 0.0)

    def is_born(self, patience: float) -> bool:
        """Return whether its zygote has sent the pidfd, waiting `patience` seconds for it."""
        if self._handle is None and not is_readable(self._fate, patience):
            return False
        try:
            return self._known_handle() >= 0
        except OSError:
            return False

    def step_back(self) -> None:
        """Lower the priority of this process, which runs for long."""
        with contextlib.suppress(OSError):  # it has ended meanwhile
            if pid := self._pid():
                os.setpriority(os.PRIO_PROCESS, pid, _NICER)

    def interrupt(self) -> None:
        """Signal the process to send the rest of its tape and exit (server/sandbox/child.py)."""
        with contextlib.suppress(OSError):  # it has ended meanwhile
            signal.pidfd_send_signal(self._known_handle(), signal.SIGUSR1)

    def times(self) -> Times | None:
        """Return its seconds of computing and waiting; None where the system has no such times."""
        with contextlib.suppress(OSError):
            if pid := self._pid():
                return of_process(pid)
        return None

    def _pid(self) -> int | None:
        """Return the process id; None if the process has ended, or the system does not list it."""
        facts = Path(f"/proc/self/fdinfo/{self._known_handle()}").read_text("ascii")
        found = (line.split()[1] for line in facts.splitlines() if line.startswith("Pid:"))
        pid = int(next(found, "0"))
        return pid if pid > 0 else None

    def leave(self) -> None:
        """Close the sockets and the pidfd; the zygote then kills what is left of the run."""
        self._channel.close()
        self._fate.close()
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def end(self, patience: float = 0.0) -> int | None:
        """Wait `patience` seconds for the process to exit, then kill it.

        Returns the number of the signal that ended it, None if it exited or was killed here. Raises
        ChildProcessError if its zygote, the only source of the status, is gone too.
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
        """Return the pidfd of the process, which the zygote sends as its first message."""
        if self._handle is None:
            self._fate.settimeout(BIRTH_SECONDS)
            _, handles, _, _ = socket.recv_fds(self._fate, 16, 1)
            if not handles:
                raise ChildProcessError
            self._handle = handles[0]
        return self._handle

    def _status(self, patience: float) -> int | None:
        """Return the wait status of the process; None if it runs on after `patience` seconds."""
        self._fate.settimeout(patience)
        try:
            told = self._fate.recv(STATUS.size)
        except (TimeoutError, BlockingIOError):
            return None
        if not told:
            raise ChildProcessError
        return STATUS.unpack(told)[0]


def is_readable(channel: socket.socket, patience: float) -> bool:
    """Return whether `channel` has data or is closed, waiting `patience` seconds for it."""
    poll = select.poll()  # select() does not support descriptors from 1,024 on
    poll.register(channel, select.POLLIN)
    return bool(poll.poll(1000 * patience))


def _killed(handle: int) -> bool:
    """Kill the process of the pidfd `handle`; return whether it still existed."""
    try:
        signal.pidfd_send_signal(handle, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True
