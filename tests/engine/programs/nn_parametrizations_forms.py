# weight_norm, spectral_norm, orthogonal and others: printing, state, removal.
import copy
import io
import torch
from torch import nn
from torch.nn.utils import parametrizations as P
from torch.nn.utils import parametrize

torch.manual_seed(0)
a = P.weight_norm(nn.Linear(3, 2))
print(a)
print(a.state_dict())
print([name for name, _ in a.named_parameters()], type(a).__name__)
a(torch.ones(1, 3)).sum().backward()
print(a.parametrizations.weight.original0.grad, a.parametrizations.weight.original1.grad)
file = io.BytesIO()
torch.save(a.state_dict(), file)
file.seek(0)
other = P.weight_norm(nn.Linear(3, 2))
print(other.load_state_dict(torch.load(file)), torch.equal(other.weight, a.weight))
b = P.spectral_norm(nn.Linear(3, 2), n_power_iterations=2)
print(b, b.state_dict().keys())
print(b.weight)
b.eval()
print(torch.equal(b.weight, b.weight))
for how in ("matrix_exp", "cayley", "householder"):
    for shape in ((3, 3), (4, 2), (2, 4)):
        c = P.orthogonal(nn.Linear(shape[1], shape[0], bias=False), orthogonal_map=how)
        Q = c.weight
        product = Q.T @ Q if shape[0] >= shape[1] else Q @ Q.T
        print(how, shape, torch.allclose(product, torch.eye(min(shape)), atol=1e-5))
print(c)


class Symmetric(nn.Module):
    def forward(self, X):
        return X.triu() + X.triu(1).transpose(-1, -2)

    def right_inverse(self, A):
        return A.triu()


class Double(nn.Module):
    def forward(self, X):
        return 2 * X


d = nn.Linear(2, 2)
parametrize.register_parametrization(d, "weight", Symmetric())
print(d, parametrize.is_parametrized(d), parametrize.is_parametrized(d, "bias"))
d.weight = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
print(d.weight, d.parametrizations.weight.original)
parametrize.register_parametrization(d, "weight", Double())
print(d.weight, len(d.parametrizations["weight"]), d.parametrizations.weight)
with parametrize.cached():
    print(d.weight is d.weight)
print(d.weight is d.weight)
twin = copy.deepcopy(d)
print(torch.equal(twin.weight, d.weight), type(d), type(d).__name__)
try:
    d.weight = torch.ones(2, 2)
except Exception as error:
    print(type(error).__name__, error)
parametrize.remove_parametrizations(d, "weight", leave_parametrized=False)
print(d, d.weight, type(d))
e = P.weight_norm(nn.Conv1d(2, 3, 2), dim=1)
parametrize.remove_parametrizations(e, "weight")
print(e, e.weight.shape, e.weight.requires_grad)
for wrong in (
    lambda: parametrize.register_parametrization(nn.Linear(2, 2), "gain", Double()),
    lambda: P.orthogonal(nn.Linear(2, 2), orthogonal_map="best"),
    lambda: P.orthogonal(nn.Linear(2, 2), "bias"),
    lambda: parametrize.remove_parametrizations(nn.Linear(2, 2), "weight"),
    lambda: P.spectral_norm(nn.Linear(2, 2), n_power_iterations=0),
    lambda: nn.utils.remove_weight_norm(nn.Linear(2, 2)),
):
    try:
        print(wrong())
    except Exception as error:
        print(type(error).__name__, error)
# a second parametrization has to take back what it gives
class Fails(nn.Module):
    def __init__(self, back):
        super().__init__()
        self.back = back

    def forward(self, x):
        return x

    def right_inverse(self, x):
        return self.back(x)


layer = nn.Linear(2, 2)
parametrize.register_parametrization(layer, "weight", Fails(lambda x: x))
for back in (lambda x: None, lambda x: x.double(), lambda x: x[:1]):
    try:
        parametrize.register_parametrization(layer, "weight", Fails(back))
    except ValueError as error:
        print(error)
half = nn.utils.parametrizations.weight_norm(nn.Linear(4, 3, dtype=torch.bfloat16))
print(half.weight)
