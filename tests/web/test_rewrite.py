"""The rewritten snippet: what it tells, what it shows, and that it does what the original does."""

import builtins
import traceback

import pytest

from server.sandbox import inserted_calls, instrument


class Told:
    """What a rewritten program tells: bindings as (name, value, line), and the rest as `calls`."""

    def __init__(self):
        self.bound, self.calls = [], []

    def name(self, variable, value, line, owner=None):
        self.bound.append((variable, value, line))
        return value

    loop = outer = path = name

    def field(self, variable, owner, attribute, line, where=None):
        self.bound.append((variable, vars(owner).get(attribute), line))

    def enter(self, instance, names, line, *values):
        self.calls.append(("enter", names, line))
        self.bound += [(name, value, line) for name, value in zip(names, values)
                       if name != instance]

    def turn(self, names, line, *values):
        self.enter(None, names, line, *values)
        return True

    def leave(self, value, line, how="return"):
        self.calls.append((how, value, line))
        return value

    done = returning = leave

    def leave_lambda(self, entered, value, line):
        return self.leave(value, line)

    def delegate(self, value, begins):
        return value

    def gone(self, variable, line):
        self.calls.append(("gone", variable, line))

    def check(self, line, names, *values):
        self.calls.append(("check", (*names, *values), line))

    def checked_result(self, result, line, names, *values):
        self.check(line, names, *values)
        return result


@pytest.fixture
def play(monkeypatch):
    """Runs code as a snippet runs; answers its namespace, what it told and what it showed."""

    def play(code, interactive=False):
        told, shown = Told(), []
        for name, function in inserted_calls.functions(told).items():
            monkeypatch.setattr(builtins, name, function, raising=False)
        monkeypatch.setattr(
            builtins, instrument.VALUE, lambda *value: shown.append(value), raising=False
        )
        space = {"__name__": "__main__"}
        exec(instrument.compiled(code, interactive), space)
        return space, told, shown

    return play


@pytest.fixture
def run(play):
    """The same, of what it told only the bindings."""

    def run(code, interactive=False):
        space, told, shown = play(code, interactive)
        return space, told.bound, shown

    return run


BINDINGS = {
    "x = 1": [("x", 1, 1)],
    "x = y = 2": [("x", 2, 1), ("y", 2, 1)],
    "\nx: int = 3": [("x", 3, 2)],
    "x: int": [],
    "x = 1\nx += 2": [("x", 1, 1), ("x", 3, 2)],
    "a, (b, *c) = 1, (2, 3, 4)": [("a", 1, 1), ("b", 2, 1), ("c", [3, 4], 1)],
    "[a, b] = 1, 2": [("a", 1, 1), ("b", 2, 1)],
    "for i in (5, 6):\n    pass": [("i", 5, 1), ("i", 6, 1)],
    "for i, j in [(1, 2)]:\n    k = i": [("i", 1, 1), ("j", 2, 1), ("k", 1, 2)],
    "if (n := 4) > 3:\n    m = n": [("n", 4, 1), ("m", 4, 2)],
    "y = [last := i for i in (1, 2)]": [
        ("i", 1, 1), ("last", 1, 1), ("i", 2, 1), ("last", 2, 1), ("y", [1, 2], 1)
    ],
    "def f(a, /, b, *c, d=4, **e):\n    'doc'\nf(1, 2)": [
        ("a", 1, 1), ("b", 2, 1), ("c", (), 1), ("d", 4, 1), ("e", {}, 1)
    ],
    "match {'a': 1, 'b': [2, 3]}:\n    case {'a': p, 'b': [q, *r], **s}:\n        pass": [
        ("s", {}, 2), ("p", 1, 2), ("q", 2, 2), ("r", [3], 2)
    ],
    "try:\n    x = 1\n    raise ValueError\nexcept ValueError:\n    y = 2\nfinally:\n    z = 3": [
        ("x", 1, 2), ("y", 2, 5), ("z", 3, 7)
    ],
    "if False:\n    pass\nelse:\n    x = 1": [("x", 1, 4)],
    "def f():\n    global g\n    g = 1\nf()": [("g", 1, 3)],
    "d = {}\nd['k'] = 1": [("d", {"k": 1}, 1)],
}  # fmt: skip


@pytest.mark.parametrize("code", BINDINGS)
def test_each_binding_of_a_variable_is_told_once_with_its_line(run, code):
    _, told, _ = run(code)
    assert told == BINDINGS[code]


def test_what_with_binds_is_told_at_the_head_of_its_block(run):
    space, told, _ = run("import io\nwith io.StringIO('a') as f:\n    t = f.read()")
    assert told == [("f", space["f"], 2), ("t", "a", 3)]


def test_a_walrus_inside_a_lambda_is_told_when_it_binds(run):
    _, told, shown = run("f = lambda x: (z := x)\nf(1)")
    assert [name for name, *_ in told] == ["f", "x", "z"]
    assert shown == [(1, 2)]


