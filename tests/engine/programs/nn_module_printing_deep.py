# How modules print, count, name and move their parts.
import torch
from torch import nn

torch.manual_seed(0)


class Block(nn.Module):
    def __init__(self, width, name="x"):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(width, width), nn.LayerNorm(width)])
        self.by_name = nn.ModuleDict({"relu": nn.ReLU(inplace=True), "gelu": nn.GELU()})
        self.scales = nn.ParameterList([torch.ones(2), torch.zeros(1, 3)])
        self.named = nn.ParameterDict({"a": torch.ones(1), "b": torch.eye(2)})
        self.register_buffer("steps", torch.tensor(0))
        self.register_buffer("hidden", torch.ones(1), persistent=False)
        self.name = name

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.by_name["gelu"](x)

    def extra_repr(self):
        return f"name={self.name}\nsecond line"


net = nn.Sequential(Block(2), Block(2, "y"), nn.Conv2d(1, 2, 3, padding="same", bias=False),
                    nn.MultiheadAttention(4, 2), nn.LSTM(2, 3, 2, bidirectional=True),
                    nn.TransformerEncoderLayer(4, 2, 8, batch_first=True), nn.Embedding(5, 2, 0),
                    nn.Upsample(scale_factor=2), nn.Unflatten(1, (2, 2)), nn.Fold((4, 4), 2))
print(net)
print([name for name, _ in net.named_modules()][:12])
print([(name, tuple(p.shape)) for name, p in net.named_parameters()][:10])
print([name for name, _ in net[0].named_buffers()], list(net[0].state_dict()))
print(sum(p.numel() for p in net.parameters()), len(list(net.children())), len(net))
print(net[0].layers, net[0].by_name, net[0].scales, net[0].named)
net[0].layers.append(nn.Identity())
net[0].layers.insert(0, nn.Dropout(0.1))
net[0].layers.extend([nn.Tanh()])
print(net[0].layers, net[0].by_name.pop("relu"), list(net[0].by_name.items()))
print(net[:2][1].name, net[-1], net.get_submodule("0.layers.1"), net.get_parameter("0.scales.0"))
for wrong in (
    lambda: net.get_submodule("0.no"), lambda: net.get_parameter("0.layers"),
    lambda: net.get_buffer("0.none"), lambda: net[99], lambda: net[0].by_name["no"],
    lambda: net[0].missing, lambda: net[0].add_module("a.b", nn.ReLU()),
    lambda: net[0].register_parameter("layers", None), lambda: net[0].add_module("", nn.ReLU()),
    lambda: net[0].register_buffer("name", torch.ones(1)), lambda: nn.ModuleList([3]),
    lambda: setattr(net[0].layers[1], "weight", torch.ones(2, 2)), lambda: nn.Sequential(3),
):
    try:
        print(wrong())
    except Exception as error:
        print(type(error).__name__, error)
print(net.double()[0].layers[1].weight.dtype, net[0].steps.dtype, net.float().training)
print(net.eval()[0].training, net.requires_grad_(False)[0].layers[1].weight.requires_grad)
print(net.apply(lambda m: None) is net, net[0]._get_name(), net[0].layers[1]._parameters.keys())
net.zero_grad()
del net[0].hidden
print(hasattr(net[0], "hidden"))
