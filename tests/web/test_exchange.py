"""A run for other programs, read by those programs: networkx, Graphviz, Python, real torch."""

import ast
import io
import os
import shutil
import subprocess

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from server import examples
from server.document.run import Pass
from server.export import dot_graphml, python_file
from tests.engine.oracle import ask
from tests.web import tapes
from tests.web.test_run import run_of

STORIES = pytest.mark.parametrize("story", tapes.STORIES.values(), ids=tapes.STORIES)
# Quotes, what DOT escapes, what XML cannot hold, and half a character.
EVIL = 'a"b\\n\\"]; x [label="y"\n</data>&\x00\x1b\ufffe\ud800'


def evil():
    tape = tapes.TapeWriter()
    tape.leaf(EVIL, requires_grad=True)
    return run_of(tape.events)


def nameless(part: Pass) -> list[str | None]:
    """The names of the boxes of a pass in which nothing has one."""
    return [None] * len(part.boxes)


def graphviz(text):
    """What Graphviz makes of a text: `node` and `edge` lines."""
    program = shutil.which("dot")
    if program is None:
        assert os.environ.get("CI") != "true", "CI must have Graphviz."
        pytest.skip("Graphviz is not on this machine.")
    done = subprocess.run(
        [program, "-Tplain"], input=text, capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stdout.splitlines()]
    return [line for line in lines if line[0] == "node"], [
        line for line in lines if line[0] == "edge"
    ]


@STORIES
def test_networkx_reads_the_graph_back(story):
    run = run_of(story())
    for number, part in enumerate(run.passes):
        layout = run.layouts[part.layout]
        text = dot_graphml.graphml(run, nameless(part), number)
        read = networkx.read_graphml(io.BytesIO(text.encode()), force_multigraph=True)
        assert read.is_directed()
        assert set(read) == set(part.boxes)
        assert read.number_of_edges() == len(layout.edges)
        kinds = [read.nodes[thing]["kind"] for thing in part.boxes]
        assert kinds == [box.kind for box in layout.boxes]


@STORIES
def test_graphviz_draws_every_box_and_edge(story):
    run = run_of(story())
    for number, part in enumerate(run.passes):
        nodes, edges = graphviz(dot_graphml.dot(run, nameless(part), number))
        assert {node[1] for node in nodes} == set(part.boxes)
        assert len(edges) == len(run.layouts[part.layout].edges)


def test_two_edges_between_the_same_boxes_stay_two():
    run = run_of(tapes.square())
    graph = dot_graphml.graph_of(run, nameless(run.passes[0]))
    twins = [edge for edge in graph.edges(data="slot") if edge[2]]
    assert [slot for _, _, slot in twins] == ["self", "other"]
    assert len({(source, target) for source, target, _ in twins}) == 1


def test_names_that_other_languages_cannot_hold_break_no_file():
    assert len(networkx.parse_graphml(dot_graphml.graphml(evil(), [EVIL]))) >= 1
    nodes, edges = graphviz(dot_graphml.dot(evil(), [EVIL]))
    assert len(nodes) >= 1
    assert edges == []


def test_a_pass_that_is_not_there_is_an_index_error():
    with pytest.raises(IndexError):
        dot_graphml.dot(run_of(tapes.square()), [], 7)


def statements(program):
    return [ast.dump(statement) for statement in ast.parse(program).body]


SEEDING = statements("import torch\ntorch.manual_seed(7)")


@pytest.mark.parametrize("lesson", examples.index(), ids=lambda lesson: lesson["id"])
def test_the_seed_stands_before_the_lesson_and_nothing_else_changes(lesson):
    program = python_file.python(lesson["code"], 7, "A lesson")
    assert program.startswith("# A lesson\n")
    assert statements(program) == SEEDING + statements(lesson["code"])


FIRST = ['"""What it does."""\n', "from __future__ import annotations\n", "# a comment\n"]


@given(st.lists(st.sampled_from(FIRST), unique=True), st.sampled_from(["x = 1", "x = 1\n", ""]))
def test_docstring_and_future_imports_stay_first(first, rest):
    program = python_file.python("".join(first) + rest, 7)
    compile(program, "snippet.py", "exec")
    assert all(each in statements(program) for each in SEEDING)
    docstring = next((line for line in first if not line.startswith("#")), "").startswith('"""')
    assert (ast.get_docstring(ast.parse(program)) is not None) == docstring


def test_lines_are_counted_as_python_counts_them():
    code = '"""One\u2028two\x0cthree"""\r\nx = 1\r\n'
    assert ast.get_docstring(ast.parse(python_file.python(code, 7))) is not None


def test_a_pasted_session_becomes_a_program():
    program = python_file.python(">>> x = 1\n>>> x\n1\n", 7)
    assert ">>>" not in program
    assert statements(program) == SEEDING + statements("x = 1\nx")


def test_code_that_python_cannot_read_stays_as_it_is():
    assert python_file.python("x = (\n", 7).endswith("x = (\n")


def test_a_title_never_becomes_code():
    program = python_file.python("x = 1\n", 7, "One\nimport os\r\nimport sys")
    assert statements(program) == SEEDING + statements("x = 1")


def test_real_torch_runs_the_file_and_draws_the_numbers_of_the_picture():
    program = python_file.python("x = torch.rand(3)\nprint(x)\n", 7)
    (lines,) = ask("outputs", [("snippet", program)])
    assert lines[-1] == "tensor([0.5349, 0.1988, 0.6592])"
