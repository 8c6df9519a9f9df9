"""Recurrent modules with their cells (`torch/nn/modules/rnn.py`).

Shapes: L steps, N batch dimension, H_in `input_size`, H_out `hidden_size` (or `proj_size`), D
directions. Inputs are (L, N, H_in), with `batch_first` (N, L, H_in), or (L, H_in) without a batch.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable
from typing import Any

from autograd.arguments.argument_parser import check_arguments
from autograd.engine.missing_rules import uses_fallback, warn_missing_rule_of_composite
from autograd.functions.nn.recurrent import (
    Weights, gru_cell, lstm_cell, relu_cell, run_layers, tanh_cell, to_batch_first,
)
from autograd.functions.shape.concatenation import stack
from autograd.functions.shape.split import unbind
from autograd.runtime.execution_state import execution
from autograd.runtime.warnings import caution
from autograd.tensor.tensor import Tensor
from torch import empty, zeros
from torch.nn import init
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter
from torch.nn.utils.rnn import PackedSequence

ONLY_LSTM = "proj_size argument is only supported for LSTM, not RNN or GRU"
# How many blocks of `hidden_size` rows the weights of a cell have.
GATES = {"RNN_TANH": 1, "RNN_RELU": 1, "GRU": 3, "LSTM": 4}


class RNNBase(Module):
    """Base class of RNN, GRU and LSTM; `mode` names the cell, a key of `GATES`."""

    def __init__(self, mode, input_size, hidden_size, num_layers=1, bias=True, batch_first=False,
                 dropout=0.0, bidirectional=False, proj_size=0, device=None, dtype=None):
        super().__init__()
        self.mode = mode
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.bias = bias
        self.batch_first = batch_first
        self._check_dropout(dropout, num_layers)
        self.dropout = float(dropout)
        self.bidirectional = bidirectional
        self.proj_size = proj_size
        self._check_sizes()
        self._all_weights = []
        kind = {"device": device, "dtype": dtype}
        for layer in range(num_layers):
            for suffix in ("", "_reverse")[:self._directions]:
                self._add_weights(layer, suffix, kind)
        self.reset_parameters()

    @property
    def _directions(self):
        return 2 if self.bidirectional else 1

    def _check_dropout(self, dropout, num_layers):
        if isinstance(dropout, bool) or not isinstance(dropout, numbers.Number) or (
            not 0 <= dropout <= 1
        ):
            raise ValueError(
                "dropout should be a number in range [0, 1] representing the probability of an "
                "element being zeroed"
            )
        if dropout > 0 and num_layers == 1:
            caution(
                "dropout option adds dropout after all but last recurrent layer, so non-zero "
                f"dropout expects num_layers greater than 1, but got dropout={dropout} and "
                f"num_layers={num_layers}", depth=2)

    def _check_sizes(self):
        for name, kind in (("bias", bool), ("batch_first", bool), ("input_size", int),
                           ("hidden_size", int)):
            value = getattr(self, name)
            if not isinstance(value, kind):
                raise TypeError(
                    f"{name} should be of type {kind.__name__}, got: {type(value).__name__}"
                )
            if kind is int and value <= 0:
                raise ValueError(f"{name} must be greater than zero")
        if self.num_layers <= 0:
            raise ValueError("num_layers must be greater than zero")
        if self.proj_size < 0:
            raise ValueError(
                "proj_size should be a positive integer or zero to disable projections"
            )
        if self.proj_size >= self.hidden_size:
            raise ValueError("proj_size has to be smaller than hidden_size")

    def _add_weights(self, layer, suffix, kind):
        rows = GATES[self.mode] * self.hidden_size
        hidden = self.proj_size or self.hidden_size
        features = hidden * self._directions if layer else self.input_size
        shapes = {"weight_ih": (rows, features), "weight_hh": (rows, hidden)}
        if self.bias:
            shapes |= {"bias_ih": (rows,), "bias_hh": (rows,)}
        if self.proj_size:
            shapes["weight_hr"] = (self.proj_size, self.hidden_size)
        names = [f"{name}_l{layer}{suffix}" for name in shapes]
        for name, shape in zip(names, shapes.values()):
            setattr(self, name, Parameter(empty(shape, **kind)))
        self._all_weights.append(names)

    def reset_parameters(self) -> None:
        """Draw all parameters uniformly from +-1 / sqrt(hidden_size)."""
        bound = 1.0 / math.sqrt(self.hidden_size)
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    @property
    def _flat_weights_names(self):
        """Names of all weights, layer after layer."""
        return [name for names in self._all_weights for name in names]

    @property
    def all_weights(self) -> list[Any]:
        """Parameters, one list for each layer and direction."""
        return [[getattr(self, name) for name in names] for names in self._all_weights]

    @property
    def _flat_weights(self):
        return [weight for weights in self.all_weights for weight in weights]

    def flatten_parameters(self) -> None:
        """Do nothing: parameters need not share one block of memory here."""

    def extra_repr(self) -> str:
        text = f"{self.input_size}, {self.hidden_size}"
        defaults = {"proj_size": 0, "num_layers": 1, "bias": True, "batch_first": False,
                 "dropout": 0, "bidirectional": False}
        for name, value in defaults.items():
            setting = getattr(self, name)
            if setting is not value if isinstance(value, bool) else setting != value:
                text += f", {name}={setting}"
        return text

    # -- forward -------------------------------------------------------------------------------

    def _forward(self, input, hx):
        """Compute output and final state; subclasses call it from their `forward`."""
        if isinstance(input, PackedSequence):
            return self._forward_packed(input, hx)
        name = type(self).__name__
        if input.dim() not in (2, 3):
            given = f"{input.dim()}D tensor" if name == "RNN" else f"{input.dim()}D"
            raise ValueError(f"{name}: Expected input to be 2D or 3D, got {given} instead")
        batched = input.dim() == 3
        batch_dim = 0 if self.batch_first else 1
        hx = self._add_batch_dim(hx, batched)
        if not batched:
            input = input.unsqueeze(batch_dim)
        batch_size = input.size(0) if self.batch_first else input.size(1)
        self._check_input(input, 3)
        hx = self._initial_state(input, batch_size) if hx is None else hx
        self._check_hidden(hx, batch_size)
        self._check_settings(input, hx)
        if self.batch_first:
            input = input.transpose(0, 1)
        output, hidden = self._run(input, hx)
        if self.batch_first:
            output = to_batch_first(output, self.mode)
        if not batched:
            output = output.squeeze(batch_dim)
            hidden = map_state(hidden, lambda part: part.squeeze(1))
        return output, hidden

    def _forward_packed(self, packed, hx):
        data, sizes, sorted_indices, unsorted_indices = packed
        batch_size = int(sizes[0])
        self._check_input(data, 2)
        if hx is None:
            hx = self._initial_state(data, batch_size)
        elif sorted_indices is not None:
            hx = map_state(hx, lambda part: part.index_select(1, sorted_indices))
        self._check_hidden(hx, batch_size)
        output, hidden = self._run(data, hx, tuple(sizes.tolist()))
        if unsorted_indices is not None:
            hidden = map_state(hidden, lambda part: part.index_select(1, unsorted_indices))
        return PackedSequence(output, sizes, sorted_indices, unsorted_indices), hidden

    def _run(self, input, hx, batch_sizes=None):
        parts = tuple(unbind(part, 0) for part in (hx if isinstance(hx, tuple) else (hx,)))
        states = list(zip(*parts)) if isinstance(hx, tuple) else list(parts[0])
        weights = [self._weights_of(names) for names in self._all_weights]
        output, finals = run_layers(
            self.mode, input, states, weights, self.dropout, self.training, self._directions,
            batch_sizes, self.batch_first,
        )
        if isinstance(hx, tuple):
            return output, tuple(stack(column, 0) for column in zip(*finals))
        return output, stack(finals, 0)

    def _weights_of(self, names):
        short = {"weight_ih": "w_ih", "weight_hh": "w_hh", "bias_ih": "b_ih", "bias_hh": "b_hh",
                 "weight_hr": "w_hr"}
        return Weights(**{short[name.split("_l")[0]]: getattr(self, name) for name in names})

    def _add_batch_dim(self, hx, batched):
        if hx is None:
            return None
        expected, kind = (3, "batched 3-D") if batched else (2, "unbatched 2-D")
        if hx.dim() != expected:
            raise RuntimeError(
                f"For {kind} input, hx should also be {expected}-D but got {hx.dim()}-D tensor"
            )
        return hx if batched else hx.unsqueeze(1)

    def _initial_state(self, input, batch_size):
        count = self.num_layers * self._directions
        return zeros(count, batch_size, self.proj_size or self.hidden_size, dtype=input.dtype)

    # -- checks --------------------------------------------------------------------------------

    def _check_input(self, input, ndim):
        dtype = getattr(self, self._all_weights[0][0]).dtype
        if input.dtype != dtype and execution.autocast_dtype is None:
            raise ValueError(
                f"RNN input dtype ({input.dtype}) does not match weight dtype ({dtype}). Convert "
                f"input: input.to({dtype}), or convert model: model.to({input.dtype})"
            )
        if input.dim() != ndim:
            raise RuntimeError(f"input must have {ndim} dimensions, got {input.dim()}")
        if self.input_size != input.size(-1):
            raise RuntimeError(
                "input.size(-1) must be equal to input_size. Expected "
                f"{self.input_size}, got {input.size(-1)}"
            )

    def _check_settings(self, input, hx):
        """Raise the errors of torch's C++ if these settings are no int or bool."""
        if type(self.num_layers) is not int or type(self.bidirectional) is not bool:
            check_arguments("torch", self.mode.lower(), (
                input, hx, self._flat_weights, self.bias, self.num_layers, self.dropout,
                self.training, self.bidirectional, self.batch_first), {})

    def _check_size(self, hx, batch_size, features, title):
        expected = (self.num_layers * self._directions, batch_size, features)
        if hx.size() != expected:
            raise RuntimeError(f"Expected {title} size {expected}, got {list(hx.size())}")

    def _check_hidden(self, hx, batch_size):
        self._check_size(hx, batch_size, self.hidden_size, "hidden")


