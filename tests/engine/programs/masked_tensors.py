"""Tensors with entries that do not count: gradients that are not there instead of zeros or NaN."""
import warnings

import torch
from torch.masked import MaskedTensor, as_masked_tensor, is_masked_tensor, masked_tensor

warnings.filterwarnings("ignore", category=UserWarning)


def attempt(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)


mask = torch.tensor([[True, False, True], [False, False, False]])
m = masked_tensor(torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), mask, requires_grad=True)
print(m, type(m), m.shape, m.dtype, m.is_leaf, is_masked_tensor(m), is_masked_tensor(mask))
print(m.get_data(), m.get_mask(), m.to_tensor(-1.0))
print(m[0], m[0, 0], m[:, 1:], m.t(), m.view(-1), torch.cat([m, m], 1), m.split(1)[1])
print(m + 1, m * m, m / torch.tensor([1.0, 2.0, 4.0]), -m, m**2, m > 2, torch.exp(m).grad_fn.name())
for name in ("sum", "mean", "prod", "amin", "amax", "argmin", "argmax", "var", "std"):
    print(name, getattr(torch, name)(m), getattr(torch, name)(m, 1))
print(m.softmax(1), m.sum(0, keepdim=True), (m > 0).all(), m.sum().grad_fn.name())
print(masked_tensor(torch.tensor([1, 20]), mask[0, :2]))
print(masked_tensor(torch.tensor(1.0), mask[1, 0]))

m.register_hook(lambda g: print("arrives", g))
doubled = m * 2
doubled.retain_grad()
(doubled.exp() / 3).mean().backward()
print(m.grad, type(m.grad), doubled.grad)
m[:1].sum().backward()
m.grad = None
(m.softmax(1) * m).sum().backward()
m.grad = None
m.get_data().sum().backward()
attempt(lambda: m[:, :1].sum().backward())

# Where torch.where and division leave NaN in plain gradients.
x = torch.tensor([-10.0, -5.0, 0.0, 50.0, 100.0])
low = x < 0
mx = masked_tensor(x, low, requires_grad=True)
my = masked_tensor(torch.ones_like(x), ~low, requires_grad=True)
chosen = torch.where(low, torch.exp(mx), my)
print(chosen.grad_fn.name(), chosen.sum())
chosen.sum().backward()
print(mx.grad, my.grad)
one = torch.ones(2, requires_grad=True)
by = torch.tensor([0.0, 1.0])
as_masked_tensor(one / by, by != 0).sum().backward()
print(one.grad)
factor = torch.tensor(1.0, requires_grad=True)
holes = torch.tensor([1.0, 2.0, float("nan")])
product = masked_tensor(holes, ~holes.isnan()) * factor
print(torch.autograd.grad(product.sum(), factor))

attempt(lambda: masked_tensor(x, low) + masked_tensor(x, ~low))
attempt(lambda: masked_tensor(x, low[:2]))
attempt(lambda: masked_tensor(x, low.int()))
attempt(lambda: masked_tensor([1.0], low))
attempt(lambda: MaskedTensor(x.to(torch.complex64), low))
attempt(lambda: torch.cumsum(m, 0))
attempt(lambda: m.relu())
attempt(lambda: 1 - m)
attempt(lambda: m.sum(1)[1].item())
attempt(lambda: m.tolist())

plain = torch.tensor([[-3.0, -2.0, -1.0], [0.5, 1.0, 2.0]], requires_grad=True)
for name in ("sum", "prod", "amax", "amin", "mean", "median", "var", "std", "logsumexp", "softmax",
             "log_softmax", "softmin", "cumsum", "cumprod", "argmax"):
    result = getattr(torch.masked, name)(plain, 1, mask=mask)
    print(name, result)
print(torch.masked.norm(plain, 2.0, 1, mask=mask), torch.masked.normalize(plain, 2.0, 1, mask=mask))
print(torch.masked.logaddexp(plain, 2 * plain, input_mask=mask, other_mask=~mask))
print(torch.masked.mean(plain, mask=mask[:1]), torch.masked.sum(plain.int(), mask=mask))
torch.masked.var(plain, mask=mask).backward()
print(plain.grad)
attempt(lambda: torch.masked.mean(plain.int(), 1, mask=mask))
attempt(lambda: torch.masked.sum(plain, 2, mask=mask))
attempt(lambda: torch.masked.sum(plain, mask=mask[None]))
# Gradients of gradients keep their masks, too.
m = masked_tensor(torch.tensor([1.0, 2.0, 3.0]), torch.tensor([True, False, True]), True)
(g,) = torch.autograd.grad((m * m).sum(), m, create_graph=True)
print(g, torch.autograd.grad(g.sum(), m))
m.exp().sum().backward(create_graph=True)
(m * 2).sum().backward(create_graph=True)
print(m.grad, type(m.grad).__name__)
