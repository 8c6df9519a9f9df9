"""Options of functions of layers that are True or False: nothing else is taken for either."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

line, image, volume = torch.ones(1, 2, 6), torch.ones(1, 2, 6, 6), torch.ones(1, 2, 4, 4, 4)
rows, weight = torch.ones(3, 3), torch.ones(4, 3)
CALLS = {
    "ceil_mode": [
        lambda **o: F.max_pool1d(line, 2, **o), lambda **o: F.max_pool2d(image, 2, **o),
        lambda **o: F.max_pool3d(volume, 2, **o), lambda **o: F.avg_pool1d(line, 2, **o),
        lambda **o: F.avg_pool2d(image, 2, **o), lambda **o: F.avg_pool3d(volume, 2, **o),
        lambda **o: F.lp_pool1d(line, 2, 2, **o), lambda **o: F.lp_pool2d(image, 2, 2, **o),
        lambda **o: nn.MaxPool2d(2, **o)(image), lambda **o: nn.AvgPool1d(2, **o)(line)],
    "count_include_pad": [lambda **o: F.avg_pool1d(line, 2, **o)],
    "training": [
        lambda **o: F.dropout(rows, 0.0, **o), lambda **o: F.dropout1d(line, 0.0, **o),
        lambda **o: F.dropout2d(image, 0.0, **o), lambda **o: F.dropout3d(volume, 0.0, **o),
        lambda **o: F.alpha_dropout(rows, 0.0, **o), lambda **o: F.rrelu(rows, **o),
        lambda **o: F.feature_alpha_dropout(line, 0.0, **o),
        lambda **o: F.batch_norm(rows, torch.zeros(3), torch.ones(3), **o)],
    "scale_grad_by_freq": [
        lambda **o: F.embedding(torch.tensor([1, 2]), weight, **o),
        lambda **o: F.embedding_bag(torch.tensor([[1, 2]]), weight, **o)],
    "sparse": [
        lambda **o: F.embedding(torch.tensor([1, 2]), weight, **o),
        lambda **o: nn.Embedding(4, 3, **o)(torch.tensor([1, 2]))],
    "log_target": [lambda **o: F.kl_div(rows, rows, reduction="sum", **o)],
    "log_input": [lambda **o: F.poisson_nll_loss(rows, rows, **o)],
    "full": [lambda **o: F.poisson_nll_loss(rows, rows, **o)],
    "swap": [lambda **o: F.triplet_margin_loss(rows, rows, rows, **o)],
    "keepdim": [lambda **o: F.pairwise_distance(rows, rows, **o)],
    "is_causal": [lambda **o: F.scaled_dot_product_attention(image, image, image, **o)],
}
for option, functions in CALLS.items():
    for function in functions:
        for value in (0, None, "yes", np.bool_(True), torch.tensor(True)):
            try:
                print(function(**{option: value}).shape)
            except TypeError as error:
                print(error)
        print(option, [tuple(function(**{option: v}).shape) for v in (True, False)])
for call in (lambda: F.pairwise_distance(rows, rows, 2.0, 1e-6, 1),
             lambda: F.avg_pool2d(image, 2, None, 0, 1), lambda: F.avg_pool2d(image, 2, 2, 0, 1),
             lambda: F.scaled_dot_product_attention(image, image, image, None, 0.0, 1)):
    try:
        print(call().shape)
    except TypeError as error:
        print(str(error).splitlines()[0])
