"""Rewritten programs at work: they compute what the original computes, and tell a valid tape."""

import builtins

import pytest

from autograd.frontend import import_hook
from autograd.recording.recorder import Recorder, record
from server.sandbox import inserted_calls, instrument
from server.sandbox.event_schema import is_event
from tests.web.frames import Fold

import_hook.install()
import torch  # noqa: E402  which is our engine here


@pytest.fixture
def play(monkeypatch):
    """Runs code as a snippet runs, recorded; answers its namespace and its events."""

    def play(code, limit=None):
        recorder = Recorder(instrument.FILENAME, limit)
        recorder.on_full(lambda: vars(builtins).update(inserted_calls.SILENT))
        told = inserted_calls.functions(recorder.inserted_calls)
        for name, function in {**told, instrument.VALUE: lambda value, line: None}.items():
            monkeypatch.setattr(builtins, name, function, raising=False)
        space = {"__name__": "__main__"}
        with record(recorder):
            exec(instrument.compiled(code), space)
        return space, recorder.drain()

    return play


@pytest.mark.parametrize(
    "code",
    [
        '"""Doc."""\nfrom __future__ import annotations\n'
        "def f(x: Missing): return f.__annotations__\nr = f(1)",
        "from math import *\nr = floor(2.5)",
        "def f(x):\n    '''doc'''\n    return f.__doc__\nr = f(1)",
        "def g(n):\n    for i in range(n):\n        got = yield i\nr = list(g(3))",
        "x = 1\ndel x\nr = 'x' in globals()",
        "class C:\n    __x = 5\n    def m(self):\n        __y = self.__x\n        return __y\n"
        "r = C().m()",
        "from enum import Enum\nclass E(Enum):\n    A = 1\n    B = 2\nr = [e.name for e in E]",
        "from dataclasses import dataclass\n@dataclass\nclass P:\n    a: int = 1\nr = repr(P())",
        "def f():\n    x = 1\n    def g():\n        nonlocal x\n        x += 1\n        return x\n"
        "    return g()\nr = f()",
        "import asyncio\nasync def f(x):\n    async for i in h():\n        x += i\n    return x\n"
        "async def h():\n    yield 1\ncoroutine = f(1)\ntry:\n    coroutine.send(None)\n"
        "except StopIteration as stop:\n    r = stop.value",
        "r = __name__",
        "def f(a, b=2):\n    c = [x for x in (a, b)]\n    return locals()\nr = f(1)",
        "import inspect\ndef f(a, *b, c: int = 3, **d): return a\nr = str(inspect.signature(f))",
        "def f(n):\n    try:\n        return n\n    finally:\n        n = 5\nr = f(1)",
        "def f():\n    for k in range(3):\n        try:\n            return k\n"
        "        finally:\n            if k < 2:\n                continue\nr = f()",
        "def g():\n    r = yield 1\n    return r\ndef h():\n    r = yield from g()\n"
        "    yield r\ni = h()\nr = [next(i), i.send(5)]",
        "def g():\n    try:\n        yield 1\n    except ValueError as e:\n        yield str(e)\n"
        "i = g()\nr = [next(i), i.throw(ValueError('x'))]",
        "f = lambda *a, k=1: (a, k)\nr = f(1, 2, k=3)",
        "class C:\n    n = 2\n    rows = [[i] for i in range(n)]\n    f = lambda self: self.n\n"
        "r = (C.rows, C().f())",
        "x = 1\nclass C:\n    x = 2\n    def m(self): return x\nr = C().m()",
        "r = [(i, j) for i in range(3) if i for j in range(i) if j >= 0]",
        "r = {k: v for k, v in zip('ab', (n * n for n in range(2)))}",
        "def f():\n    x = []\n    def g():\n        x.append(1)\n        return x\n"
        "    g(); x[0] += 4; del x[:0]\n    return x\nr = f()",
        "try:\n    try:\n        1 / 0\n    except ZeroDivisionError as e:\n        raise\n"
        "except ZeroDivisionError as e:\n    pass\nr = 'e' in globals()",
        "for i in range(3):\n    try:\n        [][i]\n    except IndexError as e:\n"
        "        if i < 2: continue\n        break\nr = (i, 'e' in globals())",
        "def f():\n    if False:\n        x = []\n    try:\n        x.append(1)\n"
        "    except UnboundLocalError:\n        return 'unbound'\nr = f()",
        "def f(x):\n    y = x and x.pop()\n    return (lambda: x)(), y\nr = f([1, 2])",
        "import weakref\nclass C: pass\nc = C()\ngone = weakref.ref(c)\nd = [c]\nd.pop()\n"
        "del c\nr = gone() is None",
        "async def g():\n    for i in range(2):\n        yield i\n"
        "async def f(): return [i async for i in g()]\nc = f()\ntry:\n    c.send(None)\n"
        "except StopIteration as stop:\n    r = stop.value",
        "def depth(n):\n    try:\n        return depth(n + 1)\n    except RecursionError:\n"
        "        return 'deep'\nr = depth(0)",
        "exec('def f(x):\\n    y = x\\n    return y')\nr = f(3)",
        "def f(a):\n    global g\n    g = a\n    del g\n    return 'g' in globals()\nr = f(1)",
        "def outer():\n    n = 0\n    def f():\n        nonlocal n\n        n += 1\n"
        "        return n\n    return f() + f()\nr = outer()",
        "match [1, {'k': 2}]:\n    case [a, {'k': b}] if b > a:\n        r = a + b",
        "def f():\n    '''doc'''\nr = (f(), f.__doc__, f.__code__.co_varnames)",
    ],
)
def test_the_rewritten_program_computes_what_the_original_does(play, code):
    plain = {"__name__": "__main__"}
    exec(compile(code, "<plain>", "exec", dont_inherit=True), plain)
    space, events = play(code)
    assert space["r"] == plain["r"]
    assert all(map(is_event, events))


