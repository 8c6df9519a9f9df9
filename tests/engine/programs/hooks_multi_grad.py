# hooks on several gradients at once
import torch

a = torch.ones(2, requires_grad=True)
b = torch.ones(2, requires_grad=True)
torch.autograd.graph.register_multi_grad_hook((a, b), lambda grads: print("all", grads))
(a * 2 + b * 3).sum().backward()

# which nodes run, as such hooks ask; of a leaf whose gradient is only asked for nobody can say
c = a * b
d, other = c * 2, c * 3
leaves = [node for node, _ in c.grad_fn.next_functions]


def ask(grad):
    for node in (c.grad_fn, d.grad_fn, other.grad_fn, *leaves):
        try:
            print(node.name(), torch._C._will_engine_execute_node(node))
        except RuntimeError as error:
            print(node.name(), error)


d.register_hook(ask)
d.sum().backward(retain_graph=True)
try:
    torch.autograd.grad(d.sum(), b, retain_graph=True)
except RuntimeError as error:
    print(error)
torch.autograd.backward(d.sum(), inputs=[c], retain_graph=True)
(d + other).sum().backward()
for wrong in (3, c.grad_fn):
    try:
        torch._C._will_engine_execute_node(wrong)
    except RuntimeError as error:
        print(error)
