"""`torch.nn.functional`: functional forms of layers, activations, losses."""

from collections.abc import Callable as _Callable
from functools import wraps as _wraps
from importlib import import_module as _import_module

from autograd.arguments.bool_arguments import check_bool_arguments as _check_bool_arguments
from autograd.engine.transform_levels import with_vmap_fallback as _with_vmap_fallback
from autograd.frontend.missing_names import missing_name_error as _missing
from autograd.functions.linalg import distances as _vector_distances
from autograd.functions.nn import (
    activations as _activations, convolution as _convolution, cross_entropy as _cross_entropy,
    ctc as _ctc, distance as _distance, dropout as _dropout, embedding as _embedding, fold as _fold,
    grid_sample as _grid_sample, interpolate as _interpolate, linear as _linear, losses as _losses,
    margin_losses as _margin_losses, multi_head_attention as _multi_head_attention,
    normalization as _normalization, padding as _padding, pooling as _pooling,
    scaled_dot_product_attention as _scaled_dot_product_attention,
)
from autograd.functions.nn.c_argument_checks import wrap_functional as _wrap_functional
from autograd.functions.pointwise import unary as _unary
from autograd.functions.tensor_api.aten_overloads import in_place_activation as _in_place
from autograd.runtime.function_record import BUILTIN as _BUILTIN, NN_BUILTIN as _NN_BUILTIN
from autograd.tensor import torch_function


def _wrap(function: _Callable) -> _Callable:
    """Wrap a function with the argument checks of torch's C++ and the fallback of `vmap`."""
    return _with_vmap_fallback(_check_bool_arguments(_wrap_functional(function)))


def _with_indices(function):
    """Return the form of a pooling function that also returns the index of each maximum."""
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


# Convolutions.
conv1d = _wrap(_convolution.conv1d)
conv2d = _wrap(_convolution.conv2d)
conv3d = _wrap(_convolution.conv3d)
conv_transpose1d = _wrap(_convolution.conv_transpose1d)
conv_transpose2d = _wrap(_convolution.conv_transpose2d)
conv_transpose3d = _wrap(_convolution.conv_transpose3d)
channel_shuffle = _wrap(_fold.channel_shuffle)
fold = _wrap(_fold.fold)
native_channel_shuffle = _wrap(_fold.native_channel_shuffle)
pixel_shuffle = _wrap(_fold.pixel_shuffle)
pixel_unshuffle = _wrap(_fold.pixel_unshuffle)
unfold = _wrap(_fold.unfold)

# Pooling.
adaptive_avg_pool1d = _wrap(_pooling.adaptive_avg_pool1d)
adaptive_avg_pool2d = _wrap(_pooling.adaptive_avg_pool2d)
adaptive_avg_pool3d = _wrap(_pooling.adaptive_avg_pool3d)
adaptive_max_pool1d = _wrap(_pooling.adaptive_max_pool1d)
adaptive_max_pool1d_with_indices = _wrap(_with_indices(_pooling.adaptive_max_pool1d))
adaptive_max_pool2d = _wrap(_pooling.adaptive_max_pool2d)
adaptive_max_pool2d_with_indices = _wrap(_with_indices(_pooling.adaptive_max_pool2d))
adaptive_max_pool3d = _wrap(_pooling.adaptive_max_pool3d)
adaptive_max_pool3d_with_indices = _wrap(_with_indices(_pooling.adaptive_max_pool3d))
avg_pool1d = _wrap(_pooling.avg_pool1d)
avg_pool2d = _wrap(_pooling.avg_pool2d)
avg_pool3d = _wrap(_pooling.avg_pool3d)
fractional_max_pool2d = _wrap(_pooling.fractional_max_pool2d)
fractional_max_pool2d_with_indices = _wrap(_with_indices(_pooling.fractional_max_pool2d))
fractional_max_pool3d = _wrap(_pooling.fractional_max_pool3d)
fractional_max_pool3d_with_indices = _wrap(_with_indices(_pooling.fractional_max_pool3d))
lp_pool1d = _wrap(_pooling.lp_pool1d)
lp_pool2d = _wrap(_pooling.lp_pool2d)
lp_pool3d = _wrap(_pooling.lp_pool3d)
max_pool1d = _wrap(_pooling.max_pool1d)
max_pool1d_with_indices = _wrap(_with_indices(_pooling.max_pool1d))
max_pool2d = _wrap(_pooling.max_pool2d)
max_pool2d_with_indices = _wrap(_with_indices(_pooling.max_pool2d))
max_pool3d = _wrap(_pooling.max_pool3d)
max_pool3d_with_indices = _wrap(_with_indices(_pooling.max_pool3d))
max_unpool1d = _wrap(_pooling.max_unpool1d)
max_unpool2d = _wrap(_pooling.max_unpool2d)
max_unpool3d = _wrap(_pooling.max_unpool3d)

