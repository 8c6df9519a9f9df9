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

# A factor of 0 leaves out what it stands before, whatever that holds.
for dtype in (torch.float32, torch.complex128, torch.float16):
    nan, one = torch.full((2, 3), float("nan")).to(dtype), torch.ones(2, 2, 3, dtype=dtype)
    square = torch.ones(2, 2, dtype=dtype)
    print(torch.addmm(nan, square, one[0], beta=0))
    print(torch.addmv(nan[:, 0], square, one[0, :, 0], beta=0))
    print(torch.addr(nan, one[0, :, 0], one[0, 0], beta=0))
    print(torch.addbmm(nan, square.expand(2, 2, 2), one, beta=0))
    print(torch.baddbmm(nan.expand(2, 2, 3), square.expand(2, 2, 2), one, beta=0))
    print(nan.clone().addmm_(square, one[0], beta=0))
