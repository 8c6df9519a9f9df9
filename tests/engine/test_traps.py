"""The traps of backpropagation, one test each: what a plausible engine gets wrong."""

import gc
import io
import pickle
import weakref

import pytest

from autograd.frontend import import_hook
from autograd.frontend.serialization import api as serialization
from autograd.graph.node import ALREADY_FREED
from autograd.runtime.grad_mode import enable_grad, no_grad

import_hook.install()
import torch  # noqa: E402  which is our engine here


def leaf(*values):
    return torch.tensor(values if len(values) > 1 else values[0], requires_grad=True)


def test_a_diamond_sums_both_paths_before_going_on():
    x = leaf(2.0)
    y = x * 3
    (y * 2 + y * 5).backward()
    assert x.grad.item() == 21


def test_the_same_tensor_twice_in_one_op_has_two_edges():
    x = leaf(3.0)
    y = x * x
    (first, _), (second, _) = y.grad_fn.next_functions
    assert first is second and first.variable is x
    y.backward()
    assert x.grad.item() == 6


def test_leaves_accumulate_but_inner_gradients_do_not_leak_into_the_next_call():
    x = leaf(2.0)
    y = x * 3
    z = y * y
    z.backward(retain_graph=True)
    z.backward()
    assert x.grad.item() == 2 * (2 * 6 * 3)


def test_a_graph_that_saved_nothing_runs_twice():
    x = leaf(2.0)
    y = x + 2
    y.backward()
    y.backward()
    assert x.grad.item() == 2


def test_a_graph_that_saved_only_a_number_refuses_to_run_twice():
    x = leaf(2.0)
    y = x * 2
    y.backward()
    with pytest.raises(RuntimeError) as refusal:
        y.backward()
    assert str(refusal.value) == ALREADY_FREED
    assert refusal.value.blame == ((y.grad_fn,), ())
    assert x.grad.item() == 2


def test_only_what_a_needed_formula_asks_for_is_saved():
    w, x = leaf(2.0), torch.tensor(5.0)
    node = (w * x).grad_fn
    assert [value for value, _ in node._held] == [x]
    assert node._saved_other is x
    assert node._saved_self is None  # w would be saved only for the gradient of x


def test_a_saved_tensor_changed_in_place_is_noticed():
    x = leaf(1.0, 2.0)
    e = x.exp()
    total = e.sum()
    with no_grad():
        e += 1
    with pytest.raises(RuntimeError, match="output 0 of Exp, is at version 1; expected version 0"):
        total.backward()


def test_an_in_place_product_remembers_what_it_overwrote():
    x, w = leaf(3.0), leaf(4.0)
    y = x * 1
    y *= w
    y.backward()
    assert (x.grad.item(), w.grad.item()) == (4, 3)


def test_an_in_place_exp_keeps_its_result_for_backward():
    x = leaf(1.0)
    y = x * 1
    y = y.exp_()
    y.backward()
    assert x.grad.item() == pytest.approx(2.7182817)


def test_writing_into_a_leaf_that_requires_grad_is_refused():
    x = leaf(1.0)
    with pytest.raises(RuntimeError) as refusal:
        x += 1
    assert str(refusal.value) == (
        "a leaf Variable that requires grad is being used in an in-place operation."
    )
    with no_grad():
        x += 1
    assert x.item() == 2 and x.is_leaf


def test_a_write_through_a_view_changes_the_history_of_its_base():
    x = leaf(1.0, 2.0, 3.0)
    base = x * 1
    view = base[1:]
    other = base[0]
    view.mul_(10)
    assert type(base.grad_fn).__name__ == "CopySlices"
    assert view.grad_fn.name() == other.grad_fn.name() == "AsStridedBackward0"
    base.sum().backward()
    assert x.grad.tolist() == [1, 10, 10]


def test_data_writes_pass_the_version_counter_and_detached_ones_do_not():
    x = leaf(1.0)
    x.data.add_(1)
    assert x._version == 0 and x.item() == 2
    x.detach().add_(1)
    assert x._version == 1 and x.item() == 3


def test_a_view_of_a_leaf_is_no_leaf():
    assert not torch.ones(4, requires_grad=True).view(2, 2).is_leaf


def test_create_graph_gives_the_gradient_a_history(monkeypatch):
    monkeypatch.setattr("autograd.runtime.warnings._said", set())  # torch warns once in a process
    x = leaf(3.0)
    with pytest.warns(UserWarning, match="reference cycle"):
        (x**3).backward(create_graph=True)
    assert x.grad.item() == 27 and x.grad.grad_fn is not None
    (second,) = torch.autograd.grad(x.grad, x, create_graph=True)
    (third,) = torch.autograd.grad(second, x)
    assert (second.item(), third.item()) == (18, 6)


def test_grad_touches_no_leaf_and_stops_where_it_was_asked():
    x = leaf(2.0)
    y = x * 3
    z = y**2
    gradients = torch.autograd.grad(z, [y, x])
    assert [g.item() for g in gradients] == [12, 36]
    assert x.grad is None


