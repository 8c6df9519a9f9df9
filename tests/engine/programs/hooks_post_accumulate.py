# an optimizer step inside backward
import torch

params = [torch.tensor([1.0, 2.0], requires_grad=True) for _ in range(2)]


def step(p):
    with torch.no_grad():
        p -= 0.1 * p.grad
    p.grad = None


handles = [p.register_post_accumulate_grad_hook(step) for p in params]
for _ in range(2):
    (params[0] * params[1]).sum().backward()
    print([p.tolist() for p in params], params[0].grad)
handles[0].remove()
(params[0] * params[1]).sum().backward()
print(params[0].grad, params[1].grad)
try:
    (params[0] * 2).register_post_accumulate_grad_hook(step)
except RuntimeError as error:
    print(error)
leaf = torch.ones(2, requires_grad=True)
leaf.register_post_accumulate_grad_hook(lambda p: print("after", p.grad))
total = (leaf * 2).sum()
leaf.detach_()
total.backward()
# such a hook has nothing to return
leaf = torch.ones(2, requires_grad=True)
for back in (lambda t: 5, lambda t: t, lambda t: t.grad):
    handle = leaf.register_post_accumulate_grad_hook(back)
    try:
        leaf.sum().backward()
    except (TypeError, RuntimeError) as error:
        print(error)
    handle.remove()
print(leaf.grad)