def map_state(state: Any, change: Callable[..., Any]) -> Any:
    """Return `change` of a hidden state, or of both parts of an LSTM's state."""
    return tuple(map(change, state)) if isinstance(state, tuple) else change(state)


class RNN(RNNBase):
    """Elman network: `h = tanh(W_ih x + b_ih + W_hh h + b_hh)`, or with relu.

    Returns the outputs (L, N, D * H_out) and the final states (D * num_layers, N, H_out).
    """

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

    def forward(
            self, input: Tensor | PackedSequence, hx: Tensor | None = None
    ) -> tuple[Tensor | PackedSequence, Tensor]:
        return self._forward(input, hx)


class GRU(RNNBase):
    """Gated recurrent unit network; shapes are those of RNN."""

    def __init__(self, *args, **kwargs):
        if "proj_size" in kwargs:
            raise ValueError(ONLY_LSTM)
        super().__init__("GRU", *args, **kwargs)

    def forward(
            self, input: Tensor | PackedSequence, hx: Tensor | None = None
    ) -> tuple[Tensor | PackedSequence, Tensor]:
        return self._forward(input, hx)


class LSTM(RNNBase):
    """Long short-term memory network; the state is a pair of hidden and cell state."""

    def __init__(self, *args, **kwargs):
        super().__init__("LSTM", *args, **kwargs)

    def forward(
            self, input: Tensor | PackedSequence, hx: tuple[Tensor, Tensor] | None = None
    ) -> tuple[Tensor | PackedSequence, tuple[Tensor, Tensor]]:
        return self._forward(input, hx)

    def _add_batch_dim(self, hx, batched):
        if hx is None:
            return None
        expected = 3 if batched else 2
        if hx[0].dim() != expected or hx[1].dim() != expected:
            kind = "batched 3-D" if batched else "unbatched 2-D"
            raise RuntimeError(
                f"For {kind} input, hx and cx should also be {expected}-D but got "
                f"({hx[0].dim()}-D, {hx[1].dim()}-D) tensors"
            )
        return tuple(hx) if batched else tuple(part.unsqueeze(1) for part in hx)

    def _initial_state(self, input, batch_size):
        count = self.num_layers * self._directions
        return (super()._initial_state(input, batch_size),
                zeros(count, batch_size, self.hidden_size, dtype=input.dtype))

    def _check_hidden(self, hx, batch_size):
        self._check_size(hx[0], batch_size, self.proj_size or self.hidden_size, "hidden[0]")
        self._check_size(hx[1], batch_size, self.hidden_size, "hidden[1]")


