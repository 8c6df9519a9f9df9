"""Small programs about layers and losses, their kinds, shapes and options drawn by Hypothesis.

A program is text: it makes the layer under a seed, runs it forward and backward, and prints what is
to be equal to the letter (repr, shape, node) and, as JSON, the numbers that are compared by value.
"""

from hypothesis import strategies as st

SMALL = st.integers(1, 3)
SPATIAL = ("1d", "2d", "3d")

PROGRAM = """
import json
import torch
from torch import nn
torch.manual_seed({seed})
layer = {layer}
{inputs}
out = layer({call})
out = out[0] if isinstance(out, tuple) else out
print(layer)
print(tuple(out.shape), out.dtype, out.grad_fn.name())
weights = torch.linspace(0.2, 1, out.numel()).reshape(out.shape)
(out * weights).sum().backward()
numbers = [out.flatten().tolist(), x.grad.flatten().tolist() if x.requires_grad else []]
numbers += [p.grad.flatten().tolist() if p.grad is not None else [] for p in layer.parameters()]
numbers += [b.flatten().tolist() for b in layer.buffers()]
print("json", json.dumps(numbers))
"""
INPUT = "x = torch.randn({shape}, requires_grad=True)"


def program(draw, layer, shape, inputs=INPUT, call="x"):
    """The text of one program."""
    return PROGRAM.format(
        seed=draw(st.integers(0, 99)), layer=layer, inputs=inputs.format(shape=shape), call=call)


def options(**given) -> str:
    """Keyword arguments as text."""
    return ", ".join(f"{name}={value!r}" for name, value in given.items())


@st.composite
def convolutions(draw):
    """Convolutions with groups, strides, paddings of every mode; and transposed ones."""
    count = draw(st.integers(1, 3))
    groups, per, out = draw(SMALL), draw(st.integers(1, 2)), draw(st.integers(1, 2))
    each = st.tuples(*[SMALL] * count)
    kernel, dilation = draw(each), draw(st.tuples(*[st.integers(1, 2)] * count))
    transposed = draw(st.booleans())
    given = {
        "stride": draw(each), "dilation": dilation, "groups": groups, "bias": draw(st.booleans()),
        "padding": draw(st.tuples(*[st.integers(0, 1)] * count)),
    }
    if not transposed:
        given["padding_mode"] = draw(st.sampled_from(["zeros", "circular", "replicate"]))
    sizes = [draw(st.integers(4, 6)) + d * (k - 1) for k, d in zip(kernel, dilation, strict=True)]
    name = f"nn.Conv{'Transpose' if transposed else ''}{count}d"
    layer = f"{name}({groups * per}, {groups * out}, {kernel}, {options(**given)})"
    return program(draw, layer, [draw(SMALL), groups * per, *sizes])


@st.composite
def pools(draw):
    """Pools of maxima and of averages over windows or to a size."""
    count = draw(st.integers(1, 3))
    shape = [draw(SMALL), draw(SMALL), *draw(st.tuples(*[st.integers(5, 8)] * count))]
    kind = draw(st.sampled_from(["Max", "Avg", "AdaptiveMax", "AdaptiveAvg", "LP"]))
    if kind.startswith("Adaptive"):
        return program(draw, f"nn.{kind}Pool{count}d({draw(st.integers(1, 4))})", shape)
    kernel = draw(st.integers(2, 3))
    given = {"stride": draw(SMALL), "ceil_mode": draw(st.booleans())}
    if kind == "LP":
        layer = f"nn.LPPool{count}d(2, {kernel}, {options(**given)})"
        return program(draw, layer, shape, "x = torch.rand({shape}, requires_grad=True)")
    given["padding"] = draw(st.integers(0, 1))
    if kind == "Max":
        given["dilation"] = draw(st.integers(1, 2))
    else:
        given["count_include_pad"] = draw(st.booleans())
    return program(draw, f"nn.{kind}Pool{count}d({kernel}, {options(**given)})", shape)


@st.composite
def norms(draw):
    """Batch, instance, group, layer and root-mean-square norms."""
    count = draw(st.integers(1, 3))
    channels = draw(st.sampled_from([2, 4]))
    shape = [draw(st.integers(2, 4)), channels, *draw(st.tuples(*[st.integers(2, 3)] * count))]
    affine, eps = draw(st.booleans()), draw(st.sampled_from([1e-5, 1e-2]))
    layer = draw(st.sampled_from([
        f"nn.BatchNorm{count}d({channels}, eps={eps}, affine={affine})",
        f"nn.BatchNorm{count}d({channels}, momentum=None, affine={affine})",
        f"nn.BatchNorm{count}d({channels}, track_running_stats=False)",
        f"nn.InstanceNorm{count}d({channels}, eps={eps}, affine={affine})",
        f"nn.GroupNorm({channels // 2}, {channels}, eps={eps}, affine={affine})",
        f"nn.LayerNorm({shape[-1:]}, eps={eps}, elementwise_affine={affine})",
        f"nn.LayerNorm({shape[1:]})", f"nn.RMSNorm({shape[-1:]}, elementwise_affine={affine})",
    ]))  # fmt: skip
    return program(draw, layer, shape)


