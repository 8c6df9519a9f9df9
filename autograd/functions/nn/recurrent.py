"""Recurrent cells, run over the time steps of one or more layers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.autocast import autocast_lower_precision
from autograd.engine.vmap_refusals import declare_refusal, unwrap_for
from autograd.functions.creation.filled import zeros_like
from autograd.functions.nn.dropout import dropout
from autograd.functions.nn.linear import linear
from autograd.functions.shape.concatenation import cat, stack
from autograd.functions.shape.split import split, unbind
from autograd.runtime.records import Record
from autograd.runtime.warnings import warn_once
from autograd.tensor.mutation import bump_version
from autograd.tensor.tensor import Tensor


class Weights(Record):
    """The parameters of one layer in one direction; biases and projection may be None."""

    w_ih: Tensor
    w_hh: Tensor
    b_ih: Tensor | None = None
    b_hh: Tensor | None = None
    w_hr: Tensor | None = None

    def project_input(self, x: Tensor) -> Tensor:
        """Project the input to its part of the gates."""
        return linear(x, self.w_ih, self.b_ih)

    def project_hidden(self, h: Tensor) -> Tensor:
        """Project the hidden state to its part of the gates."""
        return linear(h, self.w_hh, self.b_hh)


def split_gates(value: Tensor, count: int) -> tuple[Tensor, ...]:
    """Split `value` into `count` equal parts along the features."""
    size = value._array.shape[1] // count
    return apply(ops.unsafe_split, (value,), {"sections": (size,) * count, "dim": 1})


# --- Cells: (gates from the input, state, weights) -> state ------------------------------------


def simple_cell(
        activation: Callable[..., Any], input_gates: Tensor, h: Tensor, weights: Any) -> Tensor:
    """Return the new hidden state: the activation of the contributions of input and state."""
    return activation(weights.project_hidden(h) + input_gates)


tanh_cell = partial(simple_cell, Tensor.tanh)
relu_cell = partial(simple_cell, Tensor.relu)


def gru_cell(input_gates: Tensor, h: Tensor, weights: Any) -> Tensor:
    """Return the new hidden state of a gated recurrent unit, with gates reset, update, new."""
    input_gates = split_gates(input_gates, 3)
    hidden_gates = split_gates(weights.project_hidden(h), 3)
    reset = (hidden_gates[0] + input_gates[0]).sigmoid()
    update = (hidden_gates[1] + input_gates[1]).sigmoid()
    new = (input_gates[2] + hidden_gates[2] * reset).tanh()
    return (h - new).mul_(update).add_(new)


def lstm_cell(
        input_gates: Tensor, state: tuple[Tensor, ...], weights: Any) -> tuple[Tensor, ...]:
    """Return the new `(hidden, cell)` state of a long short-term memory cell."""
    h, c = state
    i, f, g, o = split_gates(weights.project_hidden(h) + input_gates, 4)
    i, f, g, o = i.sigmoid(), f.sigmoid(), g.tanh(), o.sigmoid()
    c = (f * c).add_(i * g)
    h = o * c.tanh()
    return (h if weights.w_hr is None else linear(h, weights.w_hr)), c


CELLS: dict[str, Callable] = {
    "RNN_TANH": tanh_cell, "RNN_RELU": relu_cell, "GRU": gru_cell, "LSTM": lstm_cell,
}  # fmt: skip


def hidden_state_of(state: Tensor | tuple[Tensor, ...]) -> Tensor:
    """Return the hidden state, of an LSTM the first part of its state."""
    return state[0] if isinstance(state, tuple) else state


# --- One layer in one direction ----------------------------------------------------------------


def run_layer(
        mode: str, input: Tensor, state: Tensor | tuple[Tensor, ...], weights: Any,
        reverse: bool, saved: dict[str, Any]) -> Any:
    """Run a layer over (time, batch, features); return its outputs and its last state.

    `saved` are further parameters that a fused node saves.
    """
    if is_fused_layer(mode, input, weights.w_hr is not None):
        return run_fused_layer(input, state, weights, {"reverse": reverse, **saved})
    if weights.w_hr is not None:
        warn_of_projections()
    steps = list(unbind(weights.project_input(input), 0))
    outputs = []
    for input_gates in reversed(steps) if reverse else steps:
        state = CELLS[mode](input_gates, state, weights)
        outputs.append(hidden_state_of(state))
    return stack(outputs[::-1] if reverse else outputs, 0), state


def warn_of_projections() -> None:
    """Warn once that an LSTM with projections does not run in oneDNN."""
    warn_once(
        "LSTM with projections is not supported with oneDNN. Using default implementation.",
        at="aten/src/ATen/native/RNN.cpp:1512")


FUSED_DTYPES = ("float32", "bfloat16")  # for layers without projections


def is_fused_layer(mode: str, input: Tensor, projection: bool) -> bool:
    """Return True if torch computes a whole layer in one node: an LSTM in float32 or bfloat16."""
    if not input._array.size:
        return False
    return mode == "LSTM" and input._array.dtype.name in FUSED_DTYPES and not projection


def run_fused_layer(
        input: Tensor, state: Any, weights: Any, params: dict[str, Any]
) -> tuple[Any, ...]:
    """Run an LSTM layer in one node, as torch does in float32 and bfloat16."""
    biases = (weights.b_ih, weights.b_hh)
    if weights.b_ih is None:
        biases = (zeros_like(weights.w_ih), zeros_like(weights.w_hh))
    output, *state = apply_fused_layer(
        input, weights.w_ih, weights.w_hh, *biases, *state, has_biases=weights.b_ih is not None,
        **params)
    return output, tuple(state)


@autocast_lower_precision
def apply_fused_layer(*inputs: Tensor, **params: int) -> tuple[Tensor, ...]:
    """Apply the op of a fused layer; `autocast` lowers it to bfloat16, RuntimeError for float16."""
    if inputs[0]._array.dtype == np.float16:
        raise RuntimeError(
            "could not create a primitive descriptor for the LSTM forward propagation primitive. "
            "Run workload with environment variable ONEDNN_VERBOSE=all to get additional "
            "diagnostic information.")
    return apply(ops.mkldnn_rnn_layer, inputs, params)


def run_packed_layer(
        mode: str, data: Tensor, batch_sizes: Any, state: Any,
        weights: Any, reverse: bool) -> tuple[Any, ...]:
    """Run a layer over a packed sequence, whose later steps have fewer rows."""
    steps = list(split(weights.project_input(data), batch_sizes, 0))
    start = state
    ordered = list(zip(steps, batch_sizes))
    ordered = ordered[::-1] if reverse else ordered
    state = slice_state(start, 0, ordered[0][1])
    outputs, finished = [], []
    for input_gates, rows in ordered:
        previous = hidden_state_of(state).size(0)
        if rows < previous:
            finished.append(slice_state(state, rows, previous))
            state = slice_state(state, 0, rows)
        elif rows > previous:
            state = concatenate_states([state, slice_state(start, previous, rows)])
        state = CELLS[mode](input_gates, state, weights)
        outputs.append(hidden_state_of(state))
    last = state if reverse else concatenate_states([state, *reversed(finished)])
    return cat(outputs[::-1] if reverse else outputs, 0), last


def slice_state(state: tuple[Tensor, ...], start: int, end: int) -> tuple[Tensor, ...]:
    """Return the rows of a state from `start` to `end`."""
    if isinstance(state, tuple):
        return tuple(part[start:end] for part in state)
    return state[start:end]


def concatenate_states(states: list[Any]) -> tuple[Tensor, ...]:
    """Concatenate states along the batch."""
    if len(states) == 1:
        return states[0]
    if isinstance(states[0], tuple):
        return tuple(cat(column, 0) for column in zip(*states))
    return cat(states, 0)


# --- All layers --------------------------------------------------------------------------------


VMAP_REFUSALS = {mode: declare_refusal(mode,
    f"Batching rule not implemented for aten::{mode.lower()}.input. We could not generate a "
    "fallback.") for mode in ("LSTM", "GRU", "RNN_TANH", "RNN_RELU")}


def run_layers(
        mode: str, input: Tensor, states: Any, weights: Any,
        dropout_p: float, training: bool, directions: int,
        batch_sizes: Any = None, batch_first: bool = False) -> tuple[Any, ...]:
    """Run several layers, each in one or two directions.

    `states` and `weights` have one entry for each layer and direction, layer by layer; the result
    is the last layer's output and the final states in that order.
    """
    unwrap_for(VMAP_REFUSALS[mode], input)
    if batch_sizes is None and not len(input._array):
        raise RuntimeError("Expected sequence length to be larger than 0 in RNN")
    finals, layers = [], len(weights) // directions
    saved = {"bidirectional": directions == 2, "num_layers": layers, "train": training,
            "batch_first": batch_first}
    if batch_sizes is None and is_fused_layer(mode, input, weights[0].w_hr is not None):
        input = input.contiguous()
    for layer in range(layers):
        outputs = []
        for direction in range(directions):
            k = layer * directions + direction
            args = (states[k], weights[k], direction == 1)
            if batch_sizes is None:
                output, final = run_layer(mode, input, *args, saved)
            else:
                output, final = run_packed_layer(mode, input, batch_sizes, *args)
            outputs.append(output)
            finals.append(final)
        input = outputs[0] if directions == 1 else cat(outputs, outputs[0].dim() - 1)
        if dropout_p and training and layer < layers - 1:
            input = dropout(input, dropout_p, True)
    return input, finals


def to_batch_first(output: Tensor, mode: str) -> Tensor:
    """Return the output with the batch first: a view for an LSTM, else transposed in place."""
    if mode == "LSTM":
        return output.transpose(0, 1)
    result = apply(ops.transposed, (output,), {"dim0": 0, "dim1": 1})
    bump_version(result)
    return result
