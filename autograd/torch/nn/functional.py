"""`torch.nn.functional`: functional forms of layers, activations, losses."""

from functools import wraps as _wraps
from importlib import import_module as _import_module
from types import FunctionType as _FunctionType

from autograd.arguments.bool_arguments import check_bool_arguments as _flagged
from autograd.engine.transform_levels import with_vmap_fallback as _with_vmap_fallback
from autograd.frontend.missing_names import missing_name_error as _missing
from autograd.functions.linalg.distances import pdist  # noqa: F401
from autograd.functions.nn.activations import (  # noqa: F401
    celu, elu, gelu, glu, gumbel_softmax, hardshrink, hardsigmoid, hardswish, hardtanh, leaky_relu,
    log_softmax, logsigmoid, mish, prelu, relu, relu6, rrelu, selu, silu, softmax, softmin,
    softplus, softshrink, softsign, tanhshrink, threshold,
)
from autograd.functions.nn.multi_head_attention import multi_head_attention_forward  # noqa: F401
from autograd.functions.nn.scaled_dot_product_attention import (  # noqa: F401
    scaled_dot_product_attention
)
from autograd.functions.nn.c_argument_checks import wrap_functional as _native
from autograd.functions.nn.cross_entropy import (  # noqa: F401
    cross_entropy, linear_cross_entropy, nll_loss
)
from autograd.functions.nn.convolution import (  # noqa: F401
    conv1d, conv2d, conv3d, conv_transpose1d, conv_transpose2d, conv_transpose3d,
)
from autograd.functions.nn.ctc import ctc_loss  # noqa: F401
from autograd.functions.nn.dropout import (  # noqa: F401
    alpha_dropout, dropout, dropout1d, dropout2d, dropout3d, feature_alpha_dropout,
)
from autograd.functions.nn.fold import (  # noqa: F401
    channel_shuffle, fold, native_channel_shuffle, pixel_shuffle, pixel_unshuffle, unfold,
)
from autograd.functions.nn.grid_sample import affine_grid, grid_sample  # noqa: F401
from autograd.functions.nn.interpolate import (  # noqa: F401
    interpolate, upsample, upsample_bilinear, upsample_nearest)
from autograd.functions.nn.padding import pad  # noqa: F401
from autograd.functions.nn.linear import bilinear, linear  # noqa: F401
from autograd.functions.nn.embedding import embedding, embedding_bag, one_hot  # noqa: F401
from autograd.functions.nn.distance import cosine_similarity, pairwise_distance  # noqa: F401
from autograd.functions.nn.losses import (  # noqa: F401
    binary_cross_entropy, binary_cross_entropy_with_logits, gaussian_nll_loss, huber_loss, kl_div,
    l1_loss, mse_loss, multilabel_soft_margin_loss, poisson_nll_loss, smooth_l1_loss,
    soft_margin_loss)
from autograd.functions.nn.margin_losses import (  # noqa: F401
    cosine_embedding_loss, hinge_embedding_loss, margin_ranking_loss, multi_margin_loss,
    multilabel_margin_loss, triplet_margin_loss, triplet_margin_with_distance_loss,
)
from autograd.functions.nn.normalization import (  # noqa: F401
    batch_norm, group_norm, instance_norm, layer_norm, local_response_norm, normalize, rms_norm)
from autograd.functions.nn.pooling import (  # noqa: F401
    adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d, adaptive_max_pool1d,
    adaptive_max_pool2d, adaptive_max_pool3d, avg_pool1d, avg_pool2d, avg_pool3d,
    fractional_max_pool2d, fractional_max_pool3d, lp_pool1d, lp_pool2d, lp_pool3d, max_pool1d,
    max_pool2d, max_pool3d, max_unpool1d, max_unpool2d, max_unpool3d)
from autograd.functions.pointwise.unary import sigmoid, tanh  # noqa: F401
from autograd.functions.tensor_api.aten_overloads import in_place_activation as _in_place
from autograd.runtime.function_record import BUILTIN as _BUILTIN, NN_BUILTIN as _NN_BUILTIN
from autograd.tensor import torch_function


def _with_indices(function):
    name = f"{function.__name__}_with_indices"

    @_wraps(function)
    def pair(*args, **options):
        try:
            return function(*args, **options | {"return_indices": True})
        except TypeError as error:  # its text may begin with the name of the function
            raise TypeError(str(error).replace(f"{function.__qualname__}()", f"{name}()")) from None

    pair.__name__ = pair.__qualname__ = name
    pair.__doc__ = f"`{function.__name__}` with the flat index of each maximum."
    return pair


(
    max_pool1d_with_indices,
    max_pool2d_with_indices,
    max_pool3d_with_indices,
    adaptive_max_pool1d_with_indices,
    adaptive_max_pool2d_with_indices,
    adaptive_max_pool3d_with_indices,
    fractional_max_pool2d_with_indices,
    fractional_max_pool3d_with_indices,
) = map(_with_indices, (
    max_pool1d, max_pool2d, max_pool3d, adaptive_max_pool1d, adaptive_max_pool2d,
    adaptive_max_pool3d, fractional_max_pool2d, fractional_max_pool3d,
))


leaky_relu_, elu_, hardtanh_ = (
    _in_place(function, _NN_BUILTIN) for function in (leaky_relu, elu, hardtanh))
relu_, selu_, celu_, rrelu_, threshold_ = (
    _in_place(function, _BUILTIN) for function in (relu, selu, celu, rrelu, threshold))

threshold.__qualname__ = "_threshold"  # as in torch's TypeErrors

for _name, _function in tuple(globals().items()):
    if isinstance(_function, _FunctionType) and not _name.startswith("_"):
        globals()[_name] = _with_vmap_fallback(_flagged(_native(_function)))

logsigmoid.__name__, threshold.__name__ = "log_sigmoid", "_threshold"  # as in torch


# Private names that programs import from here, by the module that has them.
_ELSEWHERE = {
    "_in_projection_packed": ("autograd.functions.nn.multi_head_attention", "project_packed"),
    **{name: ("torch.nn.modules.utils", name) for name in ("_single", "_pair", "_triple")},
}


def __getattr__(name):
    if name == "grad":  # the module that torch imports here
        return _import_module("torch.nn.grad")
    if name == "_Reduction":
        return _import_module("torch.nn._reduction")
    if name in _ELSEWHERE:
        module, its = _ELSEWHERE[name]
        return getattr(_import_module(module), its)
    raise _missing("torch.nn.functional", name, globals())


if torch_function.in_use:
    torch_function.wrap_layers()
