"""ATen's older overloads of layers or losses, exported by `torch` beside those of torch.nn.

They take settings by position, a reduction as a number (0 none, 1 mean, 2 sum), and the weights of
a layer one by one.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Any

from autograd.functions.nn import (
    activations, ctc, dropout as dropouts, embedding as embeddings, losses, margin_losses as
    margins, normalization, pooling, recurrent,
)
from autograd.functions.nn.convolution import (
    check_kernels, check_rank, conv1d, conv2d, conv3d, conv_transpose1d, conv_transpose2d,
    conv_transpose3d,
)
from autograd.functions.shape.concatenation import stack
from autograd.functions.shape.split import unbind
from autograd.graph.saved_attributes import REDUCTIONS
from autograd.runtime.function_record import BUILTIN, Native, declare, record
from autograd.runtime.registry import export
from autograd.tensor.tensor import Tensor


# Indexed by the number of spatial dimensions, less one.
CONVOLUTIONS = (conv1d, conv2d, conv3d)
TRANSPOSED_CONVOLUTIONS = (conv_transpose1d, conv_transpose2d, conv_transpose3d)


def in_place_activation(function: Callable[..., Any], home: str = "") -> Callable[..., Any]:
    """Return the in-place form of an activation, which torch keeps in `home`."""

    def write(*args, **options):
        return function(*args, **options, inplace=True)

    takes = signature(function)
    write.__signature__ = takes.replace(
        parameters=[each for name, each in takes.parameters.items() if name != "inplace"])
    write.__name__ = write.__qualname__ = f"{function.__name__}_"
    write.__doc__ = f"In-place form of `{function.__name__}`."
    declare(home=home)(write)
    native = record(function.__name__).native
    if native is not None:
        declare(native=Native(native.place, write.__name__))(write)
    return write


export()(in_place_activation(activations.celu, BUILTIN))
export()(in_place_activation(activations.selu, BUILTIN))
export()(in_place_activation(activations.rrelu, BUILTIN))
export()(in_place_activation(activations.threshold, BUILTIN))


def call_method(name: str) -> Callable[..., Any]:
    """Return a function of torch that calls the Tensor method of this name."""

    def function(input, *args, **options):
        return getattr(Tensor, name)(input, *args, **options)

    function.__doc__ = f"`input.{name}(...)`."
    return function


for _name in ("detach", "detach_", "fill_", "zero_", "index_put_", "ldexp_", "gcd_", "lcm_",
              "xlogy_", "addmv_", "as_strided_", "resize_as_"):
    export(_name)(call_method(_name))


# --- Layers ------------------------------------------------------------------------------------


@export()
def dropout(input: Tensor, p: float, train: bool) -> Tensor:
    """Set each entry to 0 with probability `p`, and scale the others to keep the mean."""
    return dropouts.dropout(input, p, train)


@export()
def dropout_(input: Tensor, p: float, train: bool) -> Tensor:
    """In-place form of `dropout`."""
    return dropouts.dropout(input, p, train, inplace=True)


@export()
def alpha_dropout(input: Tensor, p: float, train: bool) -> Tensor:
    """Set entries to SELU's lower bound with probability `p`, keeping mean and variance."""
    return dropouts.alpha_dropout(input, p, train)


@export()
def alpha_dropout_(input: Tensor, p: float, train: bool) -> Tensor:
    """In-place form of `alpha_dropout`."""
    return dropouts.alpha_dropout(input, p, train, inplace=True)


@export()
def feature_dropout_(input: Tensor, p: float, train: bool) -> Tensor:
    """In-place form of `feature_dropout`."""
    return dropouts.feature_dropout(input, p, train, True)


@export()
def feature_alpha_dropout_(input: Tensor, p: float, train: bool) -> Tensor:
    """In-place form of `feature_alpha_dropout`."""
    return dropouts.feature_alpha_dropout(input, p, train, inplace=True)


@export()
def feature_dropout(input: Tensor, p: float, train: bool) -> Tensor:
    """Apply `dropout` to whole channels."""
    return dropouts.feature_dropout(input, p, train, False)


@export()
def feature_alpha_dropout(input: Tensor, p: float, train: bool) -> Tensor:
    """Apply `alpha_dropout` to whole channels."""
    return dropouts.feature_alpha_dropout(input, p, train)


