"""What all recurrent modules share: parameters by layer and direction, checks, the forward."""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from autograd.arguments.argument_parser import check_arguments
from autograd.engine import autocast
from autograd.functions.nn.recurrent import Weights, run_layers, to_batch_first
from autograd.functions.shape.concatenation import stack
from autograd.functions.shape.split import unbind
from autograd.runtime.method_owner import told_by_heirs
from autograd.runtime.warnings import caution
from torch import empty, zeros
from torch.nn import init
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter
from torch.nn.utils.rnn import PackedSequence

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor

GATES = {"RNN_TANH": 1, "RNN_RELU": 1, "GRU": 3, "LSTM": 4}


@told_by_heirs("forward")
class RNNBase(Module):
    """A recurrent network of some layers; `mode` says which cell."""

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
        given = hidden * self._directions if layer else self.input_size
        shapes = {"weight_ih": (rows, given), "weight_hh": (rows, hidden)}
        if self.bias:
            shapes |= {"bias_ih": (rows,), "bias_hh": (rows,)}
        if self.proj_size:
            shapes["weight_hr"] = (self.proj_size, self.hidden_size)
        names = [f"{name}_l{layer}{suffix}" for name in shapes]
        for name, shape in zip(names, shapes.values()):
            setattr(self, name, Parameter(empty(shape, **kind)))
        self._all_weights.append(names)

    def reset_parameters(self) -> None:
        """Draw all parameters uniformly within one over the root of `hidden_size`."""
        bound = 1.0 / math.sqrt(self.hidden_size)
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    @property
    def _flat_weights_names(self):
        """The names of all weights, layer after layer."""
        return [name for names in self._all_weights for name in names]

    @property
    def all_weights(self) -> list[Any]:
        """The parameters, one list for each layer and direction."""
        return [[getattr(self, name) for name in names] for names in self._all_weights]

    @property
    def _flat_weights(self):
        return [weight for weights in self.all_weights for weight in weights]

    def flatten_parameters(self) -> None:
        """Nothing: the memory of parameters need not be one block here."""

    def extra_repr(self) -> str:
        text = f"{self.input_size}, {self.hidden_size}"
        usual = {"proj_size": 0, "num_layers": 1, "bias": True, "batch_first": False,
                 "dropout": 0, "bidirectional": False}
        for name, value in usual.items():
            given = getattr(self, name)
            if given is not value if isinstance(value, bool) else given != value:
                text += f", {name}={getattr(self, name)}"
        return text

    # -- forward -------------------------------------------------------------------------------

    def forward(
            self, input: Any, hx: tuple[Tensor, ...] | None = None
    ) -> Any:
        if isinstance(input, PackedSequence):
            return self._forward_packed(input, hx)
        name = type(self).__name__
        if input.dim() not in (2, 3):
            given = f"{input.dim()}D tensor" if name == "RNN" else f"{input.dim()}D"
            raise ValueError(f"{name}: Expected input to be 2D or 3D, got {given} instead")
        batched = input.dim() == 3
        batch_dim = 0 if self.batch_first else 1
        hx = self._with_batch(hx, batched)
        if not batched:
            input = input.unsqueeze(batch_dim)
        rows = input.size(0) if self.batch_first else input.size(1)
        self._check_input(input, 3)
        hx = self._start(input, rows) if hx is None else hx
        self._check_hidden(hx, rows)
        self._check_settings(input, hx)
        if self.batch_first:
            input = input.transpose(0, 1)
        output, hidden = self._run(input, hx)
        if self.batch_first:
            output = to_batch_first(output, self.mode)
        if not batched:
            output = output.squeeze(batch_dim)
            hidden = each_of(hidden, lambda part: part.squeeze(1))
        return output, hidden

    def _forward_packed(self, packed, hx):
        data, sizes, order, back = packed
        rows = int(sizes[0])
        self._check_input(data, 2)
        if hx is None:
            hx = self._start(data, rows)
        elif order is not None:
            hx = each_of(hx, lambda part: part.index_select(1, order))
        self._check_hidden(hx, rows)
        output, hidden = self._run(data, hx, tuple(sizes.tolist()))
        if back is not None:
            hidden = each_of(hidden, lambda part: part.index_select(1, back))
        return PackedSequence(output, sizes, order, back), hidden

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

    def _with_batch(self, hx, batched):
        if hx is None:
            return None
        wanted, kind = (3, "batched 3-D") if batched else (2, "unbatched 2-D")
        if hx.dim() != wanted:
            raise RuntimeError(
                f"For {kind} input, hx should also be {wanted}-D but got {hx.dim()}-D tensor"
            )
        return hx if batched else hx.unsqueeze(1)

    def _start(self, input, rows):
        count = self.num_layers * self._directions
        return zeros(count, rows, self.proj_size or self.hidden_size, dtype=input.dtype)

    # -- checks --------------------------------------------------------------------------------

    def _check_input(self, input, ndim):
        dtype = getattr(self, self._all_weights[0][0]).dtype
        if input.dtype != dtype and autocast.chosen is None:
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
        """Refuse, as the C++ to which torch hands these settings on, what is no int or no bool."""
        if type(self.num_layers) is not int or type(self.bidirectional) is not bool:
            check_arguments("torch", self.mode.lower(), (
                input, hx, self._flat_weights, self.bias, self.num_layers, self.dropout,
                self.training, self.bidirectional, self.batch_first), {})

    def _check_size(self, hx, rows, features, title):
        wanted = (self.num_layers * self._directions, rows, features)
        if hx.size() != wanted:
            raise RuntimeError(f"Expected {title} size {wanted}, got {list(hx.size())}")

    def _check_hidden(self, hx, rows):
        self._check_size(hx, rows, self.hidden_size, "hidden")


def each_of(state: Any, change: Callable[..., Any]) -> Any:
    """`change` of a hidden state, or of both parts of an LSTM's."""
    return tuple(map(change, state)) if isinstance(state, tuple) else change(state)


RNNBase.__module__ = "torch.nn.modules.rnn"
