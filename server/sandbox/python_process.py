"""Flags, environment, start code of a new Python process for runs.

Nothing of the user's own setup is used.
"""

import importlib.util
import os
from pathlib import Path

# The path has no site packages and no folder of a script.
FLAGS = ("-S", "-s", "-P")
# A fixed hash seed gives sets the same order in every run; numpy uses one thread.
_ENVIRONMENT = {
    "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1",  # huge pages: fewer page faults, faster forks
    "LANG": "C.UTF-8",
    "LD_BIND_NOW": "1",  # otherwise each fork binds symbols again
    "OPENBLAS_NUM_THREADS": "1",
    "PYTHONHASHSEED": "0",
    "PYTHONUTF8": "1",
}
_PACKAGES = ("autograd", "einops", "ml_dtypes", "numpy", "orjson", "server")


def environment() -> dict[str, str]:
    """Return the whole environment of such a process; on Windows with the system's root."""
    kept = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}
    return _ENVIRONMENT | kept


def bootstrap(module: str) -> str:
    """Return Python code that adds our packages to the path and calls `module.main`."""
    roots = dict.fromkeys(
        str(Path(importlib.util.find_spec(name).origin).parents[1]) for name in _PACKAGES
    )
    return f"import sys; sys.path += {list(roots)!r}\nfrom {module} import main; main()"
