# hooks and prehooks of nodes
import torch

x = torch.tensor([1.0, -2.0], requires_grad=True)
y = x * 3
z = y.exp()
node = y.grad_fn
handle = node.register_prehook(lambda grads: print("pre", grads))
node.register_hook(lambda inputs, outputs: print("post", inputs, outputs))
node.register_hook(lambda inputs, outputs: (inputs[0] * 0 + 1, None))
z.sum().backward()
print(x.grad)
handle.remove()
w = torch.tensor(1.0, requires_grad=True)
v = w * 2
v.grad_fn.register_prehook(lambda grads: (grads[0] * 100,))
v.backward()
print(w.grad)
# indices have no gradient, and hooks do not see a place for them
m = torch.tensor([[1.0, 3.0], [4.0, 2.0]], requires_grad=True)
for values in (m.max(0).values, m.sort().values, m.cummax(1)[0], m.topk(1)[0]):
    values.grad_fn.register_prehook(lambda g: print(len(g), g))
    values.grad_fn.register_hook(lambda inputs, outputs: print(inputs, len(outputs)))
    values.sum().backward()
# a node that need not run has its tensor hooks called, but none of its own
x = torch.ones(2, requires_grad=True)
y = x * 2
y.register_hook(lambda g: g * 10)
y.grad_fn.register_prehook(lambda g: (g[0] * 3,))
y.grad_fn.register_hook(lambda inputs, outputs: print("ran", inputs, outputs))
y.retain_grad()
z = y.sum()
for wanted in ([y], [y, x], [x]):
    print(torch.autograd.grad(z, wanted, retain_graph=True), y.grad)
double = x * 2
with torch.no_grad():
    part = double[:1]
turned = part.flip(0)
turned.grad_fn.register_hook(lambda inputs, outputs: print(inputs, outputs))
turned.sum().backward()
chosen = torch.where(x > 2, x * 1, x * 2)
chosen.grad_fn.register_hook(lambda inputs, outputs: print(inputs, outputs))
chosen.sum().backward()
# a root from which nothing leads to what is asked for
lone = torch.ones(1, requires_grad=True)
lone.register_hook(lambda g: print("looked at", g))
for roots in ([lone], [lone, lone]):
    print(torch.autograd.grad(roots, [lone * 2], allow_unused=True))
# what is not asked for is not worked out, but by a Function and for a list of tensors
class Twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        return x + y

    @staticmethod
    def backward(ctx, grad):
        return grad, grad * 2


def written(x, y):
    whole = x * 2
    whole[:1].mul_(y[:1])
    return whole


a, b = torch.ones(2, requires_grad=True), torch.full((2,), 3.0, requires_grad=True)
for op in (torch.mul, torch.dist, Twice.apply, written, lambda x, y: torch.cat([x, y])):
    for wanted in (a, b):
        made = op(a, b)
        made.grad_fn.register_hook(lambda sent, got: print(sent))
        print(torch.autograd.grad(made.sum(), wanted))