# --- Cells -------------------------------------------------------------------------------------


class RNNCellBase(Module):
    """Base class of the cells, which compute one step."""

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
        """Draw all parameters uniformly from +-1 / sqrt(hidden_size)."""
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
        state = tuple(state) if isinstance(state, list) else state
        check_vmap_support(cell, input, *(state if isinstance(state, tuple) else (state,)),
                           *self.parameters())
        is_unbatched = input.dim() == 1
        if is_unbatched:
            input = input.unsqueeze(0)
        check_features(input, self.input_size)
        if state is None:
            state = self._initial_state(input)
        elif is_unbatched:
            state = map_state(state, lambda part: part.unsqueeze(0))
        for number, part in enumerate(state if isinstance(state, tuple) else (state,)):
            check_state(input, part, self.hidden_size, number)
        state = cell(weights.project_input(input), state, weights)
        return map_state(state, lambda part: part.squeeze(0)) if is_unbatched else state

    def _initial_state(self, input):
        return zeros(input.size(0), self.hidden_size, dtype=input.dtype)

    def _check_dims(self, name, value):
        if value.dim() not in (1, 2):
            raise ValueError(
                f"{type(self).__name__}: Expected {name} to be 1D or 2D, got {value.dim()}D instead"
            )


def check_vmap_support(cell: Callable[..., Any], *inputs: Tensor | None) -> None:
    """Raise torch's error, or warn, about a cell under `vmap`, which has no rule for any."""
    given = [x for x in inputs if isinstance(x, Tensor)]
    if cell is lstm_cell and uses_fallback(*given):
        raise RuntimeError(
            "Batching rule not implemented for aten::lstm_cell. We could not generate a fallback.")
    names = {gru_cell: "gru_cell", tanh_cell: "rnn_tanh_cell", relu_cell: "rnn_relu_cell"}
    warn_missing_rule_of_composite(names.get(cell, "lstm_cell"), *given)


