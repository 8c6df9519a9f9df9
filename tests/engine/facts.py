"""Print every fact about ops as it is in force: `python -m tests.engine.facts`.

The text is that of `tests/golden/facts.json`, which `python -m tests.engine.record facts` writes:
for each kind of fact, by op or function. `python -m tests.engine.facts tables` lists the tables
outside of the records, with the number of ops they name and the kinds of facts read there.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def facts() -> dict[str, dict]:
    """Every fact of this process's engine, which answers for `import torch`: by kind, by op."""
    from autograd.frontend import import_hook

    import_hook.install()
    from tests.engine.fact_readers import READERS
    from tests.engine.fact_values import readable

    found = {kind: readable(reader.read()) for kind, reader in READERS.items()}
    return {kind: dict(sorted(found[kind].items())) for kind in sorted(found)}


def as_text(found: dict[str, dict]) -> str:
    """Facts as JSON, one a line."""
    kinds = []
    for kind, by_op in found.items():
        lines = [f"  {json.dumps(op)}: {json.dumps(fact)}" for op, fact in by_op.items()]
        kinds.append(f" {json.dumps(kind)}: {{\n" + ",\n".join(lines) + "\n }")
    return "{\n" + ",\n".join(kinds) + "\n}\n"


def text() -> str:
    """The facts of a process of their own: the engine there is nobody else's."""
    command = [sys.executable, "-m", "tests.engine.facts"]
    env = os.environ | {"PYTHONHASHSEED": "0"}
    return subprocess.run(
        command, cwd=ROOT, env=env, stdout=subprocess.PIPE, check=True, text=True).stdout


def list_tables() -> None:
    """Print the tables outside of the records."""
    from tests.engine.fact_readers import READERS
    from tests.engine.fact_tables import EXCEPTED, tables

    for key, count in tables().items():
        kinds = [kind for kind, reader in READERS.items() if key in reader.tables]
        told = EXCEPTED.get(key) and f"(no fact: {EXCEPTED[key]})"
        print(f"{count:4}  {key:60}  {told or ', '.join(kinds) or 'NOT READ'}")


if __name__ == "__main__":
    if sys.argv[1:] == ["tables"]:
        list_tables()
    else:
        sys.stdout.write(as_text(facts()))
