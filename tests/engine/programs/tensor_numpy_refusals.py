# arrays and tensors that cannot become each other, a base of zero, and what a complex number loses
import numpy as np
import torch


def tried(action):
    try:
        print(action())
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)


backwards = np.arange(3.0)[::-1]
tried(lambda: torch.from_numpy(backwards))
tried(lambda: torch.tensor(backwards))
tried(lambda: torch.as_tensor(backwards))
tried(lambda: torch.from_numpy(backwards.copy()))
records = np.zeros(3, dtype=[("x", "f4"), ("flag", "i1")])
tried(lambda: torch.from_numpy(records["x"]))
tried(lambda: torch.ones(2).bfloat16().numpy())
tried(lambda: torch.ones(2).bfloat16().float().numpy())
for _ in range(2):
    print(torch.tensor([1 + 2j]).float(), torch.tensor([1 + 2j]).to(torch.int32))

b = torch.tensor([0.0, 2.0, -1.0], requires_grad=True)
for base in (0, 0.0, 3):
    (gradient,) = torch.autograd.grad((base**b).sum(), b)
    print(gradient)
node = (2**b).grad_fn
print([name for name in dir(node) if name.startswith("_saved")])

# by force, what waits for its sign is worked out
c = torch.tensor([1 + 2j, 3 - 1j], requires_grad=True)
print(c.conj().numpy(force=True), torch._neg_view(c).numpy(force=True))
print(c.conj().imag.numpy(force=True), c.imag.numpy(force=True))
