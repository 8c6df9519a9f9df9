"""A lesson as a notebook, with each way to show a player and one to be refused."""

from __future__ import annotations

import json
from pathlib import Path

SETUP = """\
%load_ext tapescope
import math
import numpy as np, torch, tapescope
A = np.arange(6.).reshape(2, 3)
w = torch.tensor([1., 2., 3.], requires_grad=True)
def f(t):
    return (t ** 2).sum() * math.pi"""
CELL = """\
%%tapescope
import torch
x = torch.tensor(2.0, requires_grad=True)
y = x * x
y.backward()
"""
NAMES = """\
%%tapescope --with torch,np,A,w,f
X = torch.tensor(A, dtype=torch.float32)
loss = f(X @ w)
loss.backward()
print(w.grad)"""
LINE = "%tapescope --with torch x = torch.ones(2, requires_grad=True); (x * 3).sum().backward()"
LOOP = """\
for k in range(2):
    code = f'import torch\\nx = torch.tensor({k}.0, requires_grad=True)\\n(x * x).backward()'
    tapescope.show(code)"""
FUNCTION = """\
def lesson():
    f(w).backward()
player = tapescope.show(lesson)
player"""
WRONG = """\
%%tapescope --theme dark --language zh
import torch
x = torch.tensor(2.0)
x.backward()"""
REFUSED = """\
%%tapescope --with big
print(big)"""
UNTOUCHED = "print(w.grad, 'x' in globals())"
# A real model, as somebody wrote it.
GPT = "%%tapescope\n" + (Path(__file__).parents[1] / "web" / "people" / "gpt.py").read_text("utf-8")

# The cells, and how many players each shows.
CELLS = {
    SETUP: 0, CELL: 1, NAMES: 1, LINE: 1, LOOP: 2, FUNCTION: 1, WRONG: 1,
    "big = np.zeros(10**5)": 0, REFUSED: 0, UNTOUCHED: 0, GPT: 1,
}  # fmt: skip


def write(path: Path, *cells: str) -> Path:
    """Write a notebook that has not been run, in the format of version 4.5."""
    made = [
        {"cell_type": "code", "id": f"cell-{i}", "metadata": {}, "execution_count": None,
         "source": cell.splitlines(keepends=True), "outputs": []}
        for i, cell in enumerate(cells)
    ]  # fmt: skip
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = {"nbformat": 4, "nbformat_minor": 5, "cells": made,
                "metadata": {"kernelspec": kernel}}  # fmt: skip
    path.write_text(json.dumps(notebook), "utf-8")
    return path
