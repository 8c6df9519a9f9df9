# lazy modules: before, after, and what they say
import torch
from torch import nn

torch.manual_seed(91)
net = nn.Sequential(
    nn.LazyConv2d(4, 3), nn.LazyBatchNorm2d(), nn.ReLU(), nn.Flatten(), nn.LazyLinear(2)
)
print(net)
print(net[4].weight, [type(p).__name__ for p in net.parameters()])
try:
    print(net[4].weight.shape)
except RuntimeError as error:
    print(error)
out = net(torch.randn(2, 1, 5, 5))
print(out)
print(net)
print(net[0].weight.shape, net[4].weight.shape, type(net[4]).__name__, net[1].num_features)
print(nn.LazyLinear(3, bias=False), nn.LazyConv1d(2, 2)(torch.ones(1, 3, 4)).shape)
print(nn.LazyConvTranspose2d(2, 2)(torch.ones(1, 3, 2, 2)).shape, nn.LazyInstanceNorm1d())
torch.optim.SGD(net.parameters(), lr=0.1)
state = nn.LazyLinear(2).state_dict()
print(state)
filled = nn.LazyLinear(2)
print(filled.load_state_dict({"weight": torch.ones(2, 3), "bias": torch.zeros(2)}), filled.weight)

# what is done to a parameter without a shape is refused, and a loaded weight tells its features
waiting = nn.LazyLinear(2)
for use in (lambda p: p.numel(), lambda p: p + 1, lambda p: p.norm(), lambda p: p.share_memory_()):
    try:
        use(waiting.weight)
    except (ValueError, RuntimeError) as error:
        print(error)
waiting.load_state_dict(nn.Linear(5, 2).state_dict())
waiting(torch.ones(1, 5))
print(waiting)
# buffers without a shape, and what cannot be done yet
class Waiting(nn.modules.lazy.LazyModuleMixin, nn.Module):
    pass


waiting = Waiting()
waiting.kept = nn.parameter.UninitializedBuffer()
print(waiting.has_uninitialized_params(), dict(waiting.named_buffers()))
for attempt in (nn.LazyLinear(2).share_memory, lambda: nn.utils.spectral_norm(nn.LazyLinear(2))):
    try:
        attempt()
    except (RuntimeError, ValueError) as error:
        print(type(error).__name__, error)
