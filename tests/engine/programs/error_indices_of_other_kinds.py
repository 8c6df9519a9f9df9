# Indices that are no whole numbers or no vectors; without entries gather and scatter take them
import torch
import torch.nn.functional as F


def tried(run):
    try:
        print(run())
    except Exception as error:
        print(type(error).__name__, error)


x = torch.ones(2, 2, requires_grad=True)
for index in (torch.empty(0), torch.empty(0, 2, dtype=torch.bool), torch.tensor([[0]]),
              torch.tensor([0.]), torch.tensor([[0]], dtype=torch.int32)):
    tried(lambda: torch.gather(x, 0, index))
    tried(lambda: x.scatter(0, index, 1.))
    tried(lambda: x.scatter_add(0, index, torch.ones(2, 2)))
    tried(lambda: x.index_add(0, index, torch.ones(1, 2)))
    tried(lambda: x.index_reduce(0, index, torch.ones(1, 2), "prod"))
    tried(lambda: torch.take_along_dim(x, index, 0))
for value in ("0", torch.tensor(2.), torch.tensor([3.]), [1], 1j):
    tried(lambda: F.pad(torch.ones(1, 2), (1, 1), value=value))
for count in (3.0, torch.tensor(3), torch.tensor(3.), "3"):
    tried(lambda: F.one_hot(torch.tensor([0, 2]), count))
    tried(lambda: F.one_hot(torch.tensor([0, 2]), num_classes=count))

y = torch.tensor([-1., 2.], requires_grad=True)
for slope in (torch.tensor(0.5), torch.tensor(0.5, requires_grad=True), torch.tensor([0.5]), "a"):
    for function in (F.leaky_relu, F.elu, F.celu, F.softplus, F.softshrink, F.hardshrink):
        tried(lambda: function(y, slope))
    tried(lambda: F.threshold(y, slope, 1))
    tried(lambda: F.elu(y.clone(), slope, inplace=True))

for settings in ({"num_layers": 1.0}, {"num_layers": True}, {"bidirectional": 1},
                 {"bidirectional": 0}, {"bidirectional": None}):
    for kind in (torch.nn.LSTM, torch.nn.GRU):
        tried(lambda: kind(2, 3, **settings))
        tried(lambda: kind(2, 3, **settings)(torch.ones(1, 1, 2)))

number = torch.tensor(-1., requires_grad=True)
for source in (number, torch.tensor([2.]), torch.tensor(3.)):
    tried(lambda: number.index_add(-1, torch.tensor([0]), source))
    tried(lambda: torch.ones(2).index_add(0, torch.tensor([0]), source))
print(torch.autograd.grad(number.index_add(0, torch.tensor(0), number), number))
for numbers in (torch.ones(2, 2, dtype=torch.uint8), torch.ones(2, 2), torch.ones(2)):
    for given in ((2, 2, 1.), (0, 0, 1.), (2, 0, -1.), (1j, 0, 1.), (1, 0, 1.)):
        tried(lambda: numbers.renorm(*given))
layer = torch.nn.Linear(2, 1)
for value in (False, None, [1]):
    tried(lambda: torch.func.functional_call(layer, {"weight": value}, torch.ones(1, 2)))
print(layer.weight.shape)
tried(lambda: torch.norm(torch.float32, dim=1))
