# what cannot be assigned to a part of a tensor
import torch

x = torch.zeros(2, 3)
for key, value in ((0, [1.0, 2.0, 3.0]), (0, "a"), (0, torch.ones(2)), ([0, 1],
            torch.ones(2)), (5, 1.0)):
    try:
        x[key] = value
    except (TypeError, RuntimeError, IndexError) as error:
        print(type(error).__name__, error)
