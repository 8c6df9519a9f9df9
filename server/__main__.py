"""The command `tapescope`: hand the arguments to what carries them out.

`tapescope run`, `render`, `check` and `config`, which need no page, are in cli.py, check.py and
show_config.py. All else is about the page (web/command.py), or seldom wanted (LATER), and imported
only then: it takes longer to load than a snippet to run.
"""

import sys
from importlib import import_module

from server import cli
from server.check import check
from server.show_config import show_config

PAGE = "server.web.command"
# What is seldom wanted: the module, and the name of its function.
LATER = {
    "admin": ("server.admin", "admin"),
    "backup": ("server.admin", "back_up"),
    "check-deploy": ("server.deployment.command", "check_deploy"),
    "restore": ("server.admin", "restore"),
    "worker": ("server.worker", "worker"),
}
COMMANDS = cli.COMMANDS | {"check": check, "config": show_config}


def main(arguments: list[str] | None = None) -> int:
    """Run the command with `arguments`, else those of the process; the exit status."""
    given = sys.argv[1:] if arguments is None else arguments
    try:
        if given and given[0] in COMMANDS:
            return COMMANDS[given[0]](given[1:])
        if given and given[0] in LATER:
            module, name = LATER[given[0]]
            return getattr(import_module(module), name)(given[1:])
        return import_module(PAGE).serve(given)
    except cli.Refused as refusal:
        cli.complain(str(refusal))
        return cli.REFUSED


if __name__ == "__main__":
    sys.exit(main())
