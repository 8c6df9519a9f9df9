"""Record the goldens anew from real torch: `python -m tests.engine.record [repr random ...]`.

Two need no torch: `pending` lists the programs still to be equal, `facts` writes what the engine's
tables say about ops.
"""

import json
import sys
from pathlib import Path

from tests.engine import drawn, facts as engine_facts, printed, runner
from tests.engine.oracle import ask

GOLDEN = Path(__file__).parents[1] / "golden"
EXAMPLES = Path(__file__).parents[2] / "server" / "examples"
PROGRAMS = Path(__file__).parent / "programs"


def repr_() -> None:
    """What torch prints for 150 arrays of at most 400 elements or so."""
    cases = [case for case in printed.cases(seed=1, count=400) if case["array"].size < 400]
    chosen = cases[:130] + [case for case in cases if case["array"].size > 90][:20]
    rows = [_row(case, text) for case, text in zip(chosen, ask("texts", chosen), strict=True)]
    _write("repr.json", rows)


def _row(case: dict, text: str) -> dict:
    array = case["array"]
    values = array.ravel().tolist()
    if array.dtype.kind == "c":
        values = [[value.real, value.imag] for value in values]
    facts = {name: value for name, value in case.items() if name != "array"}
    return {
        "dtype": array.dtype.name, "shape": array.shape, "values": values, **facts, "text": text
    }  # fmt: skip


def random() -> None:
    """What torch draws in 60 sequences of calls."""
    cases = drawn.cases(seed=1, count=60, most=40)
    answers = ask("draws", cases)
    rows = [
        {"seed": seed, "calls": calls, "drawn": [array.tobytes().hex() for array in arrays]}
        for (seed, calls), (arrays, _) in zip(cases, answers, strict=True)
    ]
    _write("random.json", rows)


def saved() -> None:
    """What torch's nodes save, by their names, and which of our entries save something else."""
    from autograd.graph.saved_attributes import saved_names
    from tests.engine.test_derivatives import DIFFERENTIABLE

    (rows,) = ask("saved_names", ["_functions"])
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(names)}" for name, names in rows.items())
    (GOLDEN / "saved.json").write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    different = [
        f"{name}\n" for name, op in DIFFERENTIABLE.items()
        if saved_names(op) != rows.get(op.node_name)
    ]
    (GOLDEN / "saved_differently.txt").write_text("".join(different), encoding="utf-8")


def dtypes() -> None:
    """Of every function with every dtype: how many cases differ from torch, by expression."""
    from tests.engine.dtype_cases import cases
    from tests.engine.test_dtype_cases import differing

    drawn = list(cases())
    counts: dict[str, int] = {}
    for case in differing(drawn):
        counts[case[0]] = counts.get(case[0], 0) + 1
    counts |= {"all differing": sum(counts.values()), "all cases": len(drawn)}
    text = json.dumps(dict(sorted(counts.items())), indent=1)
    (GOLDEN / "dtype_differences.json").write_text(text + "\n", encoding="utf-8")


def mistakes() -> None:
    """Which mistakes of learners are still answered in other words than torch's."""
    from tests.engine.test_arguments import HERE, MISTAKES, differing

    lines = "".join(f"{mistake}\n" for mistake in differing(MISTAKES))
    (HERE / "mistakes_that_differ.txt").write_text(lines, encoding="utf-8")


def examples() -> None:
    """What each lesson of the gallery prints."""
    _record_outputs("examples.json", EXAMPLES)


def programs() -> None:
    """What each program of the same-program suite prints."""
    _record_outputs("programs.json", PROGRAMS)


def pending() -> None:
    """Which programs our engine does not print as recorded: the list that is to become empty."""
    recorded = json.loads((GOLDEN / "programs.json").read_text(encoding="utf-8"))
    sources = [(name, (PROGRAMS / f"{name}.py").read_text(encoding="utf-8")) for name in recorded]
    outputs = runner.ours(sources)
    names = [
        f"{name}\n"
        for (name, _), lines in zip(sources, outputs, strict=True)
        if lines != recorded[name]
    ]
    (Path(__file__).parent / "pending.txt").write_text("".join(names), encoding="utf-8")


def facts() -> None:
    """Every fact about ops that stands in a table of the engine, outside of the op's record."""
    (GOLDEN / "facts.json").write_text(engine_facts.text(), encoding="utf-8")


def _record_outputs(name: str, folder: Path) -> None:
    programs = [
        (file.stem, file.read_text(encoding="utf-8"))
        for file in sorted(folder.glob("[0-9a-z]*.py"))
    ]
    answers = ask("outputs", programs)
    recorded = {stem: lines for (stem, _), lines in zip(programs, answers, strict=True)}
    text = json.dumps(recorded, ensure_ascii=False, indent=1)
    (GOLDEN / name).write_text(text + "\n", encoding="utf-8")


def _write(name: str, rows: list) -> None:
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    (GOLDEN / name).write_text(f"[\n{lines}\n]\n", encoding="utf-8")


RECORDERS = {
    "repr": repr_,
    "random": random,
    "saved": saved,
    "dtypes": dtypes,
    "mistakes": mistakes,
    "examples": examples,
    "programs": programs,
    "pending": pending,
    "facts": facts,
}

if __name__ == "__main__":
    for name in sys.argv[1:] or RECORDERS:
        RECORDERS[name]()
