# Saved-tensor hooks see the arrays of a subscript, as torch saves them
import torch


def pack(t):
    print("pack", t)
    return t.tolist()


def unpack(kept):
    print("unpack", kept)
    return torch.tensor(kept)


def tried(run):
    try:
        print(run())
    except Exception as error:
        print(type(error).__name__, error)


x = torch.arange(6.).reshape(2, 3).requires_grad_()
for key in (torch.tensor([0, 1]), (slice(None), [0, 2]), torch.tensor([True, False]), x > 2,
            (torch.tensor([0, 1]), torch.tensor([1, -1])), (None, slice(0, 1), [1, 2])):
    with torch.autograd.graph.saved_tensors_hooks(pack, unpack):
        y = x[key]
        print(y.grad_fn._saved_indices)
        print(torch.autograd.grad((y * 2).sum(), x, create_graph=True))
        z = x.clone()
        z[key] = 3.
        z.sum().backward()
    print(x.grad)

with torch.autograd.graph.saved_tensors_hooks(pack, unpack):
    z = x.clone()
    z.index_put_((torch.tensor([1]),), x[1])
    z.index_put_((torch.tensor([1]),), x[1], accumulate=True)
z.sum().backward()
print(x.grad)

for hooks in ((lambda t: t * 2, lambda t: t / 2), (lambda t: t, lambda t: 1)):
    with torch.autograd.graph.saved_tensors_hooks(*hooks):
        y = x[torch.tensor([1])]
        tried(lambda: y.sum().backward())
with torch.autograd.graph.save_on_cpu():
    y = x[[1, 1]]
y.sum().backward()
print(x.grad)
tried(lambda: y.sum().backward())
