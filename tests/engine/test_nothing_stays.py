"""What a program lets go of goes at once: no history and no call is part of a cycle of references.

Python searches for cycles rarely, and a loop that leaves some behind would fill the memory.
"""

import json
import subprocess
import sys

import pytest

COUNTED = """
import gc, json, sys
import torch
from torch.utils.checkpoint import checkpoint

class Saves(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(x, y)
        return y
    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.saved_tensors[1]

def cubed(x):
    return (x**3).sum()

def left_by(lines):
    steps = compile(lines, "<steps>", "exec")
    def run():
        exec(steps, globals() | {"leaf": torch.ones(3, requires_grad=True)})
    run()  # what is loaded by the way stays
    gc.collect()
    gc.set_debug(gc.DEBUG_SAVEALL)
    run()
    gc.collect()
    gc.set_debug(0)
    kinds = sorted({type(each).__name__ for each in gc.garbage})
    gc.garbage.clear()
    return kinds

gc.disable()
print(json.dumps([left_by(lines) for lines in json.loads(sys.argv[1])]))
"""
STEPS = {
    "an op that saves its result": "leaf.exp().sigmoid().tanh().softmax(0)",
    "backward": "cubed(leaf).backward()",
    "second order": "torch.autograd.grad(torch.autograd.grad(cubed(leaf), leaf, "
                    "create_graph=True)[0].sum(), leaf)",
    "a write through a view": "copy = leaf.clone(); copy[0] = 1; copy.sum()",
    "a write into a view": "view = leaf.clone().view(1, 3); view.mul_(2).sum().backward()",
    "a write that saves its result": "torch.nn.functional.relu(leaf.clone().view(3), inplace=True)",
    "a custom function": "Saves.apply(leaf)",
    "hooks": "leaf.register_hook(print.__class__); (leaf * 2).register_hook(lambda g: None)",
    "a checkpoint": "checkpoint(lambda x: x.sin().exp().sin(), leaf, use_reentrant=False)",
    "a checkpoint run again": "checkpoint(torch.exp, leaf, use_reentrant=False).sum().backward()",
    "a mapped function": "torch.vmap(lambda x: x * 2)(torch.ones(2, 3))",
    "gradients of slices": "torch.vmap(torch.func.grad(cubed))(torch.ones(2, 3))",
    "a Jacobian": "torch.func.jacrev(torch.sin)(leaf)",
    "a Hessian": "torch.func.hessian(cubed)(torch.ones(3))",
    "a direction": "torch.func.jvp(torch.sin, (leaf.detach(),), (leaf.detach(),))",
    "a layer": "torch.nn.LSTM(3, 3)(leaf.view(1, 1, 3))[0].sum().backward()",
    "an optimizer": "step = torch.optim.Adam([leaf]); cubed(leaf).backward(); step.step()",
}


@pytest.fixture(scope="module")
def left(tmp_path_factory):
    """By name, the types of what each program's second run left in cycles."""
    program = tmp_path_factory.mktemp("cycles") / "program.py"
    program.write_text(COUNTED)
    done = subprocess.run(
        [sys.executable, "-m", "autograd", str(program), json.dumps(list(STEPS.values()))],
        text=True, check=True, stdout=subprocess.PIPE)
    return dict(zip(STEPS, json.loads(done.stdout.splitlines()[-1]), strict=True))


@pytest.mark.parametrize("name", STEPS)
def test_it_leaves_no_cycle_behind(name, left):
    assert left[name] == []
