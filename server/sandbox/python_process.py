"""How a fresh Python is started for runs: clean environment, nothing of the user's own setup."""

import importlib.util
import os
from pathlib import Path

# No site, no user's site, no script's folder on the path.
FLAGS = ("-S", "-s", "-P")
# One hash seed, so that sets come in the same order in every run; one thread in numpy.
_ENVIRONMENT = {
    "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1",  # huge pages: fewer faults now, shorter forks later
    "LANG": "C.UTF-8",
    "LD_BIND_NOW": "1",  # not again in each fork
    "OPENBLAS_NUM_THREADS": "1",
    "PYTHONHASHSEED": "0",
    "PYTHONUTF8": "1",
}
_PACKAGES = ("autograd", "einops", "ml_dtypes", "numpy", "orjson", "server")


def environment() -> dict[str, str]:
    """The whole environment of such a process; Windows starts no program without its root."""
    kept = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}
    return _ENVIRONMENT | kept


def bootstrap(module: str) -> str:
    """Python code that finds our packages where this process finds them and calls `module.main`."""
    roots = dict.fromkeys(
        str(Path(importlib.util.find_spec(name).origin).parents[1]) for name in _PACKAGES
    )
    return f"import sys; sys.path += {list(roots)!r}\nfrom {module} import main; main()"
