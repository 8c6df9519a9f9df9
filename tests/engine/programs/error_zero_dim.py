# what a 0-dim tensor cannot do
import torch

z = torch.tensor(3.0)
for f in (lambda: z[0], lambda: z[1:], lambda: z.split(1), lambda: z.unbind(), lambda: len(z),
            lambda: list(z)):
    try:
        print(f())
    except (IndexError, RuntimeError, TypeError) as error:
        print(type(error).__name__, error)
print(z[...], z[None], z.transpose(0, -1))
