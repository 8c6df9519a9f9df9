# gradcheck's fast mode, batched gradients, second derivatives forward, sparse inputs
import torch
from torch.autograd import Function, gradcheck, gradgradcheck

calls = 0


def product(a, b):
    global calls
    calls += 1
    return a * b, a.sum()


x = torch.tensor([1.0, 2.0], dtype=torch.double, requires_grad=True)
y = torch.tensor([0.5, -3.0], dtype=torch.double, requires_grad=True)
z = torch.tensor([1 + 2j, 0.5j], dtype=torch.complex128, requires_grad=True)
torch.manual_seed(0)
for options in (
        {}, {"fast_mode": True}, {"check_forward_ad": True}, {"check_batched_grad": True},
        {"check_forward_ad": True, "fast_mode": True}, {"check_undefined_grad": False},
        {"check_forward_ad": True, "check_batched_forward_grad": True}):
    for given in (x, z):
        calls = 0
        print(options, gradcheck(product, (given, y), **options), calls)
for options in (
        {}, {"fast_mode": True}, {"check_fwd_over_rev": True}, {"check_batched_grad": True},
        {"gen_non_contig_grad_outputs": True}):
    calls = 0
    print(options, gradgradcheck(product, (x, y), **options), calls)
print(torch.rand(2))
for options in ({"check_rev_over_rev": False},
                {"check_rev_over_rev": False, "check_fwd_over_rev": True}):
    try:
        gradgradcheck(torch.sin, (x,), **options)
    except AssertionError as error:
        print(error)


class Kept(Function):
    @staticmethod
    def forward(ctx, v):
        ctx.save_for_backward(v)
        ctx.save_for_forward(v)
        return v**2


class Half(Kept):
    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.saved_tensors[0]


class Nearly(Kept):
    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.saved_tensors[0] * 2.0015


class Tangent(Kept):
    @staticmethod
    def jvp(ctx, tangent):
        return tangent * ctx.saved_tensors[0] * 3


class Unasked(Kept):
    @staticmethod
    def forward(ctx, v):
        ctx.set_materialize_grads(False)
        return Kept.forward(ctx, v)

    @staticmethod
    def backward(ctx, grad):
        if grad is None:
            return torch.ones(2, dtype=torch.double)
        return grad * ctx.saved_tensors[0].conj() * 2


class Refusing(Unasked):
    @staticmethod
    def backward(ctx, grad):
        if grad is None:
            raise RuntimeError("no gradient")
        return grad * ctx.saved_tensors[0].conj() * 2


forward = {"check_forward_ad": True, "check_backward_ad": False}
for func, options in (
        (Half, {"fast_mode": True}), (Nearly, {"fast_mode": True}), (Nearly, {}),
        (Tangent, {**forward, "fast_mode": True}), (Tangent, forward), (Unasked, {}),
        (Refusing, {}), (Refusing, {"check_undefined_grad": False}),
        (Half, {"fast_mode": True, "raise_exception": False})):
    for given in (x, z):
        try:
            print(func.__name__, gradcheck(func.apply, (given,), **options))
        except RuntimeError as error:
            words, _, noise = str(error).partition("difference (slow mode) is: ")
            print(func.__name__, options, words, noise[:6], noise.partition("\n")[2])
for func in (lambda v: v.detach(), lambda v: v.detach() // 9, lambda v: (v.detach(), v * 2)):
    for fast in (False, True):
        try:
            print(gradcheck(func, (x,), fast_mode=fast))
        except RuntimeError as error:
            print(str(error).splitlines()[0])

eye = torch.eye(2, dtype=torch.double).to_sparse().requires_grad_()
dense = torch.tensor([[1.0], [3.0]], dtype=torch.double, requires_grad=True)
for options in ({"masked": True}, {"masked": True, "fast_mode": True}, {}):
    for func in (torch.sparse.mm, lambda a, b: torch.sparse.sum(a), lambda a, b: a * 2):
        try:
            print(gradcheck(func, (eye, dense), **options))
        except (RuntimeError, ValueError) as error:
            print(error)


# saved tensors are opened where no gradient comes, too
def opened(kept):
    print("opened", kept)
    return kept


with torch.autograd.graph.saved_tensors_hooks(lambda kept: kept.detach(), opened):
    print(gradcheck(lambda v: v**3, (x[:1].detach().requires_grad_(),)))
