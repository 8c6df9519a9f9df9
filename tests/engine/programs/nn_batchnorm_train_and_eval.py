# batch norm: running statistics, momentum, frozen layers, the mode that changes answers
import torch
from torch import nn

bn = nn.BatchNorm1d(2, momentum=0.5)
x = torch.tensor([[1.0, 10.0], [3.0, 30.0]])
print(bn(x), bn.running_mean, bn.running_var, bn.num_batches_tracked)
bn(x)
print(bn.running_mean, bn.running_var, bn.num_batches_tracked)
bn.eval()
print(bn(x), bn.training, bn(x[:1]))
print(bn.running_mean.requires_grad, [n for n, _ in bn.named_buffers()])
by_hand = (x - bn.running_mean) / torch.sqrt(bn.running_var + bn.eps)
print(torch.allclose(by_hand, bn(x)))
leaf = x.clone().requires_grad_()
for mode in (True, False):
    bn.train(mode)
    (g,) = torch.autograd.grad((bn(leaf) * torch.tensor([[1.0], [2.0]])).sum(), leaf)
    print(mode, g.abs() < 1e-4, bn.num_batches_tracked.item())
cumulative = nn.BatchNorm1d(2, momentum=None, affine=False)
for scale in (1.0, 2.0, 3.0):
    cumulative(x * scale)
print(cumulative, cumulative.running_mean, list(cumulative.parameters()))
bn.reset_running_stats()
print(bn.state_dict())
net = nn.Sequential(nn.Linear(2, 2), bn, nn.Sequential(nn.Dropout(), nn.BatchNorm1d(2)))
net.train()
for m in net.modules():
    if isinstance(m, nn.BatchNorm1d):
        m.eval()
print([(type(m).__name__, m.training) for m in net.modules()])

model = nn.Sequential(nn.Conv2d(1, 2, 1), nn.BatchNorm2d(2), nn.Sequential(nn.BatchNorm1d(3)))
spread = nn.SyncBatchNorm.convert_sync_batchnorm(model.eval())
print(spread is model, spread, spread[1].training, spread[2][0].process_group)
print(list(spread.state_dict()), spread[1].weight is model[1].weight)
