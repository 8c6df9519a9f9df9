# Checkpoints: the second run ends as soon as it has saved what is needed, and must save the same.
import torch
from torch.utils import checkpoint as C


def talks(x):
    print("begins")
    y = x.sin()
    print("between")
    z = y.exp()
    print("ends")
    return z * 2


x = torch.ones(2, requires_grad=True)
C.checkpoint(talks, x, use_reentrant=False).sum().backward()
C.checkpoint(talks, x, use_reentrant=False, early_stop=False).sum().backward()
with C.set_checkpoint_early_stop(False):
    C.checkpoint(talks, x, use_reentrant=False).sum().backward()
with C.set_checkpoint_debug_enabled(True):
    print("debugging")
print(x.grad, C.get_device_states(x), C.detach_variable((x, 2)), len(C.noop_context_fn()))
try:
    C.detach_variable([x])
except RuntimeError as error:
    print(error)
runs = 0


def changes(x, later):
    global runs
    runs += 1
    return later(x) if runs > 1 else x.sin().exp()


for later in (lambda x: x * 2, lambda x: x[:1].sin().exp(), lambda x: x.double().sin().exp()):
    for check in ("default", "none"):
        runs = 0
        try:
            y = C.checkpoint(changes, x, later, use_reentrant=False, determinism_check=check)
            y.sum().backward()
            print("passed", check)
        except RuntimeError as error:
            print(type(error).__name__, str(error).split("Tip")[0])
y = C.checkpoint(talks, x, use_reentrant=False)
y.sum().backward(retain_graph=True)
y.sum().backward()
try:
    y.sum().backward()
except RuntimeError as error:
    print(str(error)[:60])
