"""Map the compiled modules that runs may need, before anything takes memory.

Each library is mapped where there is room. Mapped between Python's arenas of 1 MB they would keep
these apart, and only memory that goes on for 2 MB can have huge pages (heap_settling.py).
"""

import contextlib
import ctypes
import sysconfig
from importlib.util import find_spec
from pathlib import Path

# Compiled modules that lessons cannot use here (terminals, windows, databases, users), or
# that have an equivalent in Python. Each has five mappings that every fork copies.
_UNUSED = (
    "_asyncio", "_codecs_", "_crypt", "_ctypes_test", "_curses", "_dbm", "_elementtree", "_gdbm",
    "_posixshmem", "_sqlite3", "_ssl", "_test", "_tkinter", "_uuid",
    "_xx", "_zoneinfo", "audioop", "grp", "nis", "ossaudiodev", "readline", "spwd", "syslog",
    "termios", "xx",
)  # fmt: skip
# Parts of numpy that only its own tests load, and those that nothing loads here.
_SELDOM = ("_operand_flag", "_rational", "_simd", "_struct_ufunc", "_umath_tests", "lapack_lite")


def standard() -> dict[str, Path]:
    """Return the standard library's extension modules that runs may import, by name."""
    folder = sysconfig.get_config_var("DESTSHARED") or ""
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    found = {path.name.removesuffix(suffix): path for path in Path(folder).glob(f"*{suffix}")}
    return {name: found[name] for name in sorted(found) if not name.startswith(_UNUSED)}


def map_all(packages: tuple[str, ...]) -> None:
    """Map the extension modules of the standard library and those of `packages`."""
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    paths = list(standard().values())
    for name in packages:
        found = find_spec(name)
        for folder in (found and found.submodule_search_locations) or ():
            paths += sorted(Path(folder).rglob(f"*{suffix}"))
    for path in paths:
        if not path.name.startswith((*_UNUSED, *_SELDOM)):
            with contextlib.suppress(OSError):  # without one that this system lacks
                ctypes.CDLL(str(path))
