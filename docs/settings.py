"""Write docs/settings.md, the table of all settings: `python -m docs.settings`."""

from __future__ import annotations

from pathlib import Path

from server.config import SECTIONS, Config
from server.config.setting import Setting, settings_of

PAGE = Path(__file__).with_name("settings.md")
# Defaults that follow from the machine, in words.
OF_THE_MACHINE = {
    "memory_bytes": "up to 256 MiB", "slots": "up to twice the cores",
    "long_slots": "up to 8 times slots",
    "queue_length": "192, or 4 times slots", "draw_workers": "up to twice the cores",
    "draw_memory_bytes": "up to 768 MiB", "render_workers": "up to twice the cores",
    "render_memory_bytes": "up to 1 GiB", "unsent_bytes": "up to 256 MiB",
}  # fmt: skip
HEAD = """# Settings

Each setting can be given on the command line (`tapescope --room-hours 3`), in the environment
(`TAPESCOPE_ROOM_HOURS=3`) and in a TOML file (`room_hours = 3`). The command line comes before the
environment, the environment before the file. `DATABASE_URL` and `REDIS_URL` are read, too.

    tapescope config                        # every setting, its value, where that is from, why
    tapescope config --toml > tapescope.toml  # a file to edit
    tapescope --config tapescope.toml

Without `--config` and `TAPESCOPE_CONFIG` the file `tapescope.toml` in your configuration folder is
read, if there is one. Sizes may have a unit (`64 MiB`), lists have commas (`--languages zh,en`) or
are lists in TOML. A name in the file that no setting has, and a value that cannot be, end the start
with a sentence; of a variable `TAPESCOPE_...` that no setting has there is a warning. Secrets, and
passwords in addresses, are never printed.

This page is made of the code (`server/config/`) by `python -m docs.settings`. Where a default
follows from the cores and the memory of the machine, `tapescope config` prints the number.
"""


def page() -> str:
    """Return the page: a table for each section."""
    parts = [HEAD]
    for section in SECTIONS:
        parts += ["", f"## {section.__doc__}", "", "| setting | default | why |", "|---|---|---|"]
        parts += [row(name, known) for name, known in settings_of(section).items()]
    return "\n".join(parts) + "\n"


def row(name: str, known: Setting) -> str:
    """Return the row of a setting."""
    reason = known.reason.replace("|", "\\|")
    return f"| `{name}` | {default_of(name, known)} | {reason} |"


def default_of(name: str, known: Setting) -> str:
    """Return the default in words."""
    if name in OF_THE_MACHINE:
        return OF_THE_MACHINE[name]
    value = getattr(DEFAULTS, name)
    if value is None or value == ():
        return "not set"
    if isinstance(value, tuple):
        return ", ".join(value)
    if known.unit == "bytes":
        return size(value)
    return f"{value:,g} {known.unit}" if isinstance(value, int | float) else str(value)


def size(value: int) -> str:
    """Return bytes with the largest unit that divides them."""
    units = ((2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB"), (1, "bytes"))
    unit, name = next(each for each in units if value % each[0] == 0)
    return f"{value // unit:,} {name}"


DEFAULTS = Config()

if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
