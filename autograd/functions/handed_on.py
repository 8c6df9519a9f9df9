"""Which C++ the functions of `torch.nn.functional`, Python in torch, hand their arguments to.

And what they ask of an argument before that.
"""

from __future__ import annotations

from collections.abc import Iterable

from autograd.tensor import Tensor

# By function: where its C++ stands, under which name, and which arguments it is handed, all as they
# came where none are listed: `a|b` is b where a is None, `=1` stands for a number that a word
# became and `dtype=` is handed on by its name.
HANDED = {
    line.split()[0]: line.split()[1:] for line in r"""
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
rrelu torch rrelu input lower upper training
dropout torch dropout input p training
dropout1d torch feature_dropout input p training
dropout2d torch feature_dropout input p training
dropout3d torch feature_dropout input p training
alpha_dropout torch alpha_dropout input p training
feature_alpha_dropout torch feature_alpha_dropout input p training
embedding torch embedding weight input padding_idx|=1 scale_grad_by_freq sparse
embedding_bag torch embedding_bag weight input offsets|input scale_grad_by_freq =1 sparse \
per_sample_weights include_last_offset? padding_idx
batch_norm torch batch_norm input weight bias running_mean running_var training momentum eps =True
instance_norm torch instance_norm input weight bias running_mean running_var use_input_stats \
momentum eps =True
pad torch.nn pad input pad mode value
max_pool1d torch max_pool1d input kernel_size stride padding dilation ceil_mode
max_pool2d torch max_pool2d input kernel_size stride padding dilation ceil_mode
max_pool3d torch max_pool3d input kernel_size stride padding dilation ceil_mode
max_pool1d_with_indices torch max_pool1d_with_indices \
input kernel_size stride padding dilation ceil_mode
max_pool2d_with_indices torch.nn max_pool2d_with_indices \
input kernel_size stride padding dilation ceil_mode
max_pool3d_with_indices torch.nn max_pool3d_with_indices \
input kernel_size stride padding dilation ceil_mode
layer_norm torch layer_norm input normalized_shape weight bias eps
group_norm torch group_norm input num_groups weight bias eps
rms_norm torch rms_norm input normalized_shape weight eps
adaptive_max_pool1d torch adaptive_max_pool1d input output_size
adaptive_max_pool1d_with_indices torch adaptive_max_pool1d input output_size
grid_sample torch grid_sampler input grid =1 =1 =True
channel_shuffle torch channel_shuffle
unfold torch.nn im2col input kernel_size dilation padding stride
fold torch.nn col2im input output_size kernel_size dilation padding stride
gumbel_softmax torch empty_like logits
softmax torch.Tensor softmax dim|=1 dtype=
softmin torch.Tensor softmax dim|=1 dtype=
log_softmax torch.Tensor log_softmax dim|=1 dtype=
cross_entropy torch.nn cross_entropy_loss input target weight =1 ignore_index label_smoothing
nll_loss torch.nn nll_loss_nd input target weight =1 ignore_index
kl_div torch kl_div input target =1 log_target=
poisson_nll_loss torch poisson_nll_loss input target log_input full eps =1
huber_loss torch.nn huber_loss input target =1 delta
smooth_l1_loss torch.nn smooth_l1_loss input target =1 beta
binary_cross_entropy torch.nn binary_cross_entropy input target weight =1
binary_cross_entropy_with_logits torch binary_cross_entropy_with_logits \
input target weight pos_weight =1
cosine_embedding_loss torch cosine_embedding_loss input1 input2 target margin =1
hinge_embedding_loss torch hinge_embedding_loss input target margin =1
margin_ranking_loss torch margin_ranking_loss input1 input2 target margin =1
triplet_margin_loss torch triplet_margin_loss anchor positive negative margin p eps swap =1
multilabel_margin_loss torch.nn multilabel_margin_loss input target =1
multi_margin_loss torch.nn multi_margin_loss input target p margin weight =1
soft_margin_loss torch.nn soft_margin_loss input target =1
uniform_ torch.Tensor uniform_ a b generator=
normal_ torch.Tensor normal_ mean std generator=
trunc_normal_ torch.Tensor normal_ mean std generator=
orthogonal_ torch.Tensor normal_ =1 =1 generator=
""".replace("\\\n", " ").strip().splitlines()
}
# Those whose own errors are torch's: its Python looks at the numbers before its C++ does.
LOOKED_AT = {"dropout", "dropout1d", "dropout2d", "dropout3d", "alpha_dropout",
             "feature_alpha_dropout", "embedding", "embedding_bag"}
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
    "margin_ranking_loss": ("input1.dim", "input2.dim", "target.dim"),
    **dict.fromkeys(("upsample_bilinear", "upsample_nearest"), ("input.dim",)),
    "affine_grid": ("theta.is_floating_point",),
    "zeros_": ("tensor.zero_",), "ones_": ("tensor.fill_",), "constant_": ("tensor.fill_",),
    "normal_": ("tensor.normal_",), "uniform_": ("tensor.uniform_",),
    **dict.fromkeys(("kaiming_uniform_", "kaiming_normal_"), ("tensor.shape",)),
    **dict.fromkeys(("xavier_uniform_", "xavier_normal_"), ("tensor.dim",)),
    **dict.fromkeys(("eye_", "dirac_", "orthogonal_", "sparse_"), ("tensor.ndimension",)),
    "trunc_normal_": ("tensor.is_meta",),
}  # fmt: skip


def handed_on(name: str, given: dict) -> tuple[tuple, dict]:
    """`(args, options)` that the C++ of a function is handed, of its arguments by name."""
    args, options = [], {}
    for token in HANDED[name][2:]:
        first, _, other = token.partition("|")
        if first.startswith("="):
            args.append(first == "=True" or 1)
        elif first.endswith("="):
            if given[first[:-1]] is not None:
                options[first[:-1]] = given[first[:-1]]
        elif first == "include_last_offset?":  # which torch leaves out where the rows are equal
            args.append(given["offsets"] is not None and given[first[:-1]])
        elif other and given[first] is None:
            args.append(1 if other == "=1" else given[other])
        else:
            value = given[first]
            args.append([] if first == "stride" and value is None else value)
    if name in ("fold", "unfold"):  # whose Python makes pairs
        args[1:] = map(pair, args[1:])
    return tuple(args), options


def pair(value) -> tuple:
    """What torch's Python makes of a setting for height and width: two of what cannot be walked."""
    return tuple(value) if isinstance(value, Iterable | Tensor) else (value, value)
