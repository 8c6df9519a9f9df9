"""Anomaly mode tells where the program made a node, not who runs the program."""

import sys
import types

from autograd.engine import anomaly_mode
from autograd.frontend import import_hook

import_hook.install()
import torch  # noqa: E402


def test_the_stack_of_a_node_begins_with_the_program(monkeypatch):
    main = types.ModuleType("__main__")
    main.__dict__.update(torch=torch)
    monkeypatch.setitem(sys.modules, "__main__", main)
    anomaly_mode.set_anomaly_enabled(True)
    try:
        exec(compile("def made(x):\n    return x.sqrt()\n\ny = made(torch.ones(1, "
                     "requires_grad=True))", "<program>", "exec"), main.__dict__)
    finally:
        anomaly_mode.set_anomaly_enabled(False)
    assert main.y.grad_fn.metadata["traceback_"] == [
        '  File "<program>", line 4, in <module>\n', '  File "<program>", line 2, in made\n']
