# Custom functions under vmap, grad and jvp: who sees which tensor, and what torch refuses
import torch
from torch.func import *
from torch.autograd import Function


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


x = torch.arange(6.0).reshape(2, 3)


class MySq(Function):
    @staticmethod
    def forward(x):
        print("fwd", x)
        return x**2

    @staticmethod
    def setup_context(ctx, inputs, output):
        (x,) = inputs
        print("setup", x, output, type(ctx).__name__)
        ctx.save_for_backward(x)

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return 2 * x * g


t(lambda: grad(lambda v: MySq.apply(v).sum())(torch.ones(2)))
t(lambda: vmap(MySq.apply)(x))
t(lambda: jvp(MySq.apply, (torch.ones(2),), (torch.ones(2),)))
t(lambda: jacrev(MySq.apply)(torch.ones(2)))
t(lambda: jacfwd(MySq.apply)(torch.ones(2)))
t(lambda: vmap(grad(lambda v: MySq.apply(v).sum()))(x))


class Gen(Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(x):
        print("fwd", x)
        return x**2

    @staticmethod
    def setup_context(ctx, inputs, output):
        (x,) = inputs
        ctx.save_for_backward(x)
        ctx.save_for_forward(x)

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return 2 * x * g

    @staticmethod
    def jvp(ctx, tx):
        (x,) = ctx.saved_tensors
        print("jvp", x, tx)
        return 2 * x * tx


t(lambda: vmap(Gen.apply)(x))
t(lambda: vmap(grad(lambda v: Gen.apply(v).sum()))(x))
t(lambda: jvp(Gen.apply, (torch.ones(2),), (torch.ones(2),)))
t(lambda: jacrev(Gen.apply)(torch.ones(2)))


class VM(Function):
    @staticmethod
    def forward(x, k):
        return x * k

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.k = inputs[1]

    @staticmethod
    def backward(ctx, g):
        return g * ctx.k, None

    @staticmethod
    def vmap(info, in_dims, x, k):
        print("vmap", info, in_dims, x.shape, k, x)
        print(info.batch_size, info.randomness)
        return VM.apply(x, k), in_dims[0]


t(lambda: vmap(lambda v: VM.apply(v, 3.0))(x))
t(lambda: vmap(lambda v: VM.apply(v, 3.0), in_dims=1)(x))
t(lambda: vmap(lambda v: VM.apply(v, 3.0), in_dims=1, out_dims=1)(x))
t(lambda: vmap(grad(lambda v: VM.apply(v, 3.0).sum()))(x))
t(lambda: vmap(vmap(lambda v: VM.apply(v, 3.0)))(x))


class Bad(VM):
    @staticmethod
    def vmap(info, in_dims, x, k):
        return x * k


t(lambda: vmap(lambda v: Bad.apply(v, 3.0))(x))


class Bad2(VM):
    @staticmethod
    def vmap(info, in_dims, x, k):
        return x * k, (0, 0)


t(lambda: vmap(lambda v: Bad2.apply(v, 3.0))(x))


class Both(VM):
    generate_vmap_rule = True

    @staticmethod
    def vmap(info, in_dims, x, k):
        return x * k, 0


t(lambda: vmap(lambda v: Both.apply(v, 3.0))(x))


class Old(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return g * 2


t(lambda: grad(lambda v: Old.apply(v).sum())(torch.ones(2)))
t(lambda: vmap(Old.apply)(x))


class NoB(Function):
    @staticmethod
    def forward(x):
        return x * 2

    @staticmethod
    def setup_context(ctx, i, o):
        pass


t(lambda: grad(lambda v: NoB.apply(v).sum())(torch.ones(2)))


class Multi(Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(x, y):
        return x * y, x + y

    @staticmethod
    def setup_context(ctx, i, o):
        ctx.save_for_backward(*i)

    @staticmethod
    def backward(ctx, a, b):
        x, y = ctx.saved_tensors
        return a * y + b, a * x + b


t(lambda: vmap(Multi.apply)(x, x))
t(lambda: vmap(Multi.apply, in_dims=(0, None))(x, torch.ones(3)))
t(lambda: jacrev(Multi.apply, argnums=(0, 1))(torch.ones(2), torch.ones(2)))


# vmap with numpy in forward
class NumpySort(Function):
    @staticmethod
    def forward(x, dim):
        ind = torch.tensor(x.numpy().argsort(dim))
        return torch.take_along_dim(x, ind, dim), ind

    @staticmethod
    def setup_context(ctx, inputs, output):
        _, ind = output
        ctx.mark_non_differentiable(ind)
        ctx.save_for_backward(ind)
        ctx.dim = inputs[1]

    @staticmethod
    def backward(ctx, g, _):
        (ind,) = ctx.saved_tensors
        return torch.zeros_like(g).scatter(ctx.dim, ind, g), None

    @staticmethod
    def vmap(info, in_dims, x, dim):
        x_bdim, _ = in_dims
        x = x.movedim(x_bdim, 0)
        return NumpySort.apply(x, dim + 1 if dim >= 0 else dim), (0, 0)


y = torch.tensor([[3.0, 1.0, 2.0], [9.0, 8.0, 7.0]])
t(lambda: vmap(lambda v: NumpySort.apply(v, -1))(y))
t(lambda: vmap(grad(lambda v: (NumpySort.apply(v, 0)[0] * torch.arange(3.0)).sum()))(y))

print("twice", grad(grad(lambda v: MySq.apply(v).sum()))(torch.tensor(3.0)))
print(jvp(lambda v: Gen.apply(v * 3), (torch.ones(2),), (torch.tensor([1.0, 2.0]),)))


class Scaled(Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(x, k):
        return x**3 * k

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(inputs[0])
        ctx.save_for_forward(inputs[0])
        ctx.k = inputs[1]

    @staticmethod
    def backward(ctx, grad):
        return grad * 3 * ctx.saved_tensors[0] ** 2 * ctx.k, None

    @staticmethod
    def jvp(ctx, tangent, _):
        slope = 3 * ctx.saved_tensors[0] ** 2
        slope[0] = 0
        return tangent * slope * ctx.k


z = torch.tensor([-1.0, 0.0, 2.0])
print(jacfwd(lambda v: Scaled.apply(v, 0.5))(z), hessian(lambda v: Scaled.apply(v, 2.0).sum())(z))
print(vmap(lambda v: jvp(lambda u: Scaled.apply(u, 0.5), (v,), (v,)))(z.expand(2, 3)))

# outside of the mapping the call is one node on the tape


class Product(Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(x, y):
        return x * y

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)

    @staticmethod
    def backward(ctx, grad):
        x, y = ctx.saved_tensors
        return grad * y, grad * x


a = torch.tensor([[1.0, 2.0, 3.0]] * 2, requires_grad=True)
b = torch.tensor([2.0, 3.0, 4.0], requires_grad=True)
for func in (
    lambda: vmap(Product.apply, (0, None))(a, b),
    lambda: vmap(lambda u: Product.apply(u, b) + 1)(a),
    lambda: vmap(vmap(Product.apply), (0, None))(a, b),
    lambda: vmap(grad(lambda u: Product.apply(u, b).square().sum()))(a),
):
    a.grad = b.grad = None
    made = func()
    print(made)
    made.sum().backward()
    print(a.grad, b.grad)
