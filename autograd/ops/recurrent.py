"""Records of recurrent networks: packed sequences, the LSTM layer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.graph.saved_attributes import (
    UNSIZED, saved, saved_all, saved_by, saved_constant, saved_length,
)
from autograd.kernels.views import split_views
from autograd.ops.linear import mm
from autograd.ops.pointwise import sigmoid, tanh
from autograd.ops.record import d, op
from autograd.ops.reductions import sum_dim
from autograd.ops.shapes import (
    FIRST_SECTION, cat, join_pieces, place, select, slice, t, transpose, unsqueeze,
)
from autograd.ops.vmap_rules import SELECT_OR_SPLIT, TRANSPOSE
from autograd.tensor.tensor import Tensor, wrap

if TYPE_CHECKING:
    from autograd.tensor.tensor import ArrayOrTensor

# Parts that are no views in torch: a write into one is no write into the whole.
unsafe_split, unsafe_split_with_sizes = (
    op(name, node_name,
       lambda self, *, sections, dim: split_views(self, sections, dim), r"\mathrm{split}($self)",
       self =d(lambda grads, self_shape, sections, dim:
           join_pieces(grads, self_shape, sections, dim),
               r"[$grads]"),
       saves=saves, saved_as={saved_as: "sections"},
       vmap=SELECT_OR_SPLIT)
    for name, node_name, saves, saved_as in (
        ("unsafe_split", "UnsafeSplitBackward0", {"split_size": FIRST_SECTION}, "split_size"),
        ("unsafe_split_with_sizes", "UnsafeSplitWithSizesBackward0", {}, "split_sizes"),
    )
)

transposed = op("transposed", "TransposeBackward1",
    lambda self, *, dim0, dim1: np.swapaxes(self, dim0, dim1), r"$self^\top",
    self =d(lambda grad, dim0, dim1: transpose(grad, dim0=dim0, dim1=dim1), r"$grad^\top"),
    vmap=TRANSPOSE)

pack_padded_sequence = op("pack_padded_sequence", "PackPaddedSequenceBackward0",
    lambda self, *, batch_first, batch_sizes: np.concatenate([
        step[:n] for step, n in zip(self.swapaxes(0, 1) if batch_first else self, batch_sizes)]),
    r"\mathrm{pack}($self)",
    self =d(lambda grad, self_shape, batch_first, batch_sizes:
            place(None, grad, size=self_shape, key=packed_indices(batch_sizes, batch_first)),
            r"\mathrm{pad}($grad)"),
    saves={
        **UNSIZED, "batch_sizes": None, "input_sym_sizes": saved("self_shape"),
        "result1": saved_by(lambda batch_sizes: wrap(np.array(batch_sizes)))})


def _select_gradient(slot):
    """Return the gradient record of one input of the LSTM layer, from the backward of all."""
    return d(lambda grads, input, weight0, weight1, weight2, weight3, hx_, cx_, reverse:
             lstm_vjp(grads, input, weight0, weight1, weight2, weight3, hx_, cx_, reverse)[slot],
             r"\partial\,\mathrm{LSTM} / \partial\,$" + slot + r" \cdot $grads")


mkldnn_rnn_layer = op("mkldnn_rnn_layer", "MkldnnRnnLayerBackward0",
    lambda input, weight0, weight1, weight2, weight3, hx_, cx_, *, reverse, batch_first=False,
    bidirectional=False, has_biases=True, num_layers=1, train=True:
        run_lstm((input, weight0, weight1, weight2, weight3, hx_, cx_), reverse),
    r"\mathrm{LSTM}($input, $hx_, $cx_)", outputs=("output", "h_n", "c_n"),
    **{slot: _select_gradient(slot) for slot in (
        "input", "weight0", "weight1", "weight2", "weight3", "hx_", "cx_")},
    saves={
        **saved_all("batch_first", "bidirectional", "has_biases", "num_layers", "train"),
        "batch_sizes": saved_constant(()), "mode": saved_constant(2), "result0": saved("output"),
        "result1": saved("h_n"), "result2": saved("c_n"),
        "hidden_size": saved_length(-1, "hx__shape"),
        "result3": saved_constant(wrap(np.zeros(0, np.uint8)))},
    no_forward_ad="mkldnn_rnn_layer")


def packed_indices(batch_sizes: tuple[int, ...], batch_first: bool) -> Any:
    """Return step and row of each entry of a packed sequence, in the order of the batch's
    dimensions.
    """
    steps = np.repeat(np.arange(len(batch_sizes)), batch_sizes)
    rows = np.concatenate([np.arange(n) for n in batch_sizes])
    return (rows, steps) if batch_first else (steps, rows)


def select_gate(gates: ArrayOrTensor, number: int, size: int) -> ArrayOrTensor:
    """Return one of the four gates, which are stored side by side."""
    return slice(gates, dim=1, start=number * size, end=(number + 1) * size, step=1)


class _Step:
    """The gates of one time step, and the cell before and after it."""

    def __init__(self, x, h, c, gates):
        size = gates.shape[1] // 4
        self.x, self.h, self.c = x, h, c
        # All four at once, though the third is not needed: three calls cost more.
        shares = sigmoid(gates)
        self.i, self.f, self.o = (select_gate(shares, k, size) for k in (0, 1, 3))
        self.g = tanh(select_gate(gates, 2, size))
        self.after = self.f * c + self.i * self.g
        self.bent = tanh(self.after)
        self.out = self.o * self.bent

    def backward(self, dh: ArrayOrTensor, dc: ArrayOrTensor) -> tuple[Tensor | np.ndarray, ...]:
        """Return the gradients of the gates before their functions, and of the previous cell."""
        dc = dc + dh * self.o * (1 - self.bent * self.bent)
        di, df, dg, do = dc * self.g, dc * self.c, dc * self.i, dh * self.bent
        gates = cat(
            di * self.i * (1 - self.i), df * self.f * (1 - self.f), dg * (1 - self.g * self.g),
            do * self.o * (1 - self.o), dim=1,
        )
        return gates, dc * self.f


def run_lstm(arrays: tuple[np.ndarray, ...], reverse: bool) -> tuple:
    """Return all hidden states, the last hidden state and the last cell."""
    made = lstm_outputs(lstm_steps(*half_to_float32(arrays), reverse, half_rounding(arrays[0])))
    return tuple(x.astype(arrays[0].dtype, copy=False) for x in made)


def half_to_float32(arrays: tuple[Tensor | np.ndarray, ...]) -> list:
    """Cast 16-bit floats to float32, in which oneDNN computes; return others unchanged."""
    return [x.astype(np.float32) if half_rounding(x) else x for x in arrays]


def half_rounding(array: ArrayOrTensor) -> Callable[..., Any] | None:
    """Return the function that rounds to an array's 16-bit dtype; None for others or with a
    history.
    """
    kind = array.dtype
    if isinstance(array, Tensor) or kind.itemsize != 2:
        return None
    return lambda x: x.astype(kind).astype(np.float32)


def lstm_steps(
        input: ArrayOrTensor, w_ih: ArrayOrTensor, w_hh: ArrayOrTensor, b_ih: ArrayOrTensor,
        b_hh: ArrayOrTensor, h: ArrayOrTensor, c: ArrayOrTensor, reverse: bool,
        rounded: Callable[..., Any] | None = None) -> list[_Step]:
    """Return the time steps of one direction, in order of time, by ops.

    With `rounded` both biases are added first and rounded; the state is rounded after each step.
    """
    steps = [None] * input.shape[0]
    order = range(len(steps))
    has_biases = len(b_ih.shape) == 1  # otherwise zeros in the shape of the weights, as in torch
    for time in reversed(order) if reverse else order:
        x = select(input, dim=0, index=time)
        of_input, of_hidden = mm(x, t(w_ih)), mm(h, t(w_hh))
        if has_biases and rounded:
            gates = of_input + of_hidden + rounded(b_ih + b_hh)
        elif has_biases:
            gates = of_input + b_ih + of_hidden + b_hh
        else:
            gates = of_input + of_hidden
        step = steps[time] = _Step(x, h, c, gates)
        if rounded:
            step.out, step.after = rounded(step.out), rounded(step.after)
        h, c = step.out, step.after
    # The last step computed has the final state.
    steps.append(step)
    return steps


def lstm_outputs(steps: list[_Step]) -> tuple[np.ndarray, ...]:
    """Return all hidden states, the last hidden state and the last cell."""
    *steps, last = steps
    return np.stack([step.out for step in steps]), last.out, last.after


_walked = [None, None]  # the output gradients of the last call, and all input gradients


def lstm_vjp(
        grads: Any, input: ArrayOrTensor, w_ih: ArrayOrTensor,
        w_hh: ArrayOrTensor, b_ih: ArrayOrTensor, b_hh: ArrayOrTensor, h: ArrayOrTensor,
        c: ArrayOrTensor, reverse: bool) -> dict:
    """Return the gradients of all inputs; computed once for the same `grads`."""
    if _walked[0] is not grads:
        rounded, arrays = half_rounding(input), (input, w_ih, w_hh, b_ih, b_hh, h, c)
        steps = lstm_steps(*half_to_float32(arrays), reverse, rounded)[:-1]
        sent = [g if g is None or not rounded else g.astype(np.float32) for g in grads]
        found = backward_through_steps(steps, sent, *half_to_float32((w_ih, w_hh)), reverse)
        if rounded:
            found = {slot: g.astype(input.dtype) for slot, g in found.items()}
        _walked[:] = grads, found
    return _walked[1]


def backward_through_steps(
        steps: list[_Step], grads: list[Tensor | None | np.ndarray | None], w_ih: ArrayOrTensor,
        w_hh: ArrayOrTensor, reverse: bool) -> dict:
    """Return the gradients by backpropagation through time, by ops."""
    of_output, dh, dc = grads
    dh = dh if dh is not None else steps[0].h * 0
    dc = dc if dc is not None else steps[0].c * 0
    sums, inputs = {}, [None] * len(steps)
    order = range(len(steps))
    for time in order if reverse else reversed(order):
        step = steps[time]
        if of_output is not None:
            dh = dh + select(of_output, dim=0, index=time)
        gates, dc = step.backward(dh, dc)
        inputs[time] = mm(gates, w_ih)
        added = {"weight0": mm(t(gates), step.x), "weight1": mm(t(gates), step.h),
                 "weight2": sum_dim(gates, dim=(0,), keepdim=False)}
        sums = {name: value + sums[name] if sums else value for name, value in added.items()}
        dh = mm(gates, w_hh)
    steps = [unsqueeze(each, dim=0) for each in inputs]
    return {"input": cat(*steps, dim=0), **sums, "weight3": sums["weight2"], "hx_": dh, "cx_": dc}
