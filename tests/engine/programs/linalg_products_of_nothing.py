# Products of matrices with nothing to add up, or with nothing at all
import torch

shapes = [(2, 0), (1, 0, 2), (2, 0, 2), (0, 2), (0, 2, 2), (2, 1, 0), (0,), (2, 2, 2, 0),
          (2, 1, 0, 2)]
for a in shapes:
    for b in shapes:
        try:
            print(a, b, (torch.ones(a) @ torch.ones(b)).tolist())
        except RuntimeError as error:
            print(a, b, error)
w = torch.ones(2, 0, requires_grad=True)
print(w @ torch.ones(3, 0, 2), (torch.ones(3, 4, 0) @ w.t()).sum())