# Activations.
celu = _wrap(_activations.celu)
elu = _wrap(_activations.elu)
gelu = _wrap(_activations.gelu)
glu = _wrap(_activations.glu)
gumbel_softmax = _wrap(_activations.gumbel_softmax)
hardshrink = _wrap(_activations.hardshrink)
hardsigmoid = _wrap(_activations.hardsigmoid)
hardswish = _wrap(_activations.hardswish)
hardtanh = _wrap(_activations.hardtanh)
leaky_relu = _wrap(_activations.leaky_relu)
log_softmax = _wrap(_activations.log_softmax)
logsigmoid = _wrap(_activations.logsigmoid)
logsigmoid.__name__ = "log_sigmoid"  # as in torch
mish = _wrap(_activations.mish)
prelu = _wrap(_activations.prelu)
relu = _wrap(_activations.relu)
relu6 = _wrap(_activations.relu6)
rrelu = _wrap(_activations.rrelu)
selu = _wrap(_activations.selu)
silu = _wrap(_activations.silu)
softmax = _wrap(_activations.softmax)
softmin = _wrap(_activations.softmin)
softplus = _wrap(_activations.softplus)
softshrink = _wrap(_activations.softshrink)
softsign = _wrap(_activations.softsign)
tanhshrink = _wrap(_activations.tanhshrink)
_activations.threshold.__qualname__ = "_threshold"  # as in torch's TypeErrors
threshold = _wrap(_activations.threshold)
threshold.__name__ = "_threshold"
sigmoid = _wrap(_unary.sigmoid)
tanh = _wrap(_unary.tanh)
leaky_relu_ = _wrap(_in_place(_activations.leaky_relu, _NN_BUILTIN))
elu_ = _wrap(_in_place(_activations.elu, _NN_BUILTIN))
hardtanh_ = _wrap(_in_place(_activations.hardtanh, _NN_BUILTIN))
relu_ = _wrap(_in_place(_activations.relu, _BUILTIN))
selu_ = _wrap(_in_place(_activations.selu, _BUILTIN))
celu_ = _wrap(_in_place(_activations.celu, _BUILTIN))
rrelu_ = _wrap(_in_place(_activations.rrelu, _BUILTIN))
threshold_ = _wrap(_in_place(_activations.threshold, _BUILTIN))

# Attention.
multi_head_attention_forward = _wrap(_multi_head_attention.multi_head_attention_forward)
scaled_dot_product_attention = _wrap(_scaled_dot_product_attention.scaled_dot_product_attention)

# Normalization, dropout.
batch_norm = _wrap(_normalization.batch_norm)
group_norm = _wrap(_normalization.group_norm)
instance_norm = _wrap(_normalization.instance_norm)
layer_norm = _wrap(_normalization.layer_norm)
local_response_norm = _wrap(_normalization.local_response_norm)
normalize = _wrap(_normalization.normalize)
rms_norm = _wrap(_normalization.rms_norm)
alpha_dropout = _wrap(_dropout.alpha_dropout)
dropout = _wrap(_dropout.dropout)
dropout1d = _wrap(_dropout.dropout1d)
dropout2d = _wrap(_dropout.dropout2d)
dropout3d = _wrap(_dropout.dropout3d)
feature_alpha_dropout = _wrap(_dropout.feature_alpha_dropout)

# Linear layers, embeddings.
bilinear = _wrap(_linear.bilinear)
linear = _wrap(_linear.linear)
embedding = _wrap(_embedding.embedding)
embedding_bag = _wrap(_embedding.embedding_bag)
one_hot = _wrap(_embedding.one_hot)

# Distances.
cosine_similarity = _wrap(_distance.cosine_similarity)
pairwise_distance = _wrap(_distance.pairwise_distance)
pdist = _wrap(_vector_distances.pdist)

# Losses.
cross_entropy = _wrap(_cross_entropy.cross_entropy)
linear_cross_entropy = _wrap(_cross_entropy.linear_cross_entropy)
nll_loss = _wrap(_cross_entropy.nll_loss)
binary_cross_entropy = _wrap(_losses.binary_cross_entropy)
binary_cross_entropy_with_logits = _wrap(_losses.binary_cross_entropy_with_logits)
gaussian_nll_loss = _wrap(_losses.gaussian_nll_loss)
huber_loss = _wrap(_losses.huber_loss)
kl_div = _wrap(_losses.kl_div)
l1_loss = _wrap(_losses.l1_loss)
mse_loss = _wrap(_losses.mse_loss)
multilabel_soft_margin_loss = _wrap(_losses.multilabel_soft_margin_loss)
poisson_nll_loss = _wrap(_losses.poisson_nll_loss)
smooth_l1_loss = _wrap(_losses.smooth_l1_loss)
soft_margin_loss = _wrap(_losses.soft_margin_loss)
cosine_embedding_loss = _wrap(_margin_losses.cosine_embedding_loss)
hinge_embedding_loss = _wrap(_margin_losses.hinge_embedding_loss)
margin_ranking_loss = _wrap(_margin_losses.margin_ranking_loss)
multi_margin_loss = _wrap(_margin_losses.multi_margin_loss)
multilabel_margin_loss = _wrap(_margin_losses.multilabel_margin_loss)
triplet_margin_loss = _wrap(_margin_losses.triplet_margin_loss)
triplet_margin_with_distance_loss = _wrap(_margin_losses.triplet_margin_with_distance_loss)
ctc_loss = _wrap(_ctc.ctc_loss)

# Images, padding.
pad = _wrap(_padding.pad)
interpolate = _wrap(_interpolate.interpolate)
upsample = _wrap(_interpolate.upsample)
upsample_bilinear = _wrap(_interpolate.upsample_bilinear)
upsample_nearest = _wrap(_interpolate.upsample_nearest)
affine_grid = _wrap(_grid_sample.affine_grid)
grid_sample = _wrap(_grid_sample.grid_sample)


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