def test_backward_with_inputs_fills_only_those():
    x, w = leaf(2.0), leaf(3.0)
    (x * w).backward(inputs=[w])
    assert x.grad is None and w.grad.item() == 2


def test_an_unused_input_is_named_unless_allowed():
    x, unused = leaf(2.0), leaf(1.0)
    with pytest.raises(RuntimeError, match="at index 1 appears to not have been used"):
        torch.autograd.grad(x * 2, [x, unused])
    assert torch.autograd.grad(x * 2, [x, unused], allow_unused=True)[1] is None


def test_hooks_run_in_torchs_order():
    order = []
    x = leaf(1.0)
    y = x * 2
    y.register_hook(lambda g: order.append("tensor"))
    y.grad_fn.register_prehook(lambda gs: order.append("node before"))
    y.grad_fn.register_hook(lambda sent, got: order.append("node after"))
    x.register_post_accumulate_grad_hook(lambda p: order.append("accumulated"))
    y.backward()
    assert order == ["tensor", "node before", "node after", "accumulated"]


def test_what_a_hook_returns_replaces_the_gradient_and_retained_grads_see_it():
    x = leaf(1.0)
    y = x * 2
    y.retain_grad()
    handle = y.register_hook(lambda g: g * 10)
    y.backward(retain_graph=True)
    assert (x.grad.item(), y.grad.item()) == (20, 10)
    handle.remove()
    y.backward()
    assert x.grad.item() == 22


def test_broadcasting_is_undone_by_a_sum():
    row, column = leaf(1.0, 2.0), torch.ones(3, 1, requires_grad=True)
    (row * column).sum().backward()
    assert row.grad.tolist() == [3, 3] and column.grad.tolist() == [[3], [3], [3]]


def test_two_thousand_steps_need_no_recursion():
    x = leaf(1.0)
    y = x
    for _ in range(2000):
        y = y * 1.0
    y.backward()
    assert x.grad.item() == 1


def test_a_result_and_its_node_do_not_keep_each_other_alive():
    gc.disable()
    try:
        y = leaf(1.0).exp()
        gone = weakref.ref(y)
        del y
        assert gone() is None
    finally:
        gc.enable()


def test_grad_modes_nest_and_come_back():
    x = leaf(1.0)
    with no_grad():
        assert not (x * 2).requires_grad
        with enable_grad():
            assert (x * 2).requires_grad
        assert not (x * 2).requires_grad
    assert (x * 2).requires_grad


def test_the_very_grad_tensor_is_added_to():
    x = leaf(1.0)
    (x * 2).backward()
    first = x.grad
    (x * 2).backward()
    assert first is x.grad and first.item() == 4


def test_a_leaf_shared_by_an_edge_never_shares_the_gradients_memory():
    x, y = leaf(1.0, 2.0), leaf(3.0, 4.0)
    (x + y).backward(torch.ones(2))
    x.grad += 5
    assert y.grad.tolist() == [1, 1]


@pytest.mark.parametrize(
    ("run", "sentence"),
    [
        (
            lambda: leaf(1.0, 2.0).exp().backward(),
            "grad can be implicitly created only for scalar outputs",
        ),
        (
            lambda: torch.ones(1).backward(),
            "element 0 of tensors does not require grad and does not have a grad_fn",
        ),
        (
            lambda: torch.tensor([1, 2], requires_grad=True),
            "Only Tensors of floating point and complex dtype can require gradients",
        ),
        (
            lambda: leaf(1.0).numpy(),
            "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.",
        ),
        (
            lambda: torch.ones(3) + torch.ones(2),
            "The size of tensor a (3) must match the size of tensor b (2) at non-singleton "
            "dimension 0",
        ),
        (
            lambda: torch.ones(2, 3) @ torch.ones(2, 3),
            "mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)",
        ),
        (
            lambda: (leaf(1.0, 2.0) * 2).backward(torch.ones(3)),
            "Mismatch in shape: grad_output[0] has a shape of torch.Size([3]) and output[0] has a "
            "shape of torch.Size([2]).",
        ),
    ],
)
def test_errors_say_what_torch_says(run, sentence):
    with pytest.raises(RuntimeError) as refusal:
        run()
    assert str(refusal.value) == sentence


@pytest.mark.parametrize("function", [serialization.save, serialization.opened])
def test_a_file_of_tensors_alone_cannot_call_what_is_beside_them(function, tmp_path):
    path = tmp_path / "written"

    class Calls:
        def __reduce__(self):
            return function, (([1], str(path)) if function is serialization.save else (path, "w"))

    held = io.BytesIO()
    serialization.save([torch.ones(1), Calls()], held)
    held.seek(0)
    with pytest.raises(pickle.UnpicklingError, match="Weights only load failed"):
        serialization.load(held)
    assert not path.exists()
