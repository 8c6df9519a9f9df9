"""Know the notebook that runs a program: its cell, with what that has shown."""

from __future__ import annotations

import functools
import sys
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Session:
    """An IPython shell, what the running cell has shown, and which cell has the player's code."""

    shell: Any
    _execution: object = None
    _shown: list[object] = field(default_factory=list)
    _carrier: tuple[str | None, object] | None = None

    def display(self, thing: object, data: dict[str, Any], metadata: dict[str, Any]) -> None:
        """Show a thing below the running cell, by its MIME bundle."""
        if not self.has_shown(thing):
            self._shown.append(thing)
        try:
            self.shell.display_pub.publish(data, metadata=metadata)
        except Exception as error:  # a shell without display, or whatever a shell's hook raises
            print(data["text/plain"])
            print(f"The player cannot be shown here ({type(error).__name__}: {error}).")

    def has_shown(self, thing: object) -> bool:
        """Whether the running cell has shown a thing before."""
        execution = self._where()[1]
        if execution != self._execution:
            self._execution = execution
            self._shown.clear()
        return any(each is thing for each in self._shown)

    def takes_code(self) -> bool:
        """Decide whether the next output carries the player's code, which a notebook needs once.

        The first output does, and that of the same cell when it runs again, which replaces it.
        """
        cell, execution = self._where()
        if self._carrier is not None:
            first, former = self._carrier
            if cell is None or cell != first or execution == former:
                return False
        self._carrier = cell, execution
        return True

    def forget_code(self) -> None:
        """Let the next output carry the player's code again."""
        self._carrier = None

    def _where(self) -> tuple[str | None, object]:
        """Return the id of the running cell, where the notebook tells it, and of its execution."""
        parent = self.shell.get_parent() if hasattr(self.shell, "get_parent") else {}
        cell = parent.get("metadata", {}).get("cellId")
        return cell, parent.get("header", {}).get("msg_id", self.shell.execution_count)


@functools.cache
def session_of(shell: Any) -> Session:
    """Return the session of a shell, one for each."""
    return Session(shell)


def session() -> Session | None:
    """Return the session that runs this program; None outside of IPython."""
    ipython = sys.modules.get("IPython")
    # A module that is still being imported has no such function.
    shell = getattr(ipython, "get_ipython", lambda: None)()
    return None if shell is None else session_of(shell)
