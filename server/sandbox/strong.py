"""The strong fence, on Linux: every run is a fork of a zygote, confined before it sees any code."""

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from dataclasses import asdict
from pathlib import Path

from .confine import ESSENTIAL, LEFT_OUT, Options
from .launch import FLAGS, bootstrap, environment
from .zygote import STATUS

# How long a zygote may take to load everything, on a slow machine.
_START_SECONDS = 30.0
# Runs that are born and confined before anybody asks, so that asking takes no time.
SPARE_RUNS = 2
# Ends a zygote before anything that it may leak can add up.
RUNS_PER_ZYGOTE = 2_000
# How far a long run steps behind the others.
_NICER = 10
# How long a killed process may take to go.
_END_SECONDS = 10.0


class Unfenced(Exception):
    """This machine cannot have the strong fence; the text says why."""


class Strong:
    """Keeps a zygote alive, and a few runs ready that wait for their code. Threads may share one.

    Raises Unfenced when the machine lacks a layer that must hold.
    """

    strength = "strong"

    def __init__(self, config, without: tuple[str, ...] = ()):
        self._options = Options(
            event_limit=config.event_limit,
            output_bytes=config.output_bytes,
            memory_bytes=config.memory_bytes,
            cpu_seconds=max(1, round(config.cpu_seconds)),
            without=without,
        )
        self._lock = threading.Lock()
        self._renewal: threading.Thread | None = None
        self._zygote = Zygote(self._options)
        self._spare = deque(self._zygote.bear() for _ in range(SPARE_RUNS))
        self.layers = self._zygote.layers

    def start(self, request: bytes) -> "Confined":
        """A run that has `request`. Raises OSError when there can be none."""
        run = self._taken()
        run.send(request)
        self._provide()  # only now, so that the run need not share the processor with a birth
        return run

    def close(self) -> None:
        """Let the zygote go, once its last run is over."""
        if renewal := self._renewal:
            renewal.join()
        with self._lock:
            while self._spare:
                self._spare.popleft().leave()
            self._zygote.retire()

    def _taken(self) -> "Confined":
        """A run that waits for its request; from a new zygote, should the old one have died."""
        with self._lock:
            while self._spare and not self._spare[0].waits():
                self._spare.popleft().leave()
            if not self._spare:
                try:
                    self._spare.append(self._zygote.bear())
                except OSError:
                    self._change(self._raised())
            return self._spare.popleft()

    def _provide(self) -> None:
        """Have one more run born for those to come, and a zygote when this one has borne many."""
        with self._lock:
            with contextlib.suppress(OSError):  # it died, as the next one who asks will find
                self._spare.append(self._zygote.bear())
            if self._zygote.born > RUNS_PER_ZYGOTE and not self._renewal:
                self._renewal = threading.Thread(target=self._renew, daemon=True)
                self._renewal.start()

    def _renew(self) -> None:
        """Raise the next zygote while the old one goes on, so that nobody waits for it."""
        try:
            fresh = self._raised()
        except OSError:
            fresh = None  # the old one still serves, and the next run tries again
        with self._lock:
            self._renewal = None
            if fresh:
                self._change(fresh)

    def _raised(self) -> "Zygote":
        try:
            return Zygote(self._options)
        except Unfenced as error:
            raise OSError(str(error)) from None

    def _change(self, fresh: "Zygote") -> None:
        """Let `fresh` take over from the zygote of now."""
        while self._spare:
            self._spare.popleft().leave()
        self._zygote.retire()
        self._zygote = fresh
        self._spare.extend(fresh.bear() for _ in range(SPARE_RUNS))


class Zygote:
    """One zygote process, seen from the server. `layers` is what holds in its runs."""

    def __init__(self, options: Options):
        self.born = 0
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = [sys.executable, *FLAGS, "-c", bootstrap("server.sandbox.zygote")]
        with theirs:
            try:
                self._process = subprocess.Popen(
                    [*command, str(theirs.fileno()), json.dumps(asdict(options))],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    env=environment(),
                    cwd="/",
                    pass_fds=[theirs.fileno()],
                    # Ctrl+C, and a notebook's interrupt, are meant for whoever asked for a run.
                    start_new_session=True,
                )
            except OSError as error:
                ours.close()
                raise Unfenced(
                    f"The process that runs are born from cannot start: {error}."
                ) from None
        self._control = ours
        self.layers = self._greeting()

    def bear(self) -> "Confined":
        """Fork a run. Raises OSError when the zygote is gone."""
        channel, its_channel = socket.socketpair()
        fate, its_fate = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with its_channel, its_fate:
            try:
                handed = [its_channel.fileno(), its_fate.fileno()]
                socket.send_fds(self._control, [b"run"], handed)
            except OSError:
                channel.close()
                fate.close()
                raise
        self.born += 1
        return Confined(channel, fate)

    def retire(self) -> None:
        """Close the door: it goes when its last run is over."""
        self._control.close()
        threading.Thread(target=self._process.wait, daemon=True).start()

    def _greeting(self) -> dict[str, str | None]:
        """What the zygote says of its layers when it is ready."""
        self._control.settimeout(_START_SECONDS)
        try:
            said = json.loads(self._control.recv(2**16) or b"null")
        except OSError:
            said = None
        self._control.settimeout(None)
        if said is None:
            self._fail("it did not start")
        if said["threads"] > 1:
            self._fail("it has more than one thread after loading numpy")
        for layer, lack in said["layers"].items():
            if layer in ESSENTIAL and lack not in (None, LEFT_OUT):
                self._fail(f"{layer}: {lack}")
        return said["layers"]

    def _fail(self, why: str) -> None:
        self._process.kill()
        self._process.wait()
        self._control.close()
        raise Unfenced(f"The process that runs are born from is not safe: {why}.")


class Confined:
    """One run's process behind the strong fence."""

    def __init__(self, channel: socket.socket, fate: socket.socket):
        self._channel, self._fate = channel, fate
        self._handle: int | None = None

    def send(self, data: bytes) -> None:
        """Hand over the request."""
        try:
            self._channel.sendall(data)
        except OSError:
            pass  # it died before reading; its exit says so

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
        """Whether a run that was not asked yet is still there: it says nothing, nor hangs up."""
        return not select.select([self._channel], [], [], 0)[0]

    def step_back(self) -> None:
        """Let other processes go before this one, which takes long."""
        try:
            facts = Path(f"/proc/self/fdinfo/{self._known_handle()}").read_text("ascii")
            pid = next(line.split()[1] for line in facts.splitlines() if line.startswith("Pid:"))
            os.setpriority(os.PRIO_PROCESS, int(pid), _NICER)
        except (OSError, StopIteration):
            pass  # it has ended, or this system does not tell; the others wait a little longer

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
            self._fate.settimeout(_END_SECONDS)
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


def _killed(handle: int) -> bool:
    """Kill the process of `handle`; whether it was still there."""
    try:
        signal.pidfd_send_signal(handle, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True
