# what torch says when a backward returns the wrong thing
import torch


def function(returned):
    class Wrong(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, y):
            return x * y

        @staticmethod
        def backward(ctx, grad):
            return returned(grad)

    return Wrong.apply


x = torch.ones(2, requires_grad=True)
y = torch.ones(2, requires_grad=True)
cases = {
    "too few": lambda g: g,
    "too many": lambda g: (g, g, g),
    "too many none": lambda g: (g, g, None),
    "shape": lambda g: (torch.ones(3), g),
    "number": lambda g: (1.0, g),
    "none": lambda g: (None, g),
    "broadcast": lambda g: (g.sum(), g),
    "dtype": lambda g: (g.double(), g),
}
for name, returned in cases.items():
    try:
        function(returned)(x, y).sum().backward()
        print(name, x.grad, y.grad)
    except Exception as error:
        print(name, type(error).__name__, error)
