"""The list of variables is what the tape says, which a debugger confirms in test_frames.py."""

import pytest

from tests.web import debugger
from tests.web.frames import Fold

PROGRAMS = sorted(debugger.PEOPLE.glob("*.py"))


@pytest.fixture(scope="module")
def run(document_of):
    return lambda path: document_of(path.read_text("utf-8"))


def differences(lines, events):
    """The stops at which the panel lists other names or texts than the tape has."""
    fold, at, found = Fold(), 0, []
    for stop in lines:
        for event in events[at:stop["at"]]:
            fold.take(event)
        at = stop["at"]
        names = fold.names[fold.running()]
        told = {name: held[1] for name, held in names.items() if isinstance(held, tuple)}
        texts = {name: stop["names"].get(name) for name in told}
        others = {name for name in stop["names"] if "." not in name and "[" not in name}
        if texts != told or others != names.keys():
            found.append((at, stop["line"], sorted(others ^ names.keys()), texts, told))
    return found


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_at_each_line_the_panel_lists_the_variables_of_the_running_frame(path, page, run):
    document = run(path)
    assert differences(page.ask("lines", document), document["events"]) == []


def test_a_value_of_another_frame_or_moment_would_be_found(page, run):
    document = run(debugger.PEOPLE / "closures.py")
    lines = page.ask("lines", document)
    named = [i for i, stop in enumerate(lines) if len(stop["names"]) > 1]
    for i in named[::5]:
        (first, *_), stop = lines[i]["names"], lines[i]
        assert differences([*lines[:i], stop | {"names": {}}, *lines[i + 1:]], document["events"])
        other = stop | {"names": stop["names"] | {f"{first}s": "1"}}
        assert differences([*lines[:i], other, *lines[i + 1:]], document["events"])