def test_a_parameter_of_a_method_is_told_but_not_self_and_an_attribute_by_its_path(run):
    _, told, _ = run(
        "class C:\n    def m(self, v):\n        self.w = v\nc = C()\nc.m(7)\nc.u = 8\n"
    )
    assert [(name, value) for name, value, _ in told if name != "c"] == [
        ("v", 7), ("self.w", 7), ("c.u", 8)
    ]  # fmt: skip


def test_the_instance_of_a_method_is_not_told_by_whatever_name_and_a_static_argument_is(run):
    _, told, _ = run(
        "class C:\n    def m(this, v): pass\n    @staticmethod\n    def s(x): pass\n"
        "C().m(7)\nC.s(8)\n"
    )
    assert [(name, value) for name, value, _ in told] == [("v", 7), ("x", 8)]


def test_setting_an_attribute_reads_no_property(run):
    code = (
        "reads = 0\n"
        "class C:\n"
        "    @property\n"
        "    def p(self):\n"
        "        global reads\n"
        "        reads += 1\n"
        "    @p.setter\n"
        "    def p(self, value): pass\n"
        "c = C()\n"
        "c.p = 1\n"
    )
    space, _, _ = run(code)
    assert space["reads"] == 0


SHOWN = {
    "1 + 1": [(2, 1)],
    "x = 3\nx\nx;\nx ;  # quiet\n(x\n + 1)": [(3, 2), (4, 5)],
    "x = 3; x": [(3, 1)],
    "x = 3\nx; x + 1": [(3, 2), (4, 2)],
    "'a docstring'\nx = 1": [],
    "x = 1\n'a comment'\nx = 2": [],
    "x = 1\n'the last'": [("the last", 2)],
    "if True:\n    1": [],
    "def f():\n    1\nf()": [(None, 3)],
    "(y := 5)": [(5, 1)],
    "abs(-1)\nabs(-2)": [(1, 1), (2, 2)],
    "1; # é\n'é' + '';": [],
}


@pytest.mark.parametrize("code", SHOWN)
def test_bare_expressions_at_top_level_show_as_in_a_notebook(run, code):
    assert run(code)[2] == SHOWN[code]


LESSON = (
    "class T:\n"
    "    def zero_(self): return 'zeroed'\n"
    "    def train(self): return 'training'\n"
    "    def register_hook(self): return 'handle'\n"
    "    def size(self): return 'size'\n"
    "t = T()\n"
    "t.zero_()\n"
    "t.train()\n"
    "t.register_hook()\n"
    "t.size()\n"
)


def test_calls_made_for_their_effect_show_only_at_the_end_of_a_program(run):
    assert run(LESSON)[2] == [("size", 10)]
    assert run(LESSON + "t.zero_()\n")[2] == [("size", 10), ("zeroed", 11)]


def test_a_session_typed_at_a_prompt_shows_every_expression(run):
    shown = run(LESSON, interactive=True)[2]
    assert [value for value, _ in shown] == ["zeroed", "training", "handle", "size"]


def test_the_program_sees_no_trace_of_the_rewriting(run):
    space, _, _ = run("x = 1\nnames = dir()\nkeys = list(globals())\ndef f():\n    return 1\n")
    assert not any("tape" in name for name in space["names"] + space["keys"])


def test_a_sum_of_hundreds_of_terms_compiles(run):
    assert run("x = 1\nr = " + " + ".join(["x"] * 500))[0]["r"] == 500


CRASHES = [
    "x = 1\n\ny = [\n    x,\n    1 / 0,\n]\n",
    "def f(a):\n    '''doc'''\n    b = a\n\n    return b / 0\n\nf(3)\n",
    "for i in range(3):\n    j = 2 - i\n    k = 1 / j\n",
    "x = 1\n1 + (\n  x / 0)\n",
    "a, b = 1, 2, 3\n",
    "if (n := [])[0]:\n    pass\n",
]


@pytest.mark.parametrize("code", CRASHES)
def test_tracebacks_point_where_the_users_code_stands(run, code):
    places = []
    for program in (
        compile(code, instrument.FILENAME, "exec", dont_inherit=True),
        instrument.compiled(code),
    ):
        with pytest.raises(Exception) as caught:
            exec(program, inserted_calls.functions(Told()) | {instrument.VALUE: lambda *a: a[1]})
        frames = traceback.extract_tb(caught.value.__traceback__)
        places.append(
            [
                (frame.lineno, frame.end_lineno, frame.colno, frame.end_colno, frame.name)
                for frame in frames
                if frame.filename == instrument.FILENAME
            ]
        )
    assert places[0] == places[1]


@pytest.mark.parametrize(
    "code", ["x = ", "return 1", "x = 1\n  y = 2", "break", "f(x for x in y, 1)"]
)
def test_a_syntax_error_is_pythons_own(code):
    with pytest.raises(SyntaxError) as ours:
        instrument.compiled(code)
    with pytest.raises(SyntaxError) as pythons:
        compile(code, instrument.FILENAME, "exec")
    assert (ours.value.msg, ours.value.lineno) == (pythons.value.msg, pythons.value.lineno)
