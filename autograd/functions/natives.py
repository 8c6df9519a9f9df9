"""What torch says where a function of `torch.nn.functional` was given what its C++ does not take.

Those functions are Python in torch: the first thing that they ask of an argument, or the C++ that
they hand it to, says what is wrong, under a name of its own.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from functools import wraps
from inspect import signature

import numpy as np

from autograd import subclasses
from autograd.arguments import check, with_numbers
from autograd.former import is_bound
from autograd.functions.method import learn
from autograd.signatures import TORCH_NAMES, signatures
from autograd.tensor import Tensor

# By function: where its C++ stands, under which name, and which arguments it is handed, all as they
# came where none are listed.
HANDED = {
    line.split()[0]: line.split()[1:] for line in """
linear torch.nn linear
gelu torch.nn gelu
softplus torch.nn softplus
softshrink torch.nn softshrink
logsigmoid torch.nn log_sigmoid
one_hot torch.nn one_hot
avg_pool2d torch.nn avg_pool2d
avg_pool3d torch.nn avg_pool3d
scaled_dot_product_attention torch.nn scaled_dot_product_attention
conv1d torch conv1d
conv2d torch conv2d
conv3d torch conv3d
conv_transpose1d torch conv_transpose1d
conv_transpose2d torch conv_transpose2d
conv_transpose3d torch conv_transpose3d
avg_pool1d torch avg_pool1d
adaptive_avg_pool1d torch adaptive_avg_pool1d
bilinear torch bilinear
hardshrink torch hardshrink
prelu torch prelu
pdist torch pdist
pairwise_distance torch pairwise_distance
cosine_similarity torch cosine_similarity
pixel_shuffle torch pixel_shuffle
pixel_unshuffle torch pixel_unshuffle
leaky_relu_ torch.nn leaky_relu_
elu_ torch.nn elu_
hardtanh_ torch.nn hardtanh_
relu_ torch relu_
selu_ torch selu_
celu_ torch celu_
threshold_ torch threshold_
rrelu_ torch rrelu_
leaky_relu torch.nn leaky_relu input negative_slope
elu torch.nn elu input alpha
hardtanh torch.nn hardtanh input min_val max_val
hardsigmoid torch.nn hardsigmoid input
hardswish torch.nn hardswish input
silu torch.nn silu input
mish torch.nn mish input
glu torch.nn glu input dim
relu torch relu input
selu torch selu input
celu torch celu input alpha
threshold torch threshold input threshold value
rrelu torch rrelu input lower upper
pad torch.nn pad input pad mode value
max_pool1d torch max_pool1d input kernel_size stride padding dilation ceil_mode
max_pool2d torch max_pool2d input kernel_size stride padding dilation ceil_mode
max_pool3d torch max_pool3d input kernel_size stride padding dilation ceil_mode
max_pool1d_with_indices torch max_pool1d_with_indices input kernel_size stride padding dilation
max_pool2d_with_indices torch.nn max_pool2d_with_indices input kernel_size stride padding dilation
max_pool3d_with_indices torch.nn max_pool3d_with_indices input kernel_size stride padding dilation
layer_norm torch layer_norm input normalized_shape weight bias eps
group_norm torch group_norm input num_groups weight bias eps
rms_norm torch rms_norm input normalized_shape weight eps
adaptive_max_pool1d torch adaptive_max_pool1d input output_size
adaptive_max_pool1d_with_indices torch adaptive_max_pool1d input output_size
unfold torch.nn im2col input kernel_size dilation padding stride
fold torch.nn col2im input output_size kernel_size dilation padding stride
gumbel_softmax torch empty_like logits
softmax torch.Tensor softmax dim
log_softmax torch.Tensor log_softmax dim
cross_entropy torch.nn cross_entropy_loss input target weight
nll_loss torch.nn nll_loss_nd input target weight
kl_div torch kl_div input target
cosine_embedding_loss torch cosine_embedding_loss input1 input2 target
hinge_embedding_loss torch hinge_embedding_loss input target
margin_ranking_loss torch margin_ranking_loss input1 input2 target
triplet_margin_loss torch triplet_margin_loss anchor positive negative
multilabel_margin_loss torch.nn multilabel_margin_loss input target
multi_margin_loss torch.nn multi_margin_loss input target p margin weight
soft_margin_loss torch.nn soft_margin_loss input target
uniform_ torch.Tensor uniform_ a b
normal_ torch.Tensor normal_ mean std
""".strip().splitlines()
}
# By function: what it asks its arguments first, in this order; `:dim` where that one is None.
ASKED = {
    **dict.fromkeys(
        ("mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss", "binary_cross_entropy",
         "binary_cross_entropy_with_logits"), ("target.size", "input.size")),
    **{name: (f"input.{name}",) for name in ("sigmoid", "tanh")},
    **{name: ("input.dim:dim", f"input.{name}") for name in ("softmax", "log_softmax")},
    "softmin": ("input.dim:dim",),
    **dict.fromkeys(("adaptive_avg_pool2d", "adaptive_avg_pool3d", "adaptive_max_pool2d",
                     "adaptive_max_pool3d", "adaptive_max_pool2d_with_indices",
                     "adaptive_max_pool3d_with_indices"), ("input.size",)),
    "max_pool3d_with_indices": ("input.is_cuda",),
    "tanhshrink": ("input.tanh",), "softsign": ("input.abs",), "normalize": ("input.norm",),
    "batch_norm": ("input.size",), "instance_norm": ("input.size",),
    **dict.fromkeys(("interpolate", "upsample", "glu", "group_norm"), ("input.dim",)),
    "embedding": (),  # which asks by itself, in its order
    "margin_ranking_loss": ("input1.dim", "input2.dim", "target.dim"),
    "zeros_": ("tensor.zero_",), "ones_": ("tensor.fill_",), "constant_": ("tensor.fill_",),
    "normal_": ("tensor.normal_",), "uniform_": ("tensor.uniform_",),
    **dict.fromkeys(("kaiming_uniform_", "kaiming_normal_"), ("tensor.shape",)),
    **dict.fromkeys(("xavier_uniform_", "xavier_normal_"), ("tensor.dim",)),
}  # fmt: skip


def native(function):
    """`function`, which speaks as torch's C++ does where it fails over what it was given."""
    name = function.__name__
    if name not in HANDED and name not in ASKED:
        return function
    made = speaking(function, lambda args, options: refuse(function, args, options), name)
    if len(HANDED.get(name, ())) != 2:  # Python in torch too
        made.__module__ = "torch.nn.functional"
    return made


