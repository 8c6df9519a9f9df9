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
