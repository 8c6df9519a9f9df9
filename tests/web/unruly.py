"""A program for workers that does what none should: tests see what comes of it."""

import ctypes
import json
import os
import signal
import socket
import threading
import time

import orjson

from server.workers import message


def forever():
    while True:
        pass


def grow():
    kept = []
    while True:
        kept.append(bytes(2**20))


def crash():
    ctypes.string_at(0)


def stop():
    signal.raise_signal(signal.SIGSTOP)


def tried(attempt):
    """Whether something that is forbidden worked."""
    try:
        attempt()
    except (OSError, RuntimeError):
        return False
    return True


ATTEMPTS = {
    "open a file": lambda: os.open("/etc/passwd", os.O_RDONLY),
    "open a socket": lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM),
    "start a process": lambda: os.fork() or os._exit(0),
    "start a thread": lambda: threading.Thread(target=print).start(),
    "signal the one that bore it": lambda: os.kill(os.getppid(), 0),
}
DEEDS = {"forever": forever, "grow": grow, "crash": crash, "stop": stop,
         "sleep": lambda: time.sleep(3600), "leave": lambda: os._exit(0)}  # fmt: skip


class Unruly:
    """Does what it is asked to, and answers with its process id."""

    def install(self):
        """Nothing needs to be changed."""

    def wake(self):
        """Nothing needs to be started."""

    def serve(self, source, sink):
        """Serve until the other side leaves."""
        while True:
            try:
                asked = json.loads(message.read_from(source, 2**20)[0])
            except message.Broken:
                os._exit(0)
            if asked["task"] in DEEDS:
                DEEDS[asked["task"]]()
            time.sleep(asked.get("seconds", 0))
            found = [name for name, attempt in ATTEMPTS.items() if tried(attempt)]
            status = asked.get("status", [asked.get("error"), asked.get("is_last", False)])
            told = orjson.dumps({"pid": os.getpid(), "found": found, "open": open_descriptors()})
            message.write_to(sink, [orjson.dumps(status), told])


def open_descriptors():
    """How many descriptors are open."""
    found = 0
    for number in range(256):
        try:
            os.fstat(number)
            found += 1
        except OSError:
            pass
    return found


def start(settings):
    """The program."""
    return Unruly()


prepare = start