def handed(function, place: str, name: str):
    """`function` of a module such as `torch.linalg`, whose C++ has the same arguments.

    It asks classes and modes, under the name that it has there.
    """
    names = {}  # by torch's names of arguments, which are asked for once, those of `function`
    fitting: set = set()  # types that were seen to fit

    @wraps(function)
    def renamed(*args, **options):
        return function(*args, **{names.get(each, each): x for each, x in options.items()})

    run = speaking(renamed, lambda args, options: check(place, name, args, options))

    @wraps(function)
    def wrapper(*args, **options):
        kinds = (*map(type, args), *options, *map(type, options.values()))
        if kinds not in fitting or subclasses.enrolled:
            found = [] if subclasses.off else subclasses.foreign_in(args, options)
            if found or subclasses.modes:
                return subclasses.dispatch(wrapper, f"torch.{name}", found, args, options)
            args, options = learn(fitting, kinds, place, name, args, options) or (args, options)
        if options and not names:
            names.update(names_in(function, place, name))
        return run(*args, **options)

    wrapper.__name__ = name
    return wrapper


def names_in(function, place: str, name: str) -> dict[str, str]:
    """How `function` calls each argument, by the names that torch takes for it, numpy's too."""
    ours = signature(function).parameters
    ranked = [each.name for each in ours.values() if each.kind is each.POSITIONAL_OR_KEYWORD]
    found = {}
    for declared in signatures(place, name) or ():
        for i, each in enumerate(declared.parameters):
            kept = each.name in ours or each.keyword_only or i >= len(ranked)
            found[each.name] = each.name if kept else ranked[i]
    for other, usual in TORCH_NAMES.items():
        if usual in found:
            found.setdefault(other, found[usual])
    return found or {each: each for each in ours}


def speaking(function, refuse_arguments, layer: str = ""):
    """`function`; where it fails, `refuse_arguments` may raise a better error.

    If it is a `layer` of this name and was given what wants to be asked, that is asked then; an
    instance that it was bound to is left out.
    """

    @wraps(function)
    def wrapper(*args, **options):
        try:
            return function(*args, **options)
        except Exception:
            if len(HANDED.get(layer, ())) == 2 and is_bound(layer, args):
                return wrapper(*args[1:], **options)
            late = layer and not subclasses.enrolled and subclasses.foreign_in(args, options)
            if not late or not hasattr(sys.modules["torch.nn.functional"], layer):
                refuse_arguments(args, options)
                given = with_plain_numbers(function, args, options)
                if given is None:
                    raise
                return function(**given)
        subclasses.wrap_layers()
        return getattr(sys.modules["torch.nn.functional"], layer)(*args, **options)

    return wrapper


def with_plain_numbers(function, args, options) -> dict | None:
    """Arguments with numbers for the tensors that came where torch's C++ asks for those, if any."""
    place, native_name, *names = HANDED.get(function.__name__, (None, None))
    bound = None if place is None else bound_to(function, args, options)
    if bound is None:
        return None
    given = {name: bound.arguments[name] for name in names or bound.arguments}
    changed = with_numbers(place, native_name, tuple(given.values()), {})
    return changed and bound.arguments | dict(zip(given, changed[0]))


def bound_to(function, args, options):
    """Arguments under their names, with the defaults; None where they do not fit."""
    try:
        bound = signature(function).bind(*args, **options)
    except TypeError:
        return None
    bound.apply_defaults()
    return bound


def refuse(function, args, options) -> None:
    """Raise torch's error about the arguments of a call, if it has one."""
    place, native_name, *names = HANDED.get(function.__name__, (None, None, ""))
    if not names:
        check(place, native_name, args, options)
        return
    bound = bound_to(function, args, options)
    if bound is None:
        return
    for asked in ASKED.get(function.__name__, ()):
        argument, attribute, unless = re.fullmatch(r"(\w+)\.(\w+):?(\w*)", asked).groups()
        if unless and bound.arguments[unless] is not None:
            continue
        value = bound.arguments[argument]
        if not (isinstance(value, Tensor) or hasattr(value, attribute)):
            kind = type(value).__name__
            raise AttributeError(f"'{kind}' object has no attribute '{attribute}'") from None
        if attribute == "size" and isinstance(value, np.ndarray):
            value.size()  # which is no method there, as Python says
    if bound.arguments.get("stride", ()) is None:
        bound.arguments["stride"] = []  # as torch's Python hands it on
    if place is not None:
        given = tuple(bound.arguments[each] for each in names)
        if function.__name__ in ("fold", "unfold"):  # whose Python makes pairs
            given = (given[0], *(value if isinstance(value, Iterable) else (value, value)
                                 for value in given[1:]))
        try:
            check(place, native_name, given, {})
        except TypeError as error:
            if not bound.arguments.get("inplace"):
                raise
            said = str(error).replace(f"{native_name}()", f"{native_name}_()", 1)
            raise TypeError(said) from None
