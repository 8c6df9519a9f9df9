# what was made in inference mode: written outside all the same, before torch refuses
import torch


def attempt(action):
    try:
        print(action())
    except RuntimeError as error:
        print(error)
    print(t)


with torch.inference_mode():
    t = torch.arange(6.0).reshape(2, 3) + 1
attempt(lambda: t.mul_(2))
attempt(lambda: t[0].exp_())
attempt(lambda: t.__setitem__(0, 5.0))
attempt(lambda: t.__setitem__((slice(None), [0, 1]), 4.0))
attempt(lambda: t.copy_(torch.ones(2, 3)))
attempt(lambda: t.t().mul_(3))
attempt(lambda: t.uniform_(0, 0))
attempt(lambda: torch.add(t, 1, out=t))
attempt(lambda: t.detach().mul_(2))
attempt(lambda: t.data.add_(1))
attempt(lambda: t * torch.ones(3, requires_grad=True))
with torch.no_grad():
    attempt(lambda: t.add_(1))
with torch.inference_mode():
    attempt(lambda: t[0].add_(1))
twin = t.detach()
print(twin.is_inference(), twin._version, twin.add_(1)._version, t[0].is_inference(), t[0].grad_fn)


class Same(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.view_as(x)

    @staticmethod
    def backward(ctx, g):
        return g


a = torch.ones(3, requires_grad=True)
with torch.inference_mode():
    for v in (Same.apply(a), Same.apply(a * 2), Same.apply((a * 2)[:1]), a[:1]):
        print(v, v.is_inference(), v.requires_grad, v._is_view())
x = torch.ones(2, requires_grad=True)
y = (x * x).sum()
with torch.inference_mode():
    y.backward(retain_graph=True)
    print(y.detach_())
print(x.grad.is_inference())
try:
    y.backward()
except RuntimeError as error:
    print(error)
print(x.grad)
with torch.inference_mode():
    one = torch.ones(2)
    two = one * 2
print(one + two, one * 3, (one * 3) * (one + two))
with torch.inference_mode():
    one.add_(1)
print(torch.ones(2, requires_grad=True) + one, one)
with torch.inference_mode():
    print(torch.nn.functional.one_hot(torch.tensor(2), 3).is_inference())
apart = one.detach()  # has a version again, but its views have none
print(apart.zero_(), apart._version)
try:
    apart[:1].zero_()
except RuntimeError as error:
    print(error)
with torch.inference_mode():
    frozen = torch.ones(2)
weights = torch.ones(3, requires_grad=True)
for step in (lambda: weights * frozen, lambda: weights - frozen):  # what is saved comes first
    try:
        step()
    except RuntimeError as error:
        print(error)
with torch.inference_mode():
    made, layer = torch.ones(2), torch.nn.Linear(2, 1)
print(layer.weight.is_inference(), torch.nn.Parameter(made, requires_grad=False))
attempt(lambda: torch.nn.Parameter(made))
