"""`python -m autograd FILE.py [ARGS]`: run a script with `torch` meaning this engine.

No recorder, no server. A last line that is a bare expression is not shown, as in `python FILE.py`.
"""

import runpy
import sys
from pathlib import Path

from autograd.frontend import import_hook


def main(arguments: list[str]) -> int | str:
    """Run the script named first; returns the exit status or a sentence for the terminal."""
    if not arguments or arguments[0] in ("-h", "--help"):
        return "usage: python -m autograd FILE.py [ARGS]"
    file = Path(arguments[0])
    if not file.is_file():
        return f"There is no file {file}."
    import_hook.install()
    sys.argv = arguments
    sys.path[0] = str(file.parent.resolve())
    runpy.run_path(str(file), run_name="__main__")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
