# to, half, requires_grad_, buffers, extra_repr, getattr
import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self, k):
        super().__init__()
        self.k = nn.Parameter(torch.tensor(k))

    def forward(self, x):
        return x * self.k

    def extra_repr(self):
        return f"k={self.k.item()}"


net = nn.Sequential(Scale(2.0), nn.ReLU())
print(net, net(torch.tensor([-1.0, 1.0])))
print(
    net.double()(torch.ones(1, dtype=torch.float64)), net.float()[0].k.dtype, net.to("cpu") is net
)
net.requires_grad_(False)
print([p.requires_grad for p in net.parameters()], net(torch.ones(1)).requires_grad)
print(net.get_parameter("0.k"), hasattr(net, "missing"), net.get_submodule("1"))


class Forgot(nn.Module):
    def __init__(self):
        self.fc = nn.Linear(1, 1)


try:
    Forgot()
except AttributeError as error:
    print(error)
try:
    nn.Module()(1)
except NotImplementedError as error:
    print(error)

# hooks on everything that modules take, buffers by type, extra state that nobody defines
from torch.nn.modules import module as modules

handles = [
    modules.register_module_parameter_registration_hook(lambda m, n, p: print("parameter", n)),
    modules.register_module_buffer_registration_hook(lambda m, n, b: print("buffer", n)),
    modules.register_module_module_registration_hook(lambda m, n, c: print("module", n)),
]
nn.Sequential(nn.BatchNorm1d(1))
for handle in handles:
    handle.remove()
buffer = nn.Buffer(torch.ones(1))
print(type(buffer), isinstance(buffer, nn.Buffer), type(nn.Linear(1, 1).load_state_dict({}, False)))
try:
    nn.ReLU().get_extra_state()
except RuntimeError as error:
    print(error)
repeated = layers = nn.Sequential(nn.ReLU())
repeated *= 2
print(layers, repeated is layers)
# what `to` takes, buffers of classes of old, and what a checkpoint of old lacks on meta
def tried(ask):
    try:
        print(ask())
    except (TypeError, RuntimeError) as error:
        print(type(error).__name__, error)


moved = nn.Linear(2, 2)
for given, named in (
    (("cpu", torch.float64, False), {}), ((torch.float16, True), {}), ((None, torch.float32), {}),
    ((torch.device("cpu"), True), {}), (([],), {}), ((), {"foo": 1}), (("cpu",), {"copy": True}),
    ((), {}), ((torch.ones(1),), {}),
):
    tried(lambda: moved.to(*given, **named).weight.dtype)


class Former(nn.Module):
    def __init__(self, lasting):
        super().__init__()
        self.kept = nn.Buffer(torch.ones(2), persistent=lasting)

    def register_buffer(self, name, tensor):
        print("registers", name)
        super().register_buffer(name, tensor)


for lasting in (True, False):
    tried(lambda: Former(lasting).state_dict())
norm = nn.BatchNorm1d(2)
state = norm.state_dict()
del state["num_batches_tracked"]
state._metadata[""]["version"] = 1
with torch.device("meta"):
    empty = nn.BatchNorm1d(2)
print(empty.load_state_dict(state, assign=True), empty.num_batches_tracked)
