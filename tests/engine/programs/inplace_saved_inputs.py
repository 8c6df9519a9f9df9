# which in-place ops break which backward
import torch


def attempt(name, f):
    x = torch.tensor([0.5, 1.0], requires_grad=True)
    y = x * 1
    z = f(y)
    y.add_(1)
    try:
        z.sum().backward()
        print(name, x.grad)
    except RuntimeError as error:
        print(name, str(error)[-190:-100] if False else str(error).split(" Hint")[0])


attempt("exp", torch.exp)
attempt("sin", torch.sin)
attempt("add", lambda y: y + 1)
attempt("mul", lambda y: y * 3)
attempt("square", lambda y: y**2)
attempt("sigmoid", torch.sigmoid)
attempt("sum", torch.sum)
attempt("log", torch.log)
attempt("self mul", lambda y: y * y)

# what several gradients ask for is kept even where none of them has anywhere to go
for op in (torch.pow, torch.mul, torch.atan2, torch.div, torch.exp):
    x = torch.tensor([[0.5, 2.0]], requires_grad=True)
    with torch.no_grad():
        row = x.unbind(0)[0]
    made = op(row) if op is torch.exp else op(row, row)
    row.detach().add_(1)
    try:
        made.sum().backward()
        print(x.grad)
    except RuntimeError as error:
        print(str(error)[:60])
x, y = torch.tensor([0.5, 2.0]).split(1)
y.requires_grad_()
made = x / y
y.detach().add_(1)
try:
    made.backward()
except RuntimeError as error:
    print(str(error)[:60])
