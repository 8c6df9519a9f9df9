"""What importing the engine does to the process."""

import subprocess
import sys
from pathlib import Path

STATE = """
import gc, sys, warnings
import numpy as np

def state():
    return (np.geterr(), np.geterrcall(), np.errstate, gc.isenabled(), gc.get_threshold(),
            list(warnings.filters), list(sys.meta_path), sys.getrecursionlimit())

before = state()
import autograd
assert state() == before, (before, state())
"""


def test_importing_the_engine_changes_nothing_in_the_process():
    subprocess.run([sys.executable, "-c", STATE], cwd=Path(__file__).parents[2], check=True)
