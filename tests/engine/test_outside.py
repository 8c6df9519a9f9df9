"""Writes that the engine does not see, into memory that the program shares with numpy or Python."""

import gc
import weakref

import numpy as np
import pytest

from autograd.frontend import import_hook
from autograd.recording import external_writes
from autograd.recording.recorder import Recorder, record
from autograd.tensor import dtype
from autograd.tensor.mutation import overwrite

import_hook.install()
import torch  # noqa: E402  which is our engine here


def taped(program, *arguments) -> list[dict]:
    """The events of `program`."""
    with record() as recorder:
        program(*arguments)
    return recorder.drain()


def written(tape) -> list[tuple]:
    """Each write: who, the numbers, the version."""
    return [(event["by"], event["value"]["data"], event["version"]) for event in tape
            if event["kind"] == "write"]


def by_numpy():
    x = torch.zeros(3)
    return x, memoryview(x.numpy())


def by_from_numpy():
    array = np.zeros(3, np.float32)
    return torch.from_numpy(array), memoryview(array)


def by_asarray():
    x = torch.zeros(3)
    return x, np.asarray(x)


def by_frombuffer():
    memory = memoryview(bytearray(12)).cast("f")
    return torch.frombuffer(memory, dtype=dtype.float32), memory


def by_dlpack():
    x = torch.zeros(3)
    return x, memoryview(np.from_dlpack(x))


def by_storage():
    x = torch.zeros(3)
    return x, x.storage()


WAYS = [by_numpy, by_from_numpy, by_asarray, by_frombuffer, by_dlpack, by_storage]


@pytest.mark.filterwarnings("ignore:TypedStorage")
@pytest.mark.parametrize("shared", WAYS)
def test_a_write_that_the_engine_did_not_see_is_told_before_the_next_op(shared):
    def program():
        x, memory = shared()
        y = x * 2
        memory[0] = 7.0
        y = x * 2
        assert y.tolist() == [14.0, 0.0, 0.0]

    tape = taped(program)
    assert written(tape) == [("outside", [7.0, 0.0, 0.0], 0)]
    kinds = [event["kind"] for event in tape]
    assert kinds.index("write") == len(kinds) - 2
    assert next(event for event in tape if event["kind"] == "write")["line"] is None


@pytest.mark.filterwarnings("ignore:TypedStorage")
@pytest.mark.parametrize("shared", WAYS)
def test_what_the_engine_writes_itself_is_told_once(shared):
    def program():
        x, memory = shared()
        x.add_(1)
        x[0] = 5
        torch.mul(x, 2, out=x)
        x.data.sub_(1)
        del memory
        x * 2

    assert {by for by, *_ in written(taped(program))} == {"add_", "copy_", "mul_", "sub_"}


def stepped():
    w = torch.tensor([1.0, 2.0], requires_grad=True)
    array = w.detach().numpy()
    for _ in range(2):
        (w * 2).sum().backward()
        seen = w.grad.numpy()
        overwrite(w, w._array - 0.5 * seen, "step")
        w.grad.zero_()
    return array, seen


def test_steps_and_gradients_into_shared_memory_are_told_once():
    tape = taped(stepped)
    assert {by for by, *_ in written(tape)} <= {"step", "zero_", "accumulate"}
    assert "write" not in {event["by"] for event in tape if event["kind"] == "grad"}


def test_a_write_before_one_of_the_engine_is_told_before_it():
    def program():
        x = torch.zeros(2)
        array = x.numpy()
        x.add_(1)
        array[0] = 7
        x.add_(1)

    assert written(taped(program)) == [
        ("add_", [1.0, 1.0], 1), ("outside", [7.0, 1.0], 1), ("add_", [8.0, 2.0], 2)]


def test_only_the_tensors_that_lie_where_it_was_written_are_told():
    def program():
        x = torch.zeros(4)
        head, tail = x[:2], x[2:]
        x.numpy()[3] = 1
        return head + tail

    told = [event["value"]["data"] for event in taped(program) if event["kind"] == "write"]
    assert told == [[0.0, 0.0, 0.0, 1.0], [0.0, 1.0]]


def test_a_gradient_that_is_written_moves_its_ledger():
    def program():
        x = torch.tensor([1.0], requires_grad=True)
        (x * 2).backward()
        x.grad.numpy()[0] = 5
        (x * 2).backward()

    ledger = [(event["by"], event["after"]["data"]) for event in taped(program)
              if event["kind"] == "grad"]
    assert ledger == [("accumulate", [2.0]), ("write", [5.0]), ("accumulate", [7.0])]


def test_a_print_and_the_end_come_after_what_was_written():
    with record() as recorder:
        x = torch.zeros(1)
        y = x * 1
        x.numpy()[0] = 1
        recorder.printed("one", "print")
        x.numpy()[0] = 2
    tape = [(event["kind"], event.get("value", {}).get("data")) for event in recorder.drain()]
    assert tape[-3:] == [("write", [1.0]), ("print", None), ("write", [2.0])]
    del y


def test_without_shared_memory_nothing_is_compared(monkeypatch):
    monkeypatch.setattr(external_writes.ExternalWrites, "compare", None)
    monkeypatch.setattr(external_writes, "externally_writable", {})

    def program():
        x = torch.tensor([1.0, 2.0], requires_grad=True)
        (x * x).sum().backward()
        x.detach().add_(1)

    assert {by for by, *_ in written(taped(program))} == {"add_"}


def test_large_memory_is_compared_now_and_then_and_before_a_backward(monkeypatch):
    looked = []
    compare = external_writes.ExternalWrites.compare
    monkeypatch.setattr(
        external_writes.ExternalWrites, "compare", lambda self, key, ref, owner, line: (
            looked.append(owner.size), compare(self, key, ref, owner, line)))
    array = np.zeros(1 << 20, np.float32)

    def program(recorder):
        rows = torch.from_numpy(array)
        for _ in range(1000):
            rows[:2] * 2
        recorder.external_writes.budget = external_writes.MOST_BUDGET
        w = torch.ones(1, requires_grad=True)
        y = (w * rows).sum()
        array[:] = 1
        y.backward()

    with record() as recorder:
        program(recorder)
    tape = recorder.drain()
    assert looked.count(array.size) < 20
    backward = next(i for i, event in enumerate(tape) if event["kind"] == "backward")
    assert any(event["kind"] == "write" and event["by"] == "outside" for event in tape[:backward])


def test_memory_of_the_program_is_not_kept_alive():
    with record(Recorder()) as recorder:
        array = np.zeros(100_000, np.float32)
        x = torch.from_numpy(array)
        x * 2
        gone = weakref.ref(array)
        del array, x
        recorder.drain()
        gc.collect()
        assert gone() is None


def test_a_tensor_set_to_other_memory_is_told_with_what_lies_there():
    def program():
        x = torch.zeros(2)
        x * 2
        x.set_(torch.tensor([3.0, 4.0, 5.0]))

    assert written(taped(program)) == [("set_", [3.0, 4.0, 5.0], 1)]