@st.composite
def recurrences(draw):
    """RNN, LSTM and GRU of some layers and directions."""
    size, hidden = draw(SMALL), draw(SMALL)
    given = {
        "num_layers": draw(st.integers(1, 2)), "bias": draw(st.booleans()),
        "batch_first": draw(st.booleans()), "bidirectional": draw(st.booleans()),
    }
    kind = draw(st.sampled_from(["RNN", "LSTM", "GRU"]))
    if kind == "RNN":
        given["nonlinearity"] = draw(st.sampled_from(["tanh", "relu"]))
    shape = [draw(SMALL), draw(SMALL), size]
    return program(draw, f"nn.{kind}({size}, {hidden}, {options(**given)})", shape)


@st.composite
def transformers(draw):
    """Attention and encoder layers without dropout."""
    heads = draw(st.integers(1, 2))
    width, first = heads * draw(st.integers(1, 3)), draw(st.booleans())
    shape = [draw(SMALL), draw(SMALL), width]
    if draw(st.booleans()):
        bias = draw(st.booleans())
        layer = f"nn.MultiheadAttention({width}, {heads}, bias={bias}, batch_first={first})"
        return program(draw, layer, shape, call="x, x, x")
    given = {
        "dim_feedforward": draw(st.integers(1, 5)), "dropout": 0.0, "batch_first": first,
        "activation": draw(st.sampled_from(["relu", "gelu"])), "norm_first": draw(st.booleans()),
    }
    return program(
        draw, f"nn.TransformerEncoderLayer({width}, {heads}, {options(**given)})", shape)


@st.composite
def pointwise(draw):
    """Linear layers, activations with their settings, resizing and padding."""
    shape = draw(st.lists(st.integers(1, 4), min_size=2, max_size=4))
    number = draw(st.sampled_from([0.1, 0.5, 1.5]))
    linear = f"nn.Linear({shape[-1]}, {draw(SMALL)}, bias={draw(st.booleans())})"
    layer = draw(st.sampled_from([
        linear, "nn.ReLU()", f"nn.LeakyReLU({number})", f"nn.ELU({number})", "nn.SELU()",
        f"nn.CELU({number})", "nn.GELU(approximate='tanh')", "nn.SiLU()", "nn.Mish()",
        "nn.Hardswish()", f"nn.Softplus(beta={number})", f"nn.Hardshrink({number})",
        f"nn.Threshold({number}, -1.0)", "nn.PReLU()", "nn.Tanhshrink()", "nn.LogSigmoid()",
        "nn.Softmax(dim=-1)", "nn.LogSoftmax(dim=0)", "nn.Softmin(dim=1)", "nn.Flatten(0, 1)",
        f"nn.Sequential({linear}, nn.Tanh())", f"nn.Hardtanh(-{number}, {number})",
    ]))  # fmt: skip
    return program(draw, layer, shape)


@st.composite
def losses(draw):
    """Losses with every reduction."""
    reduction = draw(st.sampled_from(["none", "mean", "sum"]))
    rows, columns = draw(st.integers(1, 4)), draw(st.integers(2, 4))
    shape = [rows, columns]
    floats = ["MSELoss", "L1Loss", "SmoothL1Loss", "HuberLoss", "BCEWithLogitsLoss", "KLDivLoss",
              "PoissonNLLLoss"]
    name = draw(st.sampled_from([*floats, "CrossEntropyLoss", "MultiMarginLoss", "NLLLoss"]))
    target = (f"torch.rand({shape})" if name in floats
              else f"torch.randint(0, {columns}, ({rows},))")
    given = {"reduction": reduction}
    if name == "CrossEntropyLoss":
        given["label_smoothing"] = draw(st.sampled_from([0.0, 0.2]))
        given["ignore_index"] = draw(st.sampled_from([-100, 0]))
        if given["ignore_index"] == 0:  # a mean over no class at all would be NaN
            target = f"torch.arange({rows}) % {columns - 1} + 1"
    inputs = f"{INPUT}\nt = {target}"
    return program(draw, f"nn.{name}({options(**given)})", shape, inputs, "x, t")


LAYERS = st.one_of(
    convolutions(), pools(), norms(), recurrences(), transformers(), pointwise(), losses())
