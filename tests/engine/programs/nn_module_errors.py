# what modules say when they are used wrongly
import torch
from torch import nn


class NoInit(nn.Module):
    def __init__(self):
        self.layer = nn.Linear(1, 1)


class NoForward(nn.Module):
    pass


class Early(nn.Module):
    def __init__(self):
        self.w = nn.Parameter(torch.ones(1))


m = nn.Linear(2, 2)
calls = {
    "no init": lambda: NoInit(),
    "early parameter": lambda: Early(),
    "no forward": lambda: NoForward()(torch.ones(1)),
    "missing": lambda: m.wieght,
    "not a parameter": lambda: setattr(m, "weight", torch.ones(2, 2)),
    "register": lambda: m.register_parameter("weight", 3),
    "dot": lambda: m.register_buffer("a.b", torch.ones(1)),
    "empty": lambda: m.add_module("", nn.ReLU()),
    "not a module": lambda: m.add_module("x", torch.ones(1)),
    "exists": lambda: m.register_buffer("weight", torch.ones(1)),
    "sub": lambda: m.get_submodule("a.b"),
    "train": lambda: m.train("yes"),
    "to": lambda: m.to(torch.int64),
    "shape": lambda: m(torch.ones(3, 5)),
    "dims": lambda: nn.Conv2d(1, 1, 3)(torch.ones(3, 3)),
    "index": lambda: nn.Sequential(nn.ReLU())[3],
    "softmax": lambda: nn.Softmax()(torch.ones(2)),
    "embedding": lambda: nn.Embedding(3, 2)(torch.tensor([3])),
    "lstm": lambda: nn.LSTM(3, 2)(torch.ones(1, 1, 2)),
    "heads": lambda: nn.MultiheadAttention(3, 2),
    "groups": lambda: nn.Conv2d(3, 4, 1, groups=2),
    "padding": lambda: nn.Conv2d(1, 1, 3, stride=2, padding="same"),
    "list": lambda: nn.ModuleList([nn.ReLU()])(torch.ones(1)),
    "state": lambda: m.load_state_dict([1]),
    "flatten": lambda: nn.Unflatten(1, (3, 3))(torch.ones(2, 4)),
    "bn": lambda: nn.BatchNorm2d(3)(torch.ones(1, 2, 2, 2)),
    "ln": lambda: nn.LayerNorm((3, 3))(torch.ones(2, 3)),
}
for name, call in calls.items():
    try:
        print(name, call())
    except Exception as error:
        print(name, "|", type(error).__name__, "|", error)

# a parameter that is None has no module in its place
class Without(nn.Module):
    def __init__(self):
        super().__init__()
        self.p = nn.Parameter(torch.ones(1))
        self.p = None


try:
    Without().p = nn.Linear(1, 1)
except TypeError as error:
    print(error)
