"""Where edits of a program go, and what they leave."""

import ast

import pytest

from server.document.finding import Edit
from server.findings.program import Program, applied

LOOP = """\
for x in xs:  # 一个注释
    喂 = 1; loss = (w * x).sum(); loss.backward()
    opt.step()  # moves w
if done: opt.zero_grad()
print(w)"""


def edited(code: str, edit: Edit) -> str:
    """The code after an edit, which must parse."""
    told = applied(code, [edit])
    ast.parse(told)
    return told


def statement(program: Program, line: int) -> ast.stmt:
    """The first statement on a line."""
    found = program.statement_at(line)
    assert found is not None
    return found


def block(program: Program, index: int) -> list[ast.stmt]:
    """What stands in a compound statement."""
    outer = program.tree.body[index]
    assert isinstance(outer, ast.For | ast.If)
    return outer.body


def test_a_statement_goes_before_one_that_begins_its_line():
    program = Program(LOOP)
    told = edited(LOOP, program.inserted_before(statement(program, 3), "opt.zero_grad()"))
    assert "loss.backward()\n    opt.zero_grad()\n    opt.step()  # moves w\n" in told


def test_a_statement_goes_before_and_behind_others_on_their_line():
    program = Program(LOOP)
    first, _, last = block(program, 0)[:3]
    assert "    pass\n    喂 = 1; loss" in edited(LOOP, program.inserted_before(first, "pass"))
    assert "; pass; loss.backward()\n" in edited(LOOP, program.inserted_before(last, "pass"))
    (call,) = program.calls_at(4, "zero_grad")
    within = next(each for each in program.statements()
                  if isinstance(each, ast.Expr) and each.value is call)
    assert "if done: pass; opt.zero_grad()" in edited(LOOP, program.inserted_before(within, "pass"))
    assert "opt.zero_grad(); pass\n" in edited(LOOP, program.inserted_after(within, "pass"))


def test_a_statement_goes_behind_one_with_a_comment_and_behind_the_last():
    program = Program(LOOP)
    told = edited(LOOP, program.inserted_after(statement(program, 3), "pass"))
    assert "opt.step()  # moves w\n    pass\nif done" in told
    assert edited(LOOP, program.inserted_after(program.tree.body[-1], "pass")).endswith(
        "print(w)\npass")


def test_a_statement_that_is_taken_out_takes_its_line_along_unless_a_block_would_be_empty():
    program = Program(LOOP)
    told = edited(LOOP, program.removed(statement(program, 3)))
    assert "backward()\nif done" in told
    within = block(program, 1)[0]
    assert "if done: pass\n" in edited(LOOP, program.removed(within))
    assert edited(LOOP, program.removed(program.tree.body[-1])).endswith("zero_grad()\n")


def test_the_first_of_several_statements_on_a_line_is_taken_out():
    code = "a = 1;  b = 2\nc = 3"
    program = Program(code)
    assert edited(code, program.removed(program.tree.body[0])) == "b = 2\nc = 3"


def test_an_expression_is_replaced_by_characters_not_bytes():
    program = Program(LOOP)
    (call,) = program.calls_at(2, "sum")
    assert program.text(call) == "(w * x).sum()"
    assert "loss = w.mean(); loss" in edited(LOOP, program.replaced(call, "w.mean()"))


def test_edits_are_made_together():
    code = "a = f(b)\nc = f(d)"
    program = Program(code)
    edits = [program.replaced(program.calls_at(line, "f")[0], "g()") for line in (1, 2)]
    assert applied(code, edits) == "a = g()\nc = g()"


@pytest.mark.parametrize("code", ["%matplotlib inline\nx = 1", "x = (", "x = 1\rif", "\0"])
def test_what_is_not_plain_python_has_no_statements(code: str):
    program = Program(code)
    assert program.statement_at(1) is None
    assert program.calls_at(1, "f") == []


def test_an_edit_at_a_place_that_is_not_there_is_refused():
    with pytest.raises(ValueError):
        applied("x = 1", [Edit(2, 0, 2, 0, "y")])
    with pytest.raises(ValueError):
        applied("x = 1", [Edit(1, 9, 1, 9, "y")])
