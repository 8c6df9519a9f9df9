# what a Function may not do
import torch


class Wrong(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        return x + y

    @staticmethod
    def backward(ctx, g):
        return g


class Shape(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return g[:1]


x = torch.ones(2, requires_grad=True)
for function, arguments in ((Wrong, (x, x)), (Shape, (x,))):
    try:
        function.apply(*arguments).sum().backward()
    except RuntimeError as error:
        print(error)


class Legacy(torch.autograd.Function):
    def forward(self, x):
        return x


try:
    Legacy()(x)
except RuntimeError as error:
    print(error)