def check_features(input: Tensor, size: int) -> None:
    """Raise torch's RuntimeError unless the input has `size` features."""
    if input.size(1) != size:
        raise RuntimeError(
            f"input has inconsistent input_size: got {input.size(1)} expected {size}"
        )


def check_state(input: Tensor, state: Tensor, size: int, number: int = 0) -> None:
    """Raise torch's RuntimeErrors unless state `number` fits the input and the cell."""
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
    """One step of RNN: input (N, H_in) or (H_in), state (N, H_out) or (H_out)."""

    def __init__(self, input_size, hidden_size, bias=True, nonlinearity="tanh", device=None,
                 dtype=None):
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input: Tensor, hx: Tensor | None = None) -> Tensor:
        self._check_dims("input", input)
        if hx is not None:
            self._check_dims("hidden", hx)
        if self.nonlinearity not in ("tanh", "relu"):
            raise RuntimeError(f"Unknown nonlinearity: {self.nonlinearity}")
        return self._step(tanh_cell if self.nonlinearity == "tanh" else relu_cell, input, hx)


class GRUCell(RNNCellBase):
    """One step of GRU; shapes are those of RNNCell."""

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)

    def forward(self, input: Tensor, hx: Tensor | None = None) -> Tensor:
        self._check_dims("input", input)
        if hx is not None:
            self._check_dims("hidden", hx)
        return self._step(gru_cell, input, hx)


class LSTMCell(RNNCellBase):
    """One step of LSTM; takes and returns the pair of hidden and cell state."""

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)

    def _initial_state(self, input):
        zero = super()._initial_state(input)
        return zero, zero

    def forward(self, input: Tensor, hx: tuple[Tensor, ...] | None = None) -> tuple[Tensor, ...]:
        self._check_dims("input", input)
        for i, part in enumerate(() if hx is None else hx):
            self._check_dims(f"hx[{i}]", part)
        if isinstance(hx, Tensor):
            raise TypeError(
                "lstm_cell(): argument 'hx' (position 2) must be tuple of Tensors, not Tensor"
            )
        return self._step(lstm_cell, input, hx)