@export()
def embedding(
        weight: Tensor, indices: Tensor, padding_idx: float | None = -1,
        scale_grad_by_freq: bool = False, sparse: bool = False) -> Tensor:
    """Return the rows of `weight` at `indices`."""
    padding = None if padding_idx == -1 else padding_idx
    return embeddings.embedding(indices, weight, padding, scale_grad_by_freq=scale_grad_by_freq,
                            sparse=sparse)


@export()
def embedding_renorm_(input: Tensor, indices: Tensor, max_norm: Any, norm_type: float) -> Tensor:
    """Scale the rows of `input` at `indices` down to the norm `max_norm`, in place."""
    embeddings.renormalize_rows(input, indices, max_norm, norm_type)
    return input


@export()
def batch_norm(
        input: Tensor, weight: Tensor | None, bias: Tensor | None, running_mean: Tensor | None,
        running_var: Tensor | None, training: bool, momentum: float | str | None, eps: float,
        cudnn_enabled: Any) -> Tensor:
    """Normalize each channel over the batch, or by the running statistics."""
    return normalization.batch_norm(input, running_mean, running_var, weight, bias, training,
                                    momentum, eps)


@export()
def instance_norm(
        input: Tensor, weight: Tensor | None, bias: Any, running_mean: Tensor | None,
        running_var: Tensor | int | None, use_input_stats: bool, momentum: float,
        eps: float | tuple[int, ...], cudnn_enabled: Any) -> Tensor:
    """Normalize each channel of each sample."""
    return normalization.instance_norm(input, running_mean, running_var, weight, bias,
                                       use_input_stats, momentum, eps)


@export()
def layer_norm(
        input: Tensor, normalized_shape: tuple[int, ...], weight: Tensor | None = None,
        bias: Tensor | None = None, eps: float | None = 1e-5, cudnn_enable: bool = True) -> Tensor:
    """Normalize over the last dimensions."""
    return normalization.layer_norm(input, normalized_shape, weight, bias, eps)


@export()
def group_norm(
        input: Tensor, num_groups: int, weight: Tensor | None = None, bias: Tensor | None = None,
        eps: float = 1e-5, cudnn_enabled: bool = True) -> Tensor:
    """Normalize each group of channels of each sample."""
    return normalization.normalize_groups(input, num_groups, weight, bias, eps)


@export()
def rms_norm(
        input: Tensor, normalized_shape: tuple[int, ...], weight: Tensor | None = None,
        eps: float | None = None) -> Tensor:
    """Divide by the root mean square over the last dimensions."""
    return normalization.rms_norm(input, normalized_shape, weight, eps)


@export()
def adaptive_max_pool1d(input: Tensor, output_size: Any) -> Any:
    """Return the maximum of each of `output_size` windows, with its index."""
    return pooling.adaptive_max_pool1d(input, output_size, return_indices=True)


@export()
@declare(home=BUILTIN)
def max_pool1d_with_indices(
        input: Tensor, kernel_size: int | tuple[int, ...], stride: tuple[int, ...] | None = None,
        padding: int | tuple[int, ...] = 0, dilation: int | tuple[int, ...] = 1,
        ceil_mode: int = False) -> Any:
    """Return the maximum of each window, with its index."""
    return pooling.max_pool1d(input, kernel_size, stride or None, padding, dilation, ceil_mode,
                              return_indices=True)


@export()
def convolution(
        input: Tensor, weight: Tensor, bias: Tensor | None, stride: tuple[int, ...],
        padding: tuple[int, ...], dilation: tuple[int, ...], transposed: Any,
        output_padding: int | tuple[int, ...], groups: int) -> Tensor:
    """Apply a convolution, or a transposed one, over as many dimensions as `stride` has."""
    check_kernels(weight, groups)
    check_rank(input, weight)
    count = input._array.ndim - 2
    if transposed:
        run = TRANSPOSED_CONVOLUTIONS[count - 1]
        return run(input, weight, bias, stride, padding, output_padding, groups, dilation)
    run = CONVOLUTIONS[count - 1]
    return run(input, weight, bias, stride, padding, dilation, groups)


# --- Losses, whose reduction is a number: 0 none, 1 mean, 2 sum ---------------------------------


@export()
def binary_cross_entropy_with_logits(
        input: Tensor, target: Tensor, weight: Any = None,
        pos_weight: Any = None, reduction: Any = 0) -> Tensor:
    """Return the binary cross entropy of the sigmoids of logits."""
    return losses.binary_cross_entropy_with_logits(
        input, target, weight, pos_weight=pos_weight, reduction=REDUCTIONS[reduction])


