# tensor hooks, retain_grad and post-accumulate hooks in order
import torch

x = torch.tensor(2.0, requires_grad=True)
y = x * 3
y.register_hook(lambda g: print("first", g))
y.register_hook(lambda g: g * 2)
y.retain_grad()
y.register_hook(lambda g: print("third", g))
x.register_hook(lambda g: print("x", g))
x.register_post_accumulate_grad_hook(lambda t: print("accumulated", t.grad))
z = y * y
z.grad_fn.register_hook(lambda inputs, outputs: print("node", inputs, outputs))
z.grad_fn.register_prehook(lambda outputs: print("pre", outputs))
z.backward()
print(y.grad, x.grad)
