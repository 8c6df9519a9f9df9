"""backward, zero_grad, step and clipping in an order that wastes them."""

from tests.findings.programs import Positive

START = """import torch
from torch import nn
torch.manual_seed(0)
net = nn.Linear(2, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
data = [(torch.randn(3, 2), torch.randn(3, 1)) for _ in range(4)]
"""
LOSS = "((net(x) - y) ** 2).mean()"
SCALER = "scaler = torch.amp.GradScaler('cpu')\n"
CLIP = "nn.utils.clip_grad_norm_(net.parameters(), 0.01)"


def loop(*lines, start=START):
    """A program whose loop has these lines."""
    return start + "for x, y in data:\n" + "".join(f"    {line}\n" for line in lines)


ZERO, BACK, STEP = "opt.zero_grad()", f"{LOSS}.backward()", "opt.step()"
SCALED = (ZERO, f"scaler.scale({LOSS}).backward()")

POSITIVE = {
    "zero_grad between backward and step": Positive(
        loop(BACK, ZERO, STEP), 10,
        ("All 4 steps of SGD on line 10 find no gradient: line 9 empties", "on line 8 fills"),
        ("第 9 行清空了第 8 行",), fixed=loop(BACK, STEP, ZERO)),
    "zero_grad and step, and then backward": Positive(
        loop(ZERO, STEP, BACK), 9, ("line 8 empties what the backward on line 10",),
        fixed=loop(ZERO, BACK, STEP)),
    "one turn": Positive(
        START + f"x, y = data[0]\n{BACK}\nnet.zero_grad()\nopt.step()\n", 10,
        ("The step of SGD on line 10 finds no gradient: line 9",), ("第 10 行",),
        fixed=START + f"x, y = data[0]\nnet.zero_grad()\n{BACK}\nopt.step()\n"),
    "step before backward": Positive(
        loop("loss = " + LOSS, STEP, ZERO, "loss.backward()"), 9,
        ("Of the 4 steps of SGD on line 9 the first", "backward on line 11"), ("第 11 行的最后",),
        fixed=loop(ZERO, "loss = " + LOSS, "loss.backward()", STEP)),
    "step at the beginning of each turn": Positive(
        loop(STEP, ZERO, BACK), 8, ("step() comes before backward()",), (),
        fixed=loop(ZERO, BACK, STEP)),
    "no step": Positive(
        loop(ZERO, BACK), 9, ("4 backward calls fill the gradients of net.weight and net.bias",
                              "SGD on line 5 holds", "never takes a step"), ("一步也没有走",),
        fixed=loop(ZERO, BACK, STEP)),
    "clipped after the step": Positive(
        loop(ZERO, BACK, STEP, CLIP), 11,
        ("clip_grad_norm_ on line 11", "the step on line 10 has used"), ("第 10 行的优化步",),
        fixed=loop(ZERO, BACK, CLIP, STEP)),
    "clipped before it is unscaled": Positive(
        loop(*SCALED, CLIP, "scaler.step(opt)", "scaler.update()", start=START + SCALER), 11,
        ("before unscale_ on line 12",), ("第 12 行的 unscale_",),
        fixed=loop(*SCALED, "scaler.unscale_(opt)", CLIP, "scaler.step(opt)", "scaler.update()",
                   start=START + SCALER)),
    "a scheduler before the first step": Positive(
        START + "plan = torch.optim.lr_scheduler.StepLR(opt, 1)\n" + loop(
            "plan.step()", ZERO, BACK, STEP, start=""), 9,
        ("The scheduler on line 9",), ("第 9 行的调度器",), "note"),
}  # fmt: skip

NEGATIVE = {
    "the usual order": loop(ZERO, BACK, STEP),
    "emptied at the end of a turn": loop(BACK, STEP, ZERO),
    "clipped, and then the step": loop(ZERO, BACK, CLIP, STEP),
    "unscaled, clipped, and then the step": loop(
        *SCALED, "scaler.unscale_(opt)", CLIP, "scaler.step(opt)", "scaler.update()",
        start=START + SCALER),
    "a closure": START + f"def closure():\n    opt.zero_grad()\n    loss = {LOSS}\n"
        "    loss.backward()\n    return loss\nfor x, y in data:\n    opt.step(closure)\n",
    "accumulation, the step at the beginning of a turn": START
        + "for i, (x, y) in enumerate(data):\n    if i and i % 2 == 0:\n        opt.step()\n"
        f"        opt.zero_grad()\n    ({LOSS} / 2).backward()\nopt.step()\n",
    "an optimizer that only empties, for gradients that are read": START + "norms = []\n" + loop(
        ZERO, BACK, "norms.append(net.weight.grad.norm())", start=""),
    "gradients that are clipped to be looked at": loop(
        ZERO, BACK, STEP, start=START) + f"print({CLIP} >= 0)\nopt.step()\n",
    "a scheduler after the step": START + "plan = torch.optim.lr_scheduler.StepLR(opt, 1)\n" + loop(
        ZERO, BACK, STEP, "plan.step()", start=""),
    "an optimizer that has not come to its turn": START
        + "late = torch.optim.Adam(net.parameters())\n" + loop(ZERO, BACK, STEP, start=""),
}  # fmt: skip