@export()
def kl_div(
        input: Tensor, target: Tensor, reduction: Any = 0, *, log_target: bool = False
) -> Tensor:
    """Return the Kullback-Leibler divergence."""
    return losses.kl_div(input, target, reduction=REDUCTIONS[reduction], log_target=log_target)


@export()
def poisson_nll_loss(
        input: Tensor, target: Tensor, log_input: bool, full: bool, eps: float | str, reduction: str
) -> Tensor:
    """Return the negative log likelihood of a Poisson distribution."""
    return losses.poisson_nll_loss(input, target, log_input, full, eps=eps,
                                   reduction=REDUCTIONS[reduction])


@export()
def cosine_embedding_loss(
        input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0.0,
        reduction: Any = 0) -> Tensor:
    """Return 1 - cos for targets 1, max(0, cos - margin) for targets -1."""
    return margins.cosine_embedding_loss(input1, input2, target, margin,
                                         reduction=REDUCTIONS[reduction])


@export()
def hinge_embedding_loss(
        input: Tensor, target: Tensor, margin: Any = 1.0, reduction: Any = 0) -> Tensor:
    """Return the input for targets 1, max(0, margin - input) for targets -1."""
    return margins.hinge_embedding_loss(input, target, margin, reduction=REDUCTIONS[reduction])


@export()
def margin_ranking_loss(
        input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0.0,
        reduction: Any = 0) -> Tensor:
    """Return max(0, -target * (input1 - input2) + margin)."""
    return margins.compute_margin_ranking(input1, input2, target, margin,
                                  reduction=REDUCTIONS[reduction])


@export()
def triplet_margin_loss(
        anchor: Any, positive: Any, negative: Any, margin: float = 1.0, p: float = 2,
        eps: float = 1e-6, swap: bool = False, reduction: Any = 0) -> Tensor:
    """Return max(0, d(anchor, positive) - d(anchor, negative) + margin)."""
    return margins.triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap,
                                       reduction=REDUCTIONS[reduction])


@export()
def ctc_loss(
        log_probs: Any, targets: Any, input_lengths: Any, target_lengths: Any, blank: int = 0,
        reduction: Any = 0, zero_infinity: bool = False) -> Tensor:
    """Return the CTC loss, over all alignments of labels to steps."""
    return ctc.ctc_loss(log_probs, targets, input_lengths, target_lengths, blank,
                        REDUCTIONS[reduction], zero_infinity)


# --- Recurrences -------------------------------------------------------------------------------


def export_cell(mode: str) -> Callable[..., Any]:
    """Export the function for one step of a recurrence, which takes each weight separately."""

    def function(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
        weights = recurrent.Weights(w_ih, w_hh, b_ih, b_hh)
        state = tuple(hx) if isinstance(hx, list) else hx
        return recurrent.CELLS[mode](weights.project_input(input), state, weights)

    function.__doc__ = f"One step of {mode}."
    return export(f"{mode.lower()}_cell")(function)


for _mode in ("LSTM", "GRU", "RNN_TANH", "RNN_RELU"):
    export_cell(_mode)


def export_layers(mode: str) -> Callable[..., Any]:
    """Export the function for layers of a recurrence, which takes all weights in one list."""

    def function(input, hx, params, has_biases, num_layers, dropout, train, bidirectional,
                 batch_first):
        directions, size = 2 if bidirectional else 1, 4 if has_biases else 2
        weights = [recurrent.Weights(*params[i:i + size]) for i in range(0, len(params), size)]
        parts = tuple(unbind(each, 0) for each in (hx if mode == "LSTM" else (hx,)))
        states = list(zip(*parts)) if mode == "LSTM" else list(parts[0])
        sequence = input.transpose(0, 1) if batch_first else input
        output, finals = recurrent.run_layers(
            mode, sequence, states, weights, dropout, train, directions,
            batch_first=batch_first)
        output = output.transpose(0, 1) if batch_first else output
        if mode == "LSTM":
            return (output, *(stack(column, 0) for column in zip(*finals)))
        return output, stack(finals, 0)

    function.__doc__ = f"{mode} over a sequence; returns the output and the last states."
    return export(mode.lower())(function)


for _mode in ("LSTM", "GRU", "RNN_TANH", "RNN_RELU"):
    export_layers(_mode)
