"""Run many small programs in one process and keep what each one prints, warns and raises.

`ours(programs)` runs them where `torch` means our engine; the oracle's question `outputs` runs them
under real torch. A bare expression at top level shows its value, as in a notebook. Addresses and
the places in torch's C++ that its warnings name are left out.
"""

import ast
import builtins
import io
import os
import pickle
import re
import subprocess
import sys
import traceback
import warnings
from contextlib import nullcontext, redirect_stdout
from pathlib import Path

ROOT = Path(__file__).parents[2]
# What torch's libraries compute with follows the processor, and the last bits with it: everywhere
# they are to take what they take on a processor that is not of Intel's newest. One thread, because
# threads that wait for each other take a busy machine twice the time for small programs.
ONE_PROCESSOR = {
    "MKL_CBWR": "COMPATIBLE", "ONEDNN_MAX_CPU_ISA": "AVX512_CORE_BF16", "OMP_NUM_THREADS": "1",
}
UNREACHED = "statements that were not reached:"
_ADDRESS = re.compile(r"\b0x[0-9a-f]{6,}")


def ours(programs: list[tuple[str, str]]) -> list[list[str]]:
    """The lines that each program `(name, source)` gives under our engine."""
    answer = subprocess.run(
        [sys.executable, "-m", "tests.engine.runner"],
        input=pickle.dumps(programs),
        stdout=subprocess.PIPE,
        cwd=ROOT,
        check=True,
    )
    return pickle.loads(answer.stdout)


def outputs(programs):
    """The lines that each program gives, under whichever torch this process imports."""
    import torch

    for name, source in programs:
        torch.manual_seed(0)
        torch.set_printoptions(profile="default")
        torch.set_default_dtype(torch.float32)
        torch.set_grad_enabled(True)
        text = io.StringIO()
        with redirect_stdout(text):
            _run(name, source)
        yield _ADDRESS.sub("0x...", text.getvalue()).splitlines()


def _run(name: str, source: str) -> None:
    """Run one program in a fresh namespace; what goes wrong becomes the last line, or that before
    UNREACHED.
    """
    namespace = {"__name__": "__main__", "__builtins__": builtins}
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.simplefilter("ignore", DeprecationWarning)  # torch warns of its own inner workings
        warnings.showwarning = _show_warning
        try:
            statements = ast.parse(source, name).body
            while statements:
                exec(_compiled(statements.pop(0), name), namespace)
        except Exception as error:
            print("".join(traceback.format_exception_only(error)).rstrip())
            if statements:
                print(UNREACHED, len(statements))


def _compiled(statement: ast.stmt, name: str):
    if isinstance(statement, ast.Expr):  # shown by sys.displayhook, as at a prompt
        return compile(ast.Interactive([statement]), name, "single")
    return compile(ast.Module([statement], []), name, "exec")


def _show_warning(message, category, *place) -> None:
    print(f"{category.__name__}: {message}")


class Worker:
    """A process that runs one program after the other, as `main` says."""

    def __init__(self, engine: str):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.engine.runner", engine],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env=os.environ | ONE_PROCESSOR,
        )

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()

    def lines(self, source: str) -> list[str]:
        """What the program prints, line by line."""
        return self.many([source])[0]

    def many(self, sources: list[str]) -> list[list[str]]:
        """What each of the programs prints; what one of them does to torch, the next one meets."""
        self.begin(sources)
        return self.printed()

    def begin(self, sources: list[str]) -> None:
        """Let it run the programs."""
        pickle.dump([("program", source) for source in sources], self.process.stdin)
        self.process.stdin.flush()

    def printed(self) -> list[list[str]]:
        """What each of the programs that were begun prints."""
        return pickle.load(self.process.stdout)


def side_by_side(workers, sources: list[str]) -> list[list[list[str]]]:
    """What each of the programs prints, for each of the workers, which run them at one time."""
    for worker in workers:
        worker.begin(sources)
    return [worker.printed() for worker in workers]


def unwritten(recorder) -> list[str]:
    """Why the tape of a recorder cannot be written out; nothing if it can."""
    from server.sandbox.protocol import text_of

    try:
        text_of(recorder.drain())
    except Exception as error:
        return [f"its tape cannot be written out: {error!r}"]
    return []


def main() -> None:
    """Answer lists of programs on standard input with their lines on standard output, pickled.

    The programs run under our engine (`recorded`: with the recorder on, whose tape is written out,
    too), or under real torch where the command says `torch`.
    """
    recording = nullcontext
    if sys.argv[1:] != ["torch"]:
        from autograd.frontend import import_hook

        import_hook.install()
    if sys.argv[1:] == ["recorded"]:
        from autograd.recording.recorder import record

        recording = record
    while True:
        try:
            programs = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        with recording() as recorder:
            answers = list(outputs(programs))
        if recorder is not None:
            answers[-1] += unwritten(recorder)
        sys.stdout.buffer.write(pickle.dumps(answers))
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
