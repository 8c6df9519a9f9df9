"""The strong fence, on Linux: every run is a fork of a zygote, confined before it reads code."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterable
from dataclasses import asdict

from .confined_process import BIRTH_SECONDS, Confined
from .isolation import ESSENTIAL, LEFT_OUT, Options
from .python_process import FLAGS, bootstrap, environment
from .role import Role, snippets

# The longest time until a zygote has loaded everything, on a slow machine.
_START_SECONDS = 30.0
# Runs forked and confined in advance, so that a request does not wait for a fork.
SPARE_RUNS = 2
# After so many runs a zygote is replaced, before anything that it may leak can add up.
RUNS_PER_ZYGOTE = 2_000
# After this time a retired zygote is killed: one of workers in seconds, one of runs in multiples of
# a run's wall clock limit. A run that waits for a processor takes longer than that limit.
_RETIREMENT_SECONDS, _RUN_LENGTHS = 120.0, 5.0


class Unfenced(Exception):
    """Raised when this machine cannot have the strong fence; the text has the reason."""


class Strong:
    """Keeps a zygote, and a few runs that wait for their code. Threads may share one.

    Raises Unfenced when the machine lacks an essential layer.
    """

    strength = "strong"

    def __init__(self, config, without: tuple[str, ...] = (), role: Role | None = None):
        self._options = Options(role or snippets(config), without)
        self._patience = _RUN_LENGTHS * config.wall_seconds if config else _RETIREMENT_SECONDS
        self._lock = threading.Lock()
        self._renewal: threading.Thread | None = None
        self._zygote = Zygote(self._options)
        self._spare = deque(self._zygote.bear() for _ in range(SPARE_RUNS))
        self.layers = self._zygote.layers

    def start(self, request: Iterable[bytes], until: float) -> Confined:
        """Return a run that was sent `request`, by the monotonic time `until`.

        Raises OSError when there can be none.
        """
        run = self._taken()
        run.send(request, until)
        self._provide()  # only now, so that the run does not share the processor with a fork
        return run

    def close(self) -> None:
        """Retire the zygote, which exits after its last run."""
        if renewal := self._renewal:
            renewal.join()
        with self._lock:
            while self._spare:
                self._spare.popleft().leave()
            self._zygote.retire(self._patience)

    def _taken(self) -> Confined:
        """Return a run that waits for its request; from a new zygote if the old one has died."""
        with self._lock:
            run = self._next()
            while run is not None and run.is_born(BIRTH_SECONDS):
                if run.waits():
                    return run
                run.leave()
                run = self._next()
            if run is not None:
                run.leave()
            # The zygote is gone, or does not answer because it is stopped.
            self._change(self._raised())
            return self._spare.popleft()

    def _next(self) -> Confined | None:
        """Return a run that is forked, or about to be; None when the zygote is gone."""
        if self._spare:
            return self._spare.popleft()
        try:
            return self._zygote.bear()
        except OSError:
            return None

    def _provide(self) -> None:
        """Fork one more spare run; start a new zygote if this one has forked many."""
        with self._lock:
            with contextlib.suppress(OSError):  # it died, which the next request finds
                self._spare.append(self._zygote.bear())
            if self._zygote.born > RUNS_PER_ZYGOTE and not self._renewal:
                self._renewal = threading.Thread(target=self._renew, daemon=True)
                self._renewal.start()

    def _renew(self) -> None:
        """Start the next zygote while the old one serves, so that nobody waits for it."""
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
        """Replace the current zygote by `fresh`."""
        while self._spare:
            self._spare.popleft().leave()
        self._zygote.retire(self._patience)
        self._zygote = fresh
        self._spare.extend(fresh.bear() for _ in range(SPARE_RUNS))


class Zygote:
    """A zygote process, seen from the server; `layers` are the layers of its runs."""

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
                    # Ctrl+C, and a notebook's interrupt, are meant for the server.
                    start_new_session=True,
                )
            except OSError as error:
                ours.close()
                raise Unfenced(
                    f"The process that runs are born from cannot start: {error}."
                ) from None
        self._control = ours
        self.layers = self._greeting()

    def bear(self) -> Confined:
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

    def retire(self, patience: float) -> None:
        """Close the control socket; kill the zygote unless it exits within `patience` seconds."""
        self._control.close()
        threading.Thread(target=self._end, args=[patience], daemon=True).start()

    def _end(self, patience: float) -> None:
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            self._kill()

    def _kill(self) -> None:
        """Kill the zygote and the process it continues as; their children die with them."""
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _greeting(self) -> dict[str, str | None]:
        """Return the layers that the zygote sends when it is ready. Raises Unfenced."""
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
        self._kill()
        self._control.close()
        raise Unfenced(f"The process that runs are born from is not safe: {why}.")
