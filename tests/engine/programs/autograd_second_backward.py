# which graphs can be run twice
import torch


def twice(name, f):
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    y = f(x).sum()
    y.backward()
    try:
        y.backward()
        print(name, x.grad)
    except RuntimeError as error:
        print(name, str(error)[:60])


twice("add", lambda x: x + 1)
twice("mul by a number", lambda x: x * 3)
twice("mul", lambda x: x * x)
twice("exp", lambda x: x.exp())
twice("neg", lambda x: -x)
twice("view", lambda x: x.view(2, 1).t())
twice("mean", lambda x: x.mean())
twice("cat", lambda x: torch.cat([x, x]))
twice("index", lambda x: x[0])
twice("pow", lambda x: x**2)
twice("sum", lambda x: x.sum())
twice("div", lambda x: x / 4)
twice("clone", lambda x: x.clone())
twice("relu", lambda x: x.relu())
for use in (
    lambda t: t[[0, 1]], lambda t: t[torch.tensor([True, False])], lambda t: t[0], lambda t: t[:1],
    lambda t: t.index_put((torch.tensor([0]),), t[1].detach()), lambda t: t.take(torch.tensor(0)),
    lambda t: t.index_put((torch.tensor([0]),), t[1], accumulate=True),
):
    t = torch.tensor([1.0, 2.0], requires_grad=True)
    out = use(t)
    try:
        out.sum().backward()
        out.sum().backward()
        print(t.grad)
    except RuntimeError as error:
        print(error)
t = torch.tensor([1.0, 2.0], requires_grad=True)
out = t * 1
out[0] += 1
out.sum().backward()
try:
    out.sum().backward()
except RuntimeError as error:
    print(error)
