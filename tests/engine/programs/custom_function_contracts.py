# what custom functions promise: writes, outputs without gradients, tangents, what was saved
import torch
import torch.autograd.forward_ad as fwd
from torch.autograd import Function
from torch.autograd.function import once_differentiable


def shown(ask):
    try:
        print(ask())
    except Exception as error:
        print(type(error).__name__, error)


class AddsInto(Function):
    @staticmethod
    def forward(ctx, a, b):
        a.add_(b)
        ctx.mark_dirty(a)
        return a, a + b

    @staticmethod
    def backward(ctx, grad_a, grad_b):
        return grad_a + grad_b, grad_a + grad_b


a, b = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
for x in (a.clone().view_as(a), a.detach().clone().view_as(a), a.clone()):
    shown(lambda: AddsInto.apply(x, b))
shown(lambda: AddsInto.apply(a.detach().clone().view_as(a), b.detach()))


class Once(Function):
    @staticmethod
    def forward(ctx, a, factor, b):
        ctx.save_for_backward(a, b)
        ctx.factor = factor
        return a + factor * b + a * b

    @staticmethod
    @once_differentiable
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad + grad * b, None, grad * ctx.factor + grad * a


def described(node):
    inner = ", ".join(described(n) for n, _ in node.next_functions) if node else ""
    return f"{type(node).__name__}({inner})" if node else "None"


out = Once.apply(a, 2, b)
print([described(g.grad_fn) for g in torch.autograd.grad(out.sum(), (a, b), create_graph=True)])
weighted = Once.apply(a, 2, b).sum() * a.sum()
print([described(g.grad_fn) for g in torch.autograd.grad(weighted, (a, b), create_graph=True)])


class Twice(Function):
    @staticmethod
    def forward(ctx, x, materialized):
        first, second = x.clone(), x.clone()
        ctx.mark_non_differentiable(second)
        ctx._materialize_non_diff_grads = materialized
        return first, second

    @staticmethod
    def backward(ctx, first, second):
        print(first, second)
        return first, None


for materialized in (True, False):
    Twice.apply(torch.tensor(1.0, requires_grad=True), materialized)[0].backward()


class Local(Function):
    @staticmethod
    def forward(ctx, x, inplace):
        view = x.clone()[:3]
        if inplace:
            view += 2
        return view

    @staticmethod
    def backward(ctx, grad):
        return torch.cat([grad, grad]), None


leaf = torch.zeros(6, requires_grad=True)
for inplace in (False, True):
    made = Local.apply(leaf, inplace)
    print(made, made.grad_fn.name())
    shown(lambda: made.mul_(2))


class Kept(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x, None)
        return x

    @staticmethod
    def backward(ctx, grad):
        print(ctx.saved_tensors)
        return grad


made = Kept.apply(leaf)
raw = made.grad_fn._raw_saved_tensors
print(len(raw), [type(each).__name__ for each in raw])
shown(lambda: raw[1].register_hooks(lambda x: x, lambda x: x))
shown(lambda: raw[0].register_hooks(lambda x: x + 1, lambda x: x * 10))
shown(lambda: raw[0].register_hooks(lambda x: x, lambda x: x))
made.sum().backward()
shown(lambda: made.grad_fn._raw_saved_tensors)


class Named(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return super().__torch_function__(func, types, args, kwargs or {})


for x in (torch.ones(2).as_subclass(Named), torch.nn.Parameter(torch.ones(2)), torch.ones(2)):
    made = Kept.apply(x)
    print(type(made).__name__, made.requires_grad, made is x, made._base is x)

# --- forward mode ------------------------------------------------------------------------------


class Doubles(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x.mul_(2)

    @staticmethod
    def jvp(ctx, tangent):
        return Doubles.rule(tangent)


one, t = torch.tensor(1.0), torch.tensor(1.0)
for Doubles.rule in (lambda t: t * 2, lambda t: t, lambda t: t.mul_(2)):
    with fwd.dual_level():
        tangent = torch.tensor(1.0)
        dual = fwd.make_dual(torch.tensor(3.0), tangent)
        shown(lambda: Doubles.apply(dual) is dual)
        print(dual, tangent, fwd.unpack_dual(dual).tangent is tangent)


class Returns(Function):
    @staticmethod
    def forward(ctx, x, y):
        return x + y, x

    @staticmethod
    def jvp(ctx, x_t, y_t):
        return x_t + y_t, Returns.rule(x_t)


for Returns.rule in (lambda t: t.view_as(t), lambda t: t, lambda t: t * 2):
    with fwd.dual_level():
        given = fwd.make_dual(torch.tensor(1.0), t)
        shown(lambda: fwd.unpack_dual(Returns.apply(given, one)[1]).tangent._base is t)


class Marked(Function):
    @staticmethod
    def forward(ctx, x, y, marked):
        made = y.clone()
        if marked:
            ctx.mark_non_differentiable(made)
        ctx.save_for_backward(x)
        if Marked.both:
            ctx.save_for_forward(y)
        return x.clone(), made, "text"

    @staticmethod
    def jvp(ctx, x_t, y_t, _):
        print(ctx.saved_tensors)
        return x_t, x_t.clone(), None


with fwd.dual_level():
    dual = fwd.make_dual(torch.tensor(2.0), t)
    for y, marked, Marked.both in ((3, False, 0), (3.0, True, 1), (3.0, False, 1), (3, True, 0)):
        shown(lambda: Marked.apply(dual, torch.tensor(y), marked))


class AsItCame(Function):
    @staticmethod
    def forward(x):
        return x

    @staticmethod
    def setup_context(ctx, inputs, output):
        AsItCame.save(ctx, output)

    @staticmethod
    def backward(ctx, grad):
        return grad


for AsItCame.save in (lambda ctx, x: ctx.save_for_backward(x),
                      lambda ctx, x: ctx.save_for_forward(x),
                      lambda ctx, x: ctx.mark_dirty(x) or ctx.save_for_backward(x),
                      lambda ctx, x: None):
    for given in (one, torch.tensor(2.0, requires_grad=True), torch.tensor(2)):
        shown(lambda: AsItCame.apply(given.clone()))
    shown(lambda: torch.func.grad(AsItCame.apply)(one.clone()))
    with torch.no_grad():
        shown(lambda: AsItCame.apply(torch.tensor(2.0, requires_grad=True)))
for has_aux in (lambda f: torch.func.jvp(f, (one,), (one,), has_aux=True),
                lambda f: torch.func.vjp(f, one, has_aux=True),
                lambda f: torch.func.jacrev(f, has_aux=True)(one)):
    shown(lambda: has_aux(lambda x: x))
