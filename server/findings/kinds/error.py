"""`error`: the exception that ended the run, explained; of the kind of its cause, where it has one.
"""

from __future__ import annotations

from collections.abc import Iterator

from server.document.finding import Finding
from server.findings.diagnosis import Diagnosis
from server.findings.failure.explain import explained
from server.findings.failure.scene import Scene
from server.findings.missing_grad.find import missing
from server.findings.reading import Reading


def find(reading: Reading) -> Iterator[Finding]:
    """Yield the exception that ended a run."""
    if not reading.events or reading.events[-1]["kind"] != "fail":
        return
    if any(each.severity == "error" for each in missing(reading)):
        return  # What cut the way back off says it.
    scene = Scene(reading)
    told = explained(scene)
    blame = scene.fail["blame"]
    tensors = tuple(dict.fromkeys((*blame["tensors"], *told.tensors)))
    lines = dict.fromkeys(line for line in told.lines if line is not None and line != scene.line)
    names = tuple(dict.fromkeys(name for each in tensors if (name := scene.name_of(each))))
    yield Finding(told.kind, "error", scene.at, scene.line, tuple(lines), tuple(blame["nodes"]),
                  tensors, names, told.words, told.fixes)


DIAGNOSIS = Diagnosis("error", find)
