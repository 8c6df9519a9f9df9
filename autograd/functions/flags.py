"""The options of `torch.nn.functional` that are True or False, and nothing that counts as either.

Its functions are Python in torch, but hand these on to C++, which refuses 0, None and "x".
"""

from __future__ import annotations

from functools import wraps
from inspect import signature

from autograd.truths import check_truth

# By function: which of its options, the name of its C++, what that calls it, and its place there,
# if it has one: `given` where it is C++ itself, which knows how the option came.
FLAGS = {}
for _line in """
max_pool1d ceil_mode max_pool1d ceil_mode 6
max_pool2d ceil_mode max_pool2d ceil_mode 6
max_pool3d ceil_mode max_pool3d ceil_mode 6
avg_pool1d ceil_mode avg_pool1d ceil_mode given
avg_pool1d count_include_pad avg_pool1d count_include_pad given
avg_pool2d ceil_mode avg_pool2d ceil_mode given
avg_pool2d count_include_pad avg_pool2d count_include_pad given
avg_pool3d ceil_mode avg_pool3d ceil_mode given
avg_pool3d count_include_pad avg_pool3d count_include_pad given
lp_pool1d ceil_mode avg_pool1d ceil_mode
lp_pool2d ceil_mode avg_pool2d ceil_mode
lp_pool3d ceil_mode avg_pool3d ceil_mode
dropout training dropout train 3
dropout1d training feature_dropout train 3
dropout2d training feature_dropout train 3
dropout3d training feature_dropout train 3
alpha_dropout training alpha_dropout train 3
feature_alpha_dropout training feature_alpha_dropout train 3
rrelu training rrelu training 4
batch_norm training batch_norm training 6
instance_norm use_input_stats instance_norm use_input_stats 6
embedding scale_grad_by_freq embedding scale_grad_by_freq 4
embedding sparse embedding sparse 5
embedding_bag scale_grad_by_freq embedding_bag scale_grad_by_freq 4
embedding_bag sparse embedding_bag sparse 6
kl_div log_target kl_div log_target
grid_sample align_corners grid_sampler align_corners 5
affine_grid align_corners affine_grid_generator align_corners 3
poisson_nll_loss log_input poisson_nll_loss log_input 3
poisson_nll_loss full poisson_nll_loss full 4
triplet_margin_loss swap triplet_margin_loss swap 7
pairwise_distance keepdim pairwise_distance keepdim given
scaled_dot_product_attention is_causal scaled_dot_product_attention is_causal given
scaled_dot_product_attention enable_gqa scaled_dot_product_attention enable_gqa given
""".strip().splitlines():
    _function, *_flag = _line.split()
    FLAGS.setdefault(_function, []).append(_flag)


def flagged(function):
    """`function`, which takes True and False alone where its C++ does; torch's TypeError."""
    if function.__name__ not in FLAGS:
        return function
    known = signature(function).parameters
    ranked = list(known)
    flags = [(ranked.index(option), option, known[option].default, said)
             for option, *said in FLAGS[function.__name__]]

    @wraps(function)
    def wrapper(*args, **options):
        for place, option, usual, said in flags:
            value = args[place] if place < len(args) else options.get(option, usual)
            if value is not True and value is not False and value is not usual:
                check_truth(*said[:2], value, counted(place, args, *said[2:]))
        return function(*args, **options)

    return wrapper


def counted(place: int, args: tuple, stated: str = "") -> int:
    """The place that an error names, from 1, or 0: the stated one or that where it was given."""
    if stated == "given":
        return place + 1 if place < len(args) else 0
    return int(stated or 0)