HOSTILE = """
import types

class Evil:
    ran = []
    def __getattribute__(self, name):
        Evil.ran.append(name)
        raise RuntimeError(name)
    def __repr__(self):
        Evil.ran.append("repr")
        return "evil"
    __str__ = __len__ = __iter__ = __hash__ = __bool__ = __repr__
    def __eq__(self, other):
        Evil.ran.append("eq")
        return True
    @property
    def __class__(self):
        Evil.ran.append("class")
        return list

class Meta(type):
    def __getattribute__(cls, name):
        Evil.ran.append("meta " + name)
        return type.__getattribute__(cls, name)
    def __instancecheck__(cls, one):
        Evil.ran.append("instance")
        return True
    __subclasscheck__ = __instancecheck__

class Odd(metaclass=Meta):
    pass

class Items(dict):
    def items(self):
        Evil.ran.append("items")
        return 5
    __len__ = __iter__ = items

class Numbers(list):
    def __iter__(self):
        Evil.ran.append("iter")
        raise KeyError
    __len__ = __getitem__ = __repr__ = __iter__

Evil.ran.clear()
evil, odd = Evil(), Odd()
many = [evil, odd, Items(a=evil), Numbers([evil, 1])]
table = Items(a=1, b=[evil])
numbers = Numbers([1, 2, 3])
pair = (evil, {1: odd})
def take(x, *rest, **named):
    y = x
    return y
for each in many:
    kept = take(each, each, each=each)
evil = odd
many.append(kept)
done = [take(x) for x in (1, 2)]
seen = list(Evil.ran)
"""


def test_no_code_of_the_programs_own_runs_where_its_values_are_told(play):
    space, events = play(HOSTILE)
    assert space["seen"] == []
    texts = {event["name"]: event["text"] for event in events if event["kind"] == "value"}
    assert texts["numbers"] == "[1, 2, 3]" and texts["table"] == "{'a': 1, 'b': [Evil(…)]}"
    assert texts["pair"] == "(Evil(…), {1: Odd(…)})"


JUNK = [None, -1, "x", [], {}, (1, 2), 5.5, "\ud800", 10**30, lambda *_: 1 / 0, object(),
        torch.ones(1), [torch.ones(1)]]


@pytest.mark.parametrize("name", inserted_calls.NAMES)
def test_a_program_that_calls_what_tells_of_it_leaves_a_valid_tape(name, play, monkeypatch):
    code = (
        "def attack(call, junk, count):\n"
        "    for k in range(len(junk)):\n"
        "        try:\n"
        "            call(*[junk[(k + i) % len(junk)] for i in range(count)])\n"
        "        except Exception as error:\n"
        "            last = error\n"
        f"for count in range(7):\n    attack({name}, JUNK, count)\n"
        "after = 1\n"
    )
    monkeypatch.setattr(builtins, "JUNK", JUNK, raising=False)
    _, events = play(code)
    assert all(map(is_event, events))
    assert [event["text"] for event in events if event.get("name") == "after"] == ["1"]


@pytest.mark.parametrize("limit", range(0, 60, 7))
def test_a_program_goes_on_when_its_tape_is_full(limit, play):
    code = (
        "def f(x, *rest):\n    y = [k * x for k in range(3)]\n    return (lambda z: z + 1)(y[-1])\n"
        "def g(n):\n    for i in range(n):\n        got = yield i\n"
        "r = [f(i) for i in g(3)]\ntry:\n    1 / 0\nexcept ZeroDivisionError as e:\n    s = 1\n"
    )
    space, events = play(code, limit)
    assert space["r"] == [1, 3, 5] and space["s"] == 1
    assert all(map(is_event, events))
    fold = Fold()
    for event in events:
        fold.take(event)
