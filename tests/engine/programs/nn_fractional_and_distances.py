# fractional pools, pairwise distances, adaptive softmax, modules for many devices
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(58)
pool = nn.FractionalMaxPool2d(2, output_size=(3, 2))
x = torch.rand(2, 2, 6, 5, requires_grad=True)
y = pool(x)
print(pool, y)
y.sum().backward()
print(x.grad[0, 0])
print(nn.FractionalMaxPool2d((2, 3), output_ratio=0.5, return_indices=True)(x)[1])
print(nn.FractionalMaxPool3d(2, output_ratio=(0.5, 0.5, 0.5))(torch.rand(1, 4, 4, 4)))
print(F.fractional_max_pool2d(x, 2, output_ratio=(0.5, 0.4)).shape)
points = torch.tensor([[0.0, 0.0], [3.0, 4.0], [6.0, 8.0]], requires_grad=True)
for p in (1, 2, 3.0, float("inf")):
    print(p, F.pdist(points, p))
F.pdist(points).sum().backward()
print(points.grad, torch.pdist(points).grad_fn.name(), F.pdist(points[:1]))
torch.manual_seed(59)
soft = nn.AdaptiveLogSoftmaxWithLoss(6, 9, cutoffs=[3, 6], div_value=2.0)
print(soft)
h, target = torch.randn(4, 6), torch.tensor([0, 4, 8, 2])
out, loss = soft(h, target)
print(out, loss, soft.log_prob(h).exp().sum(1), soft.predict(h))
print(torch.allclose(out, soft.log_prob(h).gather(1, target[:, None]).squeeze(1)))
loss.backward()
print(soft.head.weight.grad[0], soft.tail[0][0].weight.grad.shape)
print(nn.SyncBatchNorm(2), nn.SyncBatchNorm(2)(torch.arange(8.0).view(4, 2)))
many = nn.DataParallel(nn.Linear(2, 1))
print(many, many(torch.ones(1, 2)), list(many.state_dict()), isinstance(nn.LSTM(1, 1), nn.RNNBase))
print(F.upsample_nearest(torch.ones(1, 1, 1, 2), scale_factor=2).shape)
print(F.max_pool1d_with_indices(torch.tensor([[1.0, 3.0, 2.0, 4.0]]), 2))
for call in (
    lambda: nn.FractionalMaxPool2d(2),
    lambda: nn.FractionalMaxPool2d(2, output_size=2, output_ratio=0.5),
    lambda: nn.FractionalMaxPool2d(2, output_ratio=1.5),
    lambda: F.fractional_max_pool2d(x, 7, output_size=3),
    lambda: nn.AdaptiveLogSoftmaxWithLoss(4, 5, [3, 2]),
    lambda: soft(h, torch.tensor([0, 1, 2, 9])),
    lambda: F.pdist(torch.ones(3)),
):
    try:
        call()
    except (RuntimeError, ValueError) as error:
        print(type(error).__name__, error)
for call in (
    lambda: F.pairwise_distance(torch.tensor(1.0, requires_grad=True), torch.tensor(3.0)),
    lambda: F.pairwise_distance(torch.tensor(1.0), torch.tensor(3.0), keepdim=True),
    lambda: F.pairwise_distance(torch.ones(2), 3),
):
    try:
        print(call())
    except TypeError as error:
        print(error)
# rows without columns lie nowhere apart
for rows in (torch.ones(2, 0), torch.ones(1, 0), torch.ones(2, 2)):
    rows.requires_grad_()
    for p in (0.0, 1.0, 2.0, float("inf"), -1.0):
        for distances in (lambda: F.pdist(rows, p), lambda: torch.cdist(rows, rows, p)):
            try:
                print(distances(), torch.autograd.grad(distances().sum(), rows))
            except RuntimeError as error:
                print(error)
