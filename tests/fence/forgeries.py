"""Programs that write into the channel of their own results what no recorder would."""

CHANNEL = """
import os, struct, time
def raw(data):
    for number in range(3, 64):
        try: return os.write(number, data)
        except OSError: pass
def send(kind, text, length=None):
    raw(struct.pack(">cI", kind, len(text) if length is None else length) + text)
"""
FORGED = {
    "noise": "raw(b'\\xff' * 99)",
    "a second beginning": "send(b'R', b'{\"engine\":\"x\"}')",
    "a frame of four gigabytes": "send(b'T', b'', 2**32 - 1)",
    "an event of no kind": 'send(b\'T\', b\'{"events":[{"kind":"x"}],"ops":{}}\')',
    "an event without a field": 'send(b\'T\', b\'{"events":[{"kind":"free"}],"ops":{}}\')',
    "a number that is none": "send(b'T', b'{\"events\":NaN,\"ops\":{}}')",
    "a deep nest": "send(b'T', b'[' * 10**6)",
    "a text that is not UTF-8": "send(b'T', b'\"\\xff\"')",
    "a list of many lists": "send(b'T', b'[' + b'[],' * 10**5 + b'[]]')",
    "an end of no kind": 'send(b\'E\', b\'{"kind":"won","limit":null,"line":null,"status":null}\')',
    "half a head": "raw(b'T')\nos._exit(0)",
    "half a frame": "send(b'T', b'{', 100)\nos._exit(0)",
}


def forging(code: str) -> str:
    """A snippet that writes into its own channel, and comes to its end."""
    return f"{CHANNEL}{code}\ntime.sleep(0.1)\n"
