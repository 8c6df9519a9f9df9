# What a function under vmap cannot do, because torch has all slices at once.
import torch
from torch.func import grad, vmap

x = torch.arange(3.0)


def refused(function, values=x):
    try:
        print(vmap(function)(values))
    except (RuntimeError, ValueError, IndexError) as error:
        print(type(error).__name__, error)


refused(lambda a: torch.tensor(a.item()))
refused(lambda a: a if a > 0 else -a)
refused(lambda a: a * float(a))
refused(lambda a: a * int(a))
refused(lambda a: a.tolist())
refused(lambda a: a.numpy())
refused(lambda a: torch.nonzero(a))
refused(lambda a: torch.unique(a))
refused(lambda a: a[a > 0], x.reshape(3, 1))
refused(lambda a: torch.masked_select(a, a > 0), x.reshape(3, 1))
refused(lambda a: torch.equal(a, a))
refused(lambda a: torch.allclose(a, a))
refused(lambda a: torch.tensor([a, a]))
refused(lambda a: f"{a:.2f}")
refused(lambda a: max(a, a * 2))
refused(lambda a: a + torch.randn(()))
refused(lambda a: torch.where(a > 1, a, -a))
refused(lambda a: a.new_zeros(2) + a)
total = torch.zeros(3)


def gathers(a):
    total[0] = a
    return a


refused(gathers)


def steps_back(a):
    a.backward()
    return a


refused(steps_back, x.clone().requires_grad_())
try:
    grad(steps_back)(torch.tensor(1.0))
except RuntimeError as error:
    print(error)
try:
    vmap(lambda a: a, out_dims=None)(x)
except ValueError as error:
    print(error)


class Double(torch.autograd.Function):
    @staticmethod
    def forward(a):
        return a * 2

    @staticmethod
    def setup_context(ctx, inputs, output):
        pass

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * 2


refused(Double.apply)
refused(grad(Double.apply))
Double.generate_vmap_rule = True
refused(Double.apply)

# Shapes that do not fit are told of all slices.
m, v = torch.ones(3, 2, 4), torch.ones(3, 2)
for function in (
    lambda a: a.expand(2, 4), lambda a: torch.cat([a, torch.ones(2, 2)]), lambda a: a.reshape(7),
    lambda a: torch.stack([a, torch.ones(2)]), lambda a: a @ torch.ones(3, 2), lambda a: a.split(3),
    lambda a: torch.ones(3, 2) @ a.T, lambda a: a @ torch.ones(3), lambda a: torch.mv(a, a[0, :2]),
    lambda a: a[0] @ torch.ones(2), lambda a: a[0].dot(a[0, :2]), lambda a: a.expand(3, 3, 5),
    lambda a: torch.nn.functional.linear(a, torch.ones(2, 2)),
    lambda a: torch.nn.functional.linear(a[0], torch.ones(2, 2), torch.ones(2)),
    lambda a: torch.nn.functional.layer_norm(a, (2,)), lambda a: torch.cat([a, a[0]]),
    lambda a: torch.bmm(a.expand(2, 2, 4), torch.ones(2, 2, 2)), lambda a: a.split([1, 2], 1),
):
    refused(function, m)

# An index outside, and layers, too.
three, net = torch.tensor([3]), torch.nn.functional
kernel = torch.ones(6, 3, 2, 2)
for function in (
    lambda a: a.gather(1, torch.tensor([[4]])), lambda a: a.index_select(0, three),
    lambda a: a.index_fill(0, three, 1.0), lambda a: a[0].scatter(0, three + 1, 1.0),
    lambda a: a[:, 0].index_copy(0, three, torch.ones(1)), lambda a: a.permute(0),
    lambda a: torch.where(a[0] > 0, a[0], a[:, 0]), lambda a: torch.meshgrid(a, indexing="ij"),
    lambda a: net.mse_loss(a[0], a[0, :3]), lambda a: net.nll_loss(a, torch.tensor([7, 1])),
    lambda a: net.cross_entropy(a, a[:, 0]), lambda a: net.cross_entropy(a[0], a[0, 0].long() - 2),
    lambda a: torch.linalg.solve(a[:, :2], torch.ones(3)),
    lambda a: net.batch_norm(a[0], torch.zeros(4), torch.ones(4), training=True),
    lambda a: net.conv2d(a.view(1, 2, 2, 2), kernel),
    lambda a: net.conv2d(a.view(2, 2, 2), a[0, 0] * kernel),
    lambda a: net.conv2d(torch.ones(4, 2, 2), a[0, 0] * kernel),
):
    refused(function, m)
print(vmap(lambda a: net.cross_entropy(a, torch.tensor([3, 1], dtype=torch.int32)))(m))
