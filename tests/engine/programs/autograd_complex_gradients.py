# gradients of complex tensors: conjugate conventions
import torch

z = torch.tensor([1 + 2j, 3 - 1j], requires_grad=True)
loss = (z.abs() ** 2).sum()
loss.backward()
print(loss, z.grad)
z.grad = None
(z * z).real.sum().backward()
print(z.grad)
z.grad = None
try:
    (z * 2).sum().backward()
except RuntimeError as error:
    print(error)
(z.conj() * (1 + 1j)).sum().imag.backward()
print(z.grad)
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = torch.complex(x, torch.zeros(2)).exp()
torch.view_as_real(y).sum().backward()
print(x.grad)
zero = torch.zeros(2, dtype=torch.complex64, requires_grad=True)
print(torch.autograd.grad(zero.exp(), zero, torch.ones_like(zero)))
far = torch.tensor([0.4 + 3.9j, 0.3 - 6j], requires_grad=True)
print(far.logsumexp(0), far[:1].logsumexp(0), (far[0] * 500).logsumexp(0))
print(torch.autograd.grad(far.logsumexp(0).abs(), far))


def second(function, *inputs):
    w = function(*inputs)
    w = torch.full_like(w, 2.0).requires_grad_()
    try:
        grads = torch.autograd.grad(function(*inputs), inputs, w, create_graph=True)
    except RuntimeError as error:
        print(error)
        return
    for grad in grads:
        print(grad, chain(grad.grad_fn))


def chain(node):
    inner = [chain(k) for k, _ in node.next_functions if k] if "Acc" not in node.name() else []
    return node.name(), inner


# conjugates stand where torch puts them; powers are the C library's, zeros and their signs too
z = torch.tensor([1.0 + 2j, -0.5 - 0.25j, 0.5 - 1j], requires_grad=True)
u = torch.tensor([0.5 - 1j, 1 + 1j, -3 + 0.5j], requires_grad=True)
x = torch.tensor([-2.0, 0.5, 1.5], requires_grad=True)
for function in (
    torch.sin, torch.cos, torch.square, torch.reciprocal, torch.rsqrt, torch.log1p, torch.prod,
    lambda t: t ** 3, lambda t: t.logsumexp(0), lambda t: t.prod(0), lambda t: 2 / t,
):
    second(function, z)
second(torch.pow, z, u)
second(torch.pow, x, u)
second(torch.pow, z, x)
second(lambda a, b: torch.addcmul(a, a, b), z, u)
second(torch.dist, z, u)
second(torch.dist, z, x)
base = torch.tensor([-2 - 1j, -0.5 - 0.25j, 0j, 2 + 1j, -1 + 0j, 1j, 0.5])
for exponent in (-2, -1, 0, 1, 2, 0.5, -0.5, 4):
    print(base ** exponent, base ** torch.full((7,), exponent), base ** torch.tensor(exponent))


class Turned(torch.autograd.Function):
    @staticmethod
    def forward(ctx, real):
        return real * 1j

    @staticmethod
    def backward(ctx, grad):
        return grad


try:
    Turned.apply(x).abs().sum().backward()
except RuntimeError as error:
    print(error)

# an infinite power stays infinite where the C library keeps it
wild = torch.tensor([complex("inf+nanj"), complex("-inf+1j"), complex("nan+infj"), 1j])
print(torch.tensor(4.0) ** wild, wild ** torch.tensor(2 + 1j), torch.tensor(4.0 + 0j) ** wild)

# Sums and differences of complex numbers are sums of products, as zeros and infinities show.
z = torch.tensor([1.5 + 0j, complex(float("inf"), 1.0)])
print(-z - z, z + z[1], 1 - z, torch.sub(z, z, alpha=2))
print(z.clone().add_(torch.tensor([float("nan")])))
