"""How fast the engine is beside torch, HIPS autograd, micrograd and TorchLens.

    python benchmarks/engine.py --peers PYTHON

`PYTHON` is an interpreter that has torch 2.13.0, autograd, micrograd and torchlens installed (they
cannot share ours: HIPS autograd has our package's name). All engines take turns in one run, one
thread each; every figure is a median of medians of CPU time, which other processes disturb less
than the clock, every ratio is to torch in the same run. With the recorder on, the program is the
snippet whose lines are told; "written out" includes making JSON-ready events of the tape.
docs/architecture.md has the figures.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
START = "import sys; exec(compile(sys.argv[1], '<snippet>', 'exec'))"
LINE = "import json, sys, time; job = json.loads(sys.argv[2])\n"

# Each program defines `once()`: one forward and backward of the job's size.
TORCH_CHAIN = """
import torch
torch.set_num_threads(1) if hasattr(torch, "set_num_threads") else None
x = torch.ones(4, requires_grad=True)
w = torch.full((4,), 1.0001)
def once():
    y = x
    for _ in range(job["ops"] // 2):
        y = y * w
        y = y + w
    y.backward(w)
"""
TORCH_MLP = """
import torch
torch.set_num_threads(1) if hasattr(torch, "set_num_threads") else None
torch.manual_seed(0)
x, t = torch.randn(64, 784), torch.randn(64, 10)
w1 = (torch.randn(784, 256) * 0.05).requires_grad_()
b1 = torch.zeros(256, requires_grad=True)
w2 = (torch.randn(256, 10) * 0.05).requires_grad_()
b2 = torch.zeros(10, requires_grad=True)
def once():
    loss = ((torch.relu(x @ w1 + b1) @ w2 + b2 - t) ** 2).mean()
    loss.backward()
    with torch.no_grad():
        for p in (w1, b1, w2, b2):
            p -= 0.01 * p.grad
            p.grad = None
"""
HIPS_CHAIN = """
import autograd.numpy as np
from autograd import grad
w = np.full(4, 1.0001, dtype=np.float32)
def f(x):
    y = x
    for _ in range(job["ops"] // 2):
        y = y * w
        y = y + w
    return np.sum(y * w)
g = grad(f)
x = np.ones(4, dtype=np.float32)
def once():
    g(x)
"""
MICROGRAD_CHAIN = """
from micrograd.engine import Value
sys.setrecursionlimit(100_000)
x = Value(1.0)
def once():  # of scalars: the nearest thing that micrograd has
    y = x
    for _ in range(job["ops"] // 2):
        y = y * 1.0001
        y = y + 1.0001
    y.backward()
"""
OURS = "from autograd.frontend import import_hook as face; face.install()\n"
RECORDED = """
from autograd.recording.recorder import record
plain = once
def once():
    with record():
        plain()
"""
WRITTEN_OUT = """
from autograd.recording.recorder import record
plain = once
def once():
    with record() as recorder:
        plain()
    recorder.drain()
"""
# A whole program as the sandbox records it: as it is, or rewritten to tell frames and values.
PROGRAM = """
import builtins, types
from autograd.frontend import import_hook as face
face.install()
from autograd.recording.recorder import Recorder, record
from server.sandbox import inserted_calls, instrument
if job["told"]:
    program = instrument.compiled(job["code"])
else:
    program = compile(job["code"], instrument.FILENAME, "exec")
def once():
    recorder = Recorder(instrument.FILENAME)
    vars(builtins).update(inserted_calls.functions(recorder.inserted_calls))
    vars(builtins)[instrument.VALUE] = lambda value, line: None
    sys.modules["__main__"] = main = types.ModuleType("__main__")
    with record(recorder):
        exec(program, main.__dict__)
"""
MLP_LOOP = """
import torch
from torch import nn
torch.manual_seed(0)
class MLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1, self.fc2 = nn.Linear(64, 128), nn.Linear(128, 10)
    def forward(self, x):
        h = torch.relu(self.fc1(x))
        return self.fc2(h)
x, t = torch.randn(64, 64), torch.randn(64, 10)
net, losses = MLP(), []
opt = torch.optim.SGD(net.parameters(), lr=0.01)
for step in range(100):
    loss = ((net(x) - t) ** 2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    losses.append(loss.item())
"""
GPT = (ROOT / "tests" / "web" / "people" / "gpt.py").read_text("utf-8").replace(
    "vocab=11, c=8, layers=2, heads=2", "vocab=64, c=64, layers=3, heads=4",
).replace("in range(2)", "in range(20)")
TORCHLENS_CHAIN = """
import torch, torchlens, warnings
warnings.simplefilter("ignore")
torch.set_num_threads(1)
class Chain(torch.nn.Module):
    def forward(self, x):
        y = x
        for _ in range(job["ops"] // 2):
            y = y * 1.0001
            y = y + 1.0001
        return y.sum()
net, x = Chain(), torch.ones(4, requires_grad=True)
def once():
    torchlens.trace(net, x)
"""
IMPORTED = """
import numpy
began = time.process_time()
from autograd.frontend import import_hook as face
face.install()
import torch
print(time.process_time() - began)
"""
TIMING = """
for _ in range(job["warm"]):
    once()
samples = []
for _ in range(job["samples"]):
    began = time.process_time()
    once()
    samples.append(time.process_time() - began)
print(sorted(samples)[len(samples) // 2])
"""


def measure(interpreter: str, program: str, timing: str = TIMING, **job) -> float:
    """Seconds of one `once()` of `program`, the median of one process; or what `timing` prints."""
    job = {"ops": 500, "warm": 3, "samples": 15} | job
    environment = os.environ | {
        "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1",
        "PYTHONPATH": str(ROOT) if interpreter == sys.executable else "",
        "PYTHONDONTWRITEBYTECODE": "",  # the first import may compile
    }
    done = subprocess.run(
        [interpreter, "-c", START, LINE + program + timing, json.dumps(job)],
        env=environment, capture_output=True, text=True, check=False, cwd="/",
    )
    if done.returncode:
        raise SystemExit(done.stderr)
    return float(done.stdout.split()[-1])


def side_by_side(rounds: int, contenders: dict) -> dict[str, float]:
    """The contenders in turn, `rounds` times: the median of each."""
    results: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, (interpreter, program, job) in contenders.items():
            results[name].append(measure(interpreter, program, **job))
    return {name: statistics.median(values) for name, values in results.items()}


def show(title: str, times: dict[str, float], reference: str) -> None:
    """One table: milliseconds, and the ratio to the reference of the same run."""
    print(f"\n{title}")
    for name, seconds in times.items():
        print(f"  {name:<28} {seconds * 1e3:10.3f} ms   {seconds / times[reference]:6.2f} x")


def main() -> None:
    """Print every figure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peers", required=True, help="interpreter with the other engines")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    us, them = sys.executable, options.peers
    few = {"warm": 1, "samples": 3}
    show("500-op chain on 4 elements, forward and backward", side_by_side(options.rounds, {
        "torch 2.13": (them, TORCH_CHAIN, {}),
        "ours": (us, OURS + TORCH_CHAIN, {}),
        "ours, recorder on": (us, OURS + TORCH_CHAIN + RECORDED, {}),
        "ours, written out": (us, OURS + TORCH_CHAIN + WRITTEN_OUT, few),
        "HIPS autograd": (them, HIPS_CHAIN, {}),
        "micrograd (scalars)": (them, MICROGRAD_CHAIN, {}),
        "TorchLens (forward only)": (them, TORCHLENS_CHAIN, few),
    }), "torch 2.13")
    show("MLP step 64 x 784-256-10", side_by_side(options.rounds, {
        "torch 2.13": (them, TORCH_MLP, {}),
        "ours": (us, OURS + TORCH_MLP, {}),
        "ours, recorder on": (us, OURS + TORCH_MLP + RECORDED, {}),
        "ours, written out": (us, OURS + TORCH_MLP + WRITTEN_OUT, few),
    }), "torch 2.13")
    long = side_by_side(options.rounds, {
        "500 ops": (us, OURS + TORCH_CHAIN, {}),
        "10,000 ops": (us, OURS + TORCH_CHAIN, {"ops": 10_000, "samples": 5}),
    })
    per_op = {name: t / ops for (name, t), ops in zip(long.items(), (500, 10_000))}
    show("per op, by the length of the chain", per_op, "500 ops")
    for title, code in (("MLP, 100 steps", MLP_LOOP), ("nanoGPT, 20 steps", GPT)):
        job = {"code": code, "warm": 1, "samples": 5}
        show(f"frames and values: {title}", side_by_side(options.rounds, {
            "recorded": (us, PROGRAM, job | {"told": False}),
            "recorded with frames, values": (us, PROGRAM, job | {"told": True}),
        }), "recorded")
    starts = [measure(us, IMPORTED, "") for _ in range(options.rounds + 1)][1:]
    print(f"\nimport torch, beyond numpy {statistics.median(starts) * 1e3:21.3f} ms")


if __name__ == "__main__":
    main()
