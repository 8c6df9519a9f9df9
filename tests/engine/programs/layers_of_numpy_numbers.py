# Numbers of numpy's, and tensors without dimensions, among the options of layers' functions.
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

x = torch.tensor([[0.5, -1.25, 0.75], [1.5, 0.25, -0.5]], requires_grad=True)
y = torch.tensor([[0.1, 0.2, 0.7], [0.4, 0.35, 0.25]])
for number in (np.int64(1), np.float64(0.5), np.float32(0.5), torch.tensor(0.5), torch.tensor(1)):
    for run in (
        lambda: F.leaky_relu(x, number), lambda: F.elu(x, number), lambda: F.celu(x, number),
        lambda: F.softplus(x, number), lambda: F.hardtanh(x, -1.0, number),
        lambda: F.threshold(x, number, 0.25), lambda: F.hardshrink(x, number),
        lambda: F.smooth_l1_loss(x, y, beta=number), lambda: F.huber_loss(x, y, delta=number),
        lambda: F.margin_ranking_loss(x, y, torch.ones(2, 3), margin=number),
        lambda: F.triplet_margin_loss(x, y, x * 2, margin=number),
        lambda: F.multi_margin_loss(x, torch.tensor([0, 1]), margin=number),
        lambda: F.cosine_embedding_loss(x, y, torch.tensor([1, -1]), margin=number),
        lambda: F.pairwise_distance(x, y, eps=number), lambda: F.dropout(x, number, False),
        lambda: F.layer_norm(x, (3,), eps=number), lambda: F.group_norm(x, 1, eps=number),
        lambda: F.batch_norm(x, None, None, training=True, eps=number),
        lambda: nn.BatchNorm1d(3, eps=number)(x), lambda: torch.cdist(x, y, number),
        lambda: torch.cumulative_trapezoid(x, dx=number), lambda: torch.celu(x, number),
    ):
        try:
            made = run()
            x.grad = None
            made.sum().backward()
            print(repr(number), made.dtype, made, x.grad)
        except (RuntimeError, TypeError) as error:
            print(repr(number), type(error).__name__, error)
