# a numpy array beside an operator, in a method, in a function: which of them torch lets through
import numpy as np
import torch


def tried(title, action):
    try:
        print(title, action())
    except (TypeError, RuntimeError) as error:
        print(title, type(error).__name__, error)


array = np.array([2.0, 4.0])
plain = torch.tensor([1.0, 2.0])
wanted = torch.tensor([1.0, 2.0], requires_grad=True)

for title, x in (("plain", plain), ("requires grad", wanted)):
    tried(title + " *", lambda: x * array)
    tried(title + " + reflected", lambda: array + x)
    tried(title + " **", lambda: x**array)
    tried(title + " ==", lambda: x == array)
    tried(title + " <", lambda: x < array)
    tried(title + " mul", lambda: x.mul(array))
    tried(title + " torch.add", lambda: torch.add(x, array))
    tried(title + " add_", lambda: x.add_(array))

grown = plain.clone()
before = grown
grown += array
print(grown, grown is before)
tried("np.sum", lambda: np.sum(plain))
tried("np.max", lambda: np.max(plain))
tried("np.exp", lambda: np.exp(plain))
tried("np.exp of a leaf", lambda: np.exp(wanted))
tried("from_numpy", lambda: torch.from_numpy(np.float32(3)))
with torch.no_grad():
    print(wanted.numpy(), np.float32(2) * wanted)
