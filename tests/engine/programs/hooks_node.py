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
