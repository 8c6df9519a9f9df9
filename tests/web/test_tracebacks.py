"""Tracebacks as a program prints them: its own frames, not those of the engine or the sandbox."""

import pytest


FAILING = """
import logging, traceback, torch
def fail():
    torch.ones(2) + torch.ones(3)
class Doubled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return 2 * x
    @staticmethod
    def backward(ctx, grad):
        return grad.nowhere
"""
WORDS = "The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 0"


@pytest.fixture(scope="module")
def printed(sandbox):
    """What `FAILING` and some more lines print, as lines."""

    def printed(code):
        events = sandbox.run(FAILING + code, 0).events
        return "".join(e["text"] for e in events if e["kind"] == "print").splitlines()

    return printed


def test_a_printed_traceback_is_that_of_the_program(printed):
    lines = printed("try:\n    fail()\nexcept RuntimeError:\n    traceback.print_exc()")
    assert lines == [
        "Traceback (most recent call last):",
        '  File "<snippet>", line 13, in <module>',
        "    fail()",
        '  File "<snippet>", line 4, in fail',
        "    torch.ones(2) + torch.ones(3)",
        "    ~~~~~~~~~~~~~~^~~~~~~~~~~~~~~",
        f"RuntimeError: {WORDS}",
    ]


def test_a_log_shows_the_same(printed):
    lines = printed("try:\n    fail()\nexcept RuntimeError:\n    logging.exception('bad')")
    assert lines[0] == "ERROR:root:bad" and lines[-1] == f"RuntimeError: {WORDS}"
    assert sum("File" in line for line in lines) == 2


def test_what_the_program_itself_caught_before_is_told(printed):
    lines = printed(
        "try:\n    try:\n        fail()\n    except RuntimeError:\n        1 / 0\n"
        "except ZeroDivisionError:\n    traceback.print_exc()")
    assert f"RuntimeError: {WORDS}" in lines and lines[-1] == "ZeroDivisionError: division by zero"
    assert sum(line.startswith("Traceback") for line in lines) == 2


def test_functions_that_the_engine_calls_stand_in_it(printed):
    lines = printed(
        "x = torch.ones(2, requires_grad=True)\ntry:\n    Doubled.apply(x).sum().backward()\n"
        "except AttributeError as e:\n    print([f.name for f in traceback.extract_tb("
        "e.__traceback__)])")
    assert lines == ["['<module>', 'backward']"]


def test_a_stack_begins_with_the_program(printed):
    assert printed("print([f.lineno for f in traceback.extract_stack()])") == ["[12]"]
