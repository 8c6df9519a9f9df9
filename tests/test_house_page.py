"""The rules of the page's house: which module of static/src may import which, panels among them."""

import fnmatch
import os
import re

from tests.test_house import ROOT, TYPESCRIPT, found_in

PAGE = ROOT / "static" / "src"
MODULES = [path for path in TYPESCRIPT if path.is_relative_to(PAGE)]

# Who may import what, besides its own folder; the first line that fits a module counts. A name
# without a dot is a folder of static/src, or the beginning of an npm package's name.
MAY_IMPORT = {
    "main.ts": {"app", "model", "server", "panels", "room", "editor"},
    "model/*": set(),
    # The sentences of refusals, which the server's own pages show, too.
    "words/strings/refusals.ts": {"errors.json"},
    "words/tex.ts": {"katex"},
    # What tells steps tells of findings, too; findings use the words of the narration.
    "words/narration.ts": {"findings", "model"},
    "words/step-list.ts": {"findings", "model"},
    "words/*": {"model"},
    "findings/*": {"model", "words"},
    # What the server and the command line run: an entry point like main.ts.
    "drawing/server-entry.ts": {"app/state.ts", "findings", "model", "words"},
    # How large a box is, which the server counts with, too.
    "drawing/scene/anatomy.ts": {"anatomy.json", "model"},
    # The table of colours, which exported files are painted by, too.
    "drawing/theme.ts": {"look.json", "model"},
    "drawing/stage*": {"model", "vis-network"},
    "drawing/*": {"findings", "model", "words"},
    # The state: a pure function of changes, which knows of no server and no document.
    "app/state.ts": set(),
    "app/state/*": {"drawing", "findings", "model", "room/model.ts", "words"},
    "app/*": {"drawing", "findings", "model", "server", "words"},
    "server/*": {"app/state.ts", "app/store.ts", "app/value-view.ts", "model", "words"},
    # It tells the teacher in words what a student's code did.
    "room/reading.ts": {"app/state.ts", "app/store.ts", "model", "server", "words"},
    "room/*": {"app/state.ts", "app/store.ts", "model", "server"},
    "editor/*": {
        "app", "findings", "model", "panels/explained.ts", "server", "words", "@codemirror/",
        "@lezer/",
    },
    "panels/share/link.ts": {"app", "model", "server", "words", "uqr"},
    "panels/*": {"app", "drawing", "findings", "model", "room", "server", "words"},
}  # fmt: skip
SPECIFIER = re.compile(r'(?:\bfrom |^import |\bimport\()"([^"\n]+)"', re.MULTILINE)


def name_of(path):
    return path.relative_to(PAGE).as_posix()


def imported(path):
    """What a module imports: names below static/src, of other files and of packages."""
    for target in SPECIFIER.findall(path.read_text("utf-8")):
        if not target.startswith("."):
            yield target
            continue
        place = os.path.normpath(path.parent / target)
        inside = place.startswith(f"{PAGE}{os.sep}")
        yield os.path.relpath(place, PAGE).replace(os.sep, "/") if inside else place.split("/")[-1]


def allowed_in(path):
    """What the table allows a module; None where it has no line for it."""
    lines = (may for pattern, may in MAY_IMPORT.items() if fnmatch.fnmatch(name_of(path), pattern))
    return next(lines, None)


def is_allowed(name, path):
    own = name_of(path).rpartition("/")[0].partition("/")[0]
    for each in {*(allowed_in(path) or ()), *([own] if own else [])}:
        if name == each or name.startswith(each if each.endswith("/") else f"{each}/"):
            return True
    return False


def test_every_module_of_the_page_stands_in_the_table_of_imports():
    assert MODULES
    assert [name_of(path) for path in MODULES if allowed_in(path) is None] == []


def test_every_line_of_the_table_is_about_a_module():
    names = {name_of(path) for path in MODULES}
    assert [line for line in MAY_IMPORT if not fnmatch.filter(names, line)] == []


def test_the_modules_of_the_page_import_in_the_direction_of_the_house():
    assert found_in(MODULES, lambda path: sorted({
        name for name in imported(path) if not is_allowed(name, path)
    })) == {}


def test_the_state_of_the_page_knows_nothing_of_its_surroundings():
    state = [path for path in MODULES if name_of(path).startswith("app/state")]
    assert found_in(state, lambda path: sorted({
        name for name in imported(path)
        if name.startswith("app/") and not name.startswith(("app/state", "app/value-view"))
    })) == {}


def test_panels_do_not_call_each_other():
    """main.ts shows the panels; what several of them are made of stands in modules of its own."""
    panels = {name for name in imported(PAGE / "main.ts") if name.startswith("panels/")}
    others = [path for path in MODULES if name_of(path).startswith("panels/")]
    assert len(panels) > 20
    assert found_in(others, lambda path: sorted(panels.intersection(imported(path)))) == {}
