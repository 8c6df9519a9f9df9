# pack and unpack hooks for saved tensors
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
log = []


def pack(t):
    log.append(("pack", t.tolist()))
    return t.numpy() if not t.requires_grad else t.detach().numpy()


def unpack(a):
    log.append(("unpack", a.tolist()))
    return torch.from_numpy(a)


with torch.autograd.graph.saved_tensors_hooks(pack, unpack):
    y = x * x
    z = y.exp()
z.sum().backward()
print(*log, sep="\n")
print(x.grad)
with torch.autograd.graph.save_on_cpu():
    (x**3).sum().backward()
print(x.grad)
with torch.autograd.graph.disable_saved_tensors_hooks("not here"):
    try:
        with torch.autograd.graph.saved_tensors_hooks(pack, unpack):
            print("never")
    except RuntimeError as error:
        print(error)
