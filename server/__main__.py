"""The command `tapescope`: hand the arguments to what carries them out.

`tapescope run`, `render`, `check` and `config`, which need no page, are in cli.py, check.py and
show_config.py; `check-deploy` is in deployment/command.py. `admin`, `backup` and `restore`
(admin.py), and all else, which is about the page (web/command.py), are imported only then: they
take longer to load than a snippet to run.
"""

import sys
from importlib import import_module

from server import cli
from server.check import check
from server.show_config import show_config

PAGE = "server.web.command"
ADMINISTRATION = "server.admin"
# What needs the database.
ADMINISTERED = ("admin", "backup", "restore")


def check_deploy(arguments: list[str]) -> int:
    """Try a deployment through its public URL."""
    return import_module("server.deployment.command").check_deploy(arguments)


COMMANDS = cli.COMMANDS | {
    "check": check, "check-deploy": check_deploy, "config": show_config,
}  # fmt: skip


def main(arguments: list[str] | None = None) -> int:
    """Run the command with `arguments`, else those of the process; the exit status."""
    given = sys.argv[1:] if arguments is None else arguments
    try:
        if given and given[0] in COMMANDS:
            return COMMANDS[given[0]](given[1:])
        if given and given[0] in ADMINISTERED:
            return import_module(ADMINISTRATION).COMMANDS[given[0]](given[1:])
        return import_module(PAGE).serve(given)
    except cli.Refused as refusal:
        cli.complain(str(refusal))
        return cli.REFUSED


if __name__ == "__main__":
    sys.exit(main())
