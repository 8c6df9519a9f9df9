# whatever name a lesson takes for what it keeps on ctx is free; a marked input comes back detached
import torch


class Rows(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, w, transpose=True):
        ctx.transpose, ctx.saved, ctx.plan, ctx.edges = transpose, (x, w), "rows", 3
        ctx.sequence, ctx.keep, ctx.free, ctx.extras = 7, x > 0, False, {"a": 1}
        ctx.origin, ctx.places, ctx.numbers, ctx.gradient = x.mean(), 1, 2, 3
        ctx.sent, ctx.shown, ctx.hooked, ctx.checked = range(4)
        return x @ (w.t() if transpose else w)

    @staticmethod
    def backward(ctx, grad):
        x, w = ctx.saved
        print(ctx.transpose, ctx.plan, ctx.edges, ctx.sequence, ctx.keep, ctx.free, ctx.extras)
        print(ctx.origin, ctx.places, ctx.numbers, ctx.gradient, ctx.sent, ctx.shown, ctx.hooked)
        print(ctx.checked, ctx.saved_tensors, ctx.needs_input_grad)
        return grad @ w, grad.t() @ x, None


x = torch.tensor([[1.0, -2.0], [3.0, 4.0]], requires_grad=True)
w = torch.tensor([[1.0, 0.0], [2.0, 1.0], [-1.0, 3.0]], requires_grad=True)
y = Rows.apply(x, w)
print(y, y.grad_fn.name(), y.grad_fn.transpose, y.grad_fn.keep)
y.grad_fn.register_hook(lambda sent, came: print("hook", len(sent), len(came)))
y.sum().backward(retain_graph=True)
y.sum().backward()
print(x.grad, w.grad)
print([hasattr(x.exp().grad_fn, name) for name in ("saved", "edges", "plan", "extras", "free")])


class Marked(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, w):
        ctx.mark_non_differentiable(x)
        return x, w * 2

    @staticmethod
    def backward(ctx, a, b):
        print(a, b)
        return None, b


for x in (torch.ones(2), torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True) * 2):
    a, b = Marked.apply(x, torch.ones(2, requires_grad=True))
    print(a, a is x, a.requires_grad, a.is_leaf, a._is_view(), x.requires_grad, b)
    b.sum().backward()

x = torch.ones(2, requires_grad=True) * 2
for _ in range(2):
    try:
        Marked.apply(x, torch.ones(2, requires_grad=True))[1].sum().backward()
    except RuntimeError as error:  # no gradient comes to what was freed
        print(error)
