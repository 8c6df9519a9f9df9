"""Recurrent networks and cells as modules."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from autograd.engine.missing_rules import uses_fallback, warn_missing_rule_of_composite
from autograd.functions.nn.recurrent import Weights, gru_cell, lstm_cell, relu_cell, tanh_cell
from autograd.tensor.tensor import Tensor
from torch import empty, zeros
from torch.nn import init
from torch.nn.modules.module import Module
from torch.nn.modules.recurrence import RNNBase
from torch.nn.parameter import Parameter

ONLY_LSTM = "proj_size argument is only supported for LSTM, not RNN or GRU"


class RNN(RNNBase):
    """The simple recurrence `h = tanh(W_ih x + b_ih + W_hh h + b_hh)`."""

    def __init__(self, *args, **kwargs):
        if "proj_size" in kwargs:
            raise ValueError(ONLY_LSTM)
        nonlinearity = kwargs.pop("nonlinearity", "tanh")
        if len(args) > 3:
            nonlinearity, args = args[3], args[:3] + args[4:]
        if nonlinearity not in ("tanh", "relu"):
            raise ValueError(
                f"Unknown nonlinearity '{nonlinearity}'. Select from 'tanh' or 'relu'."
            )
        super().__init__(f"RNN_{nonlinearity.upper()}", *args, **kwargs)
        self.nonlinearity = nonlinearity


class GRU(RNNBase):
    """Gated recurrent units."""

    def __init__(self, *args, **kwargs):
        if "proj_size" in kwargs:
            raise ValueError(ONLY_LSTM)
        super().__init__("GRU", *args, **kwargs)


class LSTM(RNNBase):
    """Long short-term memory; the state is a pair of hidden state and cell."""

    def __init__(self, *args, **kwargs):
        super().__init__("LSTM", *args, **kwargs)

    def _with_batch(self, hx, batched):
        if hx is None:
            return None
        wanted = 3 if batched else 2
        if hx[0].dim() != wanted or hx[1].dim() != wanted:
            kind = "batched 3-D" if batched else "unbatched 2-D"
            raise RuntimeError(
                f"For {kind} input, hx and cx should also be {wanted}-D but got "
                f"({hx[0].dim()}-D, {hx[1].dim()}-D) tensors"
            )
        return tuple(hx) if batched else tuple(part.unsqueeze(1) for part in hx)

    def _start(self, input, rows):
        count = self.num_layers * self._directions
        return (super()._start(input, rows),
                zeros(count, rows, self.hidden_size, dtype=input.dtype))

    def _check_hidden(self, hx, rows):
        self._check_size(hx[0], rows, self.proj_size or self.hidden_size, "hidden[0]")
        self._check_size(hx[1], rows, self.hidden_size, "hidden[1]")


# --- Cells -------------------------------------------------------------------------------------


class RNNCellBase(Module):
    """One step of a recurrence with parameters of its own."""

    def __init__(self, input_size, hidden_size, bias, num_chunks, device=None, dtype=None):
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias
        rows, kind = num_chunks * hidden_size, {"device": device, "dtype": dtype}
        self.weight_ih = Parameter(empty((rows, input_size), **kind))
        self.weight_hh = Parameter(empty((rows, hidden_size), **kind))
        for name in ("bias_ih", "bias_hh"):
            self.register_parameter(name, Parameter(empty(rows, **kind)) if bias else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw all parameters uniformly within one over the root of `hidden_size`."""
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def extra_repr(self) -> str:
        text = f"{self.input_size}, {self.hidden_size}"
        if self.bias is not True:
            text += f", bias={self.bias}"
        if getattr(self, "nonlinearity", "tanh") != "tanh":
            text += f", nonlinearity={self.nonlinearity}"
        return text

    def _step(self, cell, input, state):
        weights = Weights(self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        tell_of_cell(cell, input, *(state if isinstance(state, tuple | list) else (state,)),
                     *self.parameters())
        alone = input.dim() == 1
        if alone:
            input = input.unsqueeze(0)
        check_features(input, self.input_size)
        if state is None:
            state = self._start(input)
        elif alone:
            state = self._each(state, lambda part: part.unsqueeze(0))
        for number, part in enumerate(state if isinstance(state, tuple | list) else (state,)):
            check_state(input, part, self.hidden_size, number)
        state = cell(weights.of_input(input), state, weights)
        return self._each(state, lambda part: part.squeeze(0)) if alone else state

    def _start(self, input):
        return zeros(input.size(0), self.hidden_size, dtype=input.dtype)

    @staticmethod
    def _each(state, change):
        return tuple(map(change, state)) if isinstance(state, tuple | list) else change(state)

    def _check_dims(self, name, value):
        if value.dim() not in (1, 2):
            raise ValueError(
                f"{type(self).__name__}: Expected {name} to be 1D or 2D, got {value.dim()}D instead"
            )


def tell_of_cell(cell: Callable[..., Any], *inputs: Tensor | None) -> None:
    """What torch says of a cell that is mapped: it has no rule for any, nor a way for one."""
    given = [x for x in inputs if isinstance(x, Tensor)]
    if cell is lstm_cell and uses_fallback(*given):
        raise RuntimeError(
            "Batching rule not implemented for aten::lstm_cell. We could not generate a fallback.")
    names = {gru_cell: "gru_cell", tanh_cell: "rnn_tanh_cell", relu_cell: "rnn_relu_cell"}
    warn_missing_rule_of_composite(names.get(cell, "lstm_cell"), *given)


def check_features(input: Tensor, size: int) -> None:
    """Raise torch's error unless the input has as many features as the cell wants."""
    if input.size(1) != size:
        raise RuntimeError(
            f"input has inconsistent input_size: got {input.size(1)} expected {size}"
        )


def check_state(input: Tensor, state: Tensor, size: int, number: int = 0) -> None:
    """Raise torch's errors unless the state of that number fits the input and the cell."""
    if input.size(0) != state.size(0):
        raise RuntimeError(
            f"Input batch size {input.size(0)} doesn't match hidden{number} batch size "
            f"{state.size(0)}"
        )
    if state.size(1) != size:
        raise RuntimeError(
            f"hidden{number} has inconsistent hidden_size: got {state.size(1)}, expected {size}"
        )


class RNNCell(RNNCellBase):
    """One step of RNN."""

    def __init__(self, input_size, hidden_size, bias=True, nonlinearity="tanh", device=None,
                 dtype=None):
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input: Tensor, hx: tuple[Tensor, ...] | None = None) -> Any:
        self._check_dims("input", input)
        if hx is not None:
            self._check_dims("hidden", hx)
        if self.nonlinearity not in ("tanh", "relu"):
            raise RuntimeError(f"Unknown nonlinearity: {self.nonlinearity}")
        return self._step(tanh_cell if self.nonlinearity == "tanh" else relu_cell, input, hx)


class GRUCell(RNNCellBase):
    """One step of GRU."""

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)

    def forward(self, input: Tensor, hx: tuple[Tensor, ...] | None = None) -> Any:
        self._check_dims("input", input)
        if hx is not None:
            self._check_dims("hidden", hx)
        return self._step(gru_cell, input, hx)


class LSTMCell(RNNCellBase):
    """One step of LSTM; takes and returns the pair of hidden state and cell."""

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)

    def _start(self, input):
        start = super()._start(input)
        return start, start

    def forward(self, input: Tensor, hx: tuple[Tensor, ...] | None = None) -> tuple[Tensor, ...]:
        self._check_dims("input", input)
        for i, part in enumerate(() if hx is None else hx):
            self._check_dims(f"hx[{i}]", part)
        if isinstance(hx, Tensor):
            raise TypeError(
                "lstm_cell(): argument 'hx' (position 2) must be tuple of Tensors, not Tensor"
            )
        return self._step(lstm_cell, input, hx)
