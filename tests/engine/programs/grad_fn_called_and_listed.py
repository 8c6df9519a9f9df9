# a node called by hand, what dir() says of it, and what it is not
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
node = (x**3).grad_fn
print([name for name in dir(node) if name not in dir(object)])
print(node(torch.ones(2)))
try:
    node(torch.ones(2), torch.ones(2))
except TypeError as error:
    print(error)
leaf = node.next_functions[0][0]
print([name for name in dir(leaf) if name not in dir(object)])
print(leaf(torch.ones(2)), x.grad)
print(node.requires_grad, [entry.shape for entry in node._input_metadata])

product = (x * x).sum()
print(product.grad_fn(torch.tensor(1.0)))
print((x @ torch.eye(2)).grad_fn.name(), torch.max(x, 0)[0].grad_fn(torch.tensor(2.0)))


class Twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 2


try:
    Twice.apply(x).grad_fn(torch.ones(2))
except TypeError as error:
    print(error)
with torch.inference_mode():
    with torch.enable_grad():
        print((x * 2).requires_grad)
cut = x[1:]
print(cut.grad_fn._saved_start, cut.grad_fn._saved_end, cut.grad_fn._saved_step)
print(x.amax(0).grad_fn._saved_dim, x.roll(1, 0).grad_fn._saved_dims)
