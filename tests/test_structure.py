"""How the packages are built only gets better, and each step is written down."""

import ast

from tests.structure import (
    LIMITS, ROOT, annotated_places, circles, import_statements, measure, says_and)


def test_every_number_is_its_limit():
    numbers = measure()
    worse = {name: number for name, number in numbers.items() if number > LIMITS.get(name, 0)}
    better = {name: number for name, number in numbers.items() if number < LIMITS.get(name, 0)}
    assert worse == {}, "These numbers rose above LIMITS of tests/structure.py."
    assert better == {}, "Write these lower numbers into LIMITS of tests/structure.py."
    assert numbers.keys() == LIMITS.keys()


def test_a_circle_is_found_and_a_chain_is_none():
    a, b, c, d = (ROOT / f"{name}.py" for name in "abcd")
    assert circles({a: {b}, b: {c}, c: {a}, d: {a}}) == [{a, b, c}]
    assert circles({a: {b}, b: {c}, c: set(), d: {a}}) == []


def test_an_import_for_the_type_checker_is_none():
    code = "if TYPE_CHECKING:\n    import a\nif b:\n    import b\ndef f():\n    from c import d\n"
    found = [ast.unparse(each) for each in import_statements(ast.parse(code))]
    assert found == ["import b", "from c import d"]


def test_the_places_of_annotations_are_the_result_and_the_parameters():
    function = ast.parse("def f(self, a: int, *b, c: int = 0, **d) -> int: pass").body[0]
    assert [place is not None for place in annotated_places(function)] == [
        True, True, True, False, False]


def test_two_subjects_are_seen_in_the_first_sentence_only(tmp_path):
    one, two = tmp_path / "one.py", tmp_path / "two.py"
    one.write_text('"""Parse calls. Read and write nothing."""\n', "utf-8")
    two.write_text('"""Parse calls\nand raise errors."""\n', "utf-8")
    assert [says_and(one), says_and(two)] == [False, True]
