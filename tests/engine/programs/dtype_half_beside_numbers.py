"""Numbers that 16-bit floats do not hold: comparisons round them, thresholds do not."""
import torch
import torch.nn.functional as F

for dtype in (torch.half, torch.bfloat16, torch.float32):
    for number in (0.1, 0.3, 0.7, -0.3, 1e-9):
        x = torch.tensor([number, -number], dtype=dtype)
        print(x == number, x != number, x < number, x <= number, x > number, x >= number)
        print(number < x, x.clone().lt_(number), torch.where(x > number, x, number))
    for limit in (0.1, 0.3, 0.7, 1.1):
        x = torch.tensor([limit, -limit, limit * 1.01], dtype=dtype, requires_grad=True)
        for function in (lambda x: F.hardshrink(x, limit), lambda x: F.softshrink(x, limit),
                         lambda x: F.threshold(x, limit, 9.),
                         lambda x: F.hardtanh(x, -limit, limit),
                         lambda x: x.clamp(-limit, limit), lambda x: x.clamp(min=limit)):
            x.grad = None
            y = function(x)
            y.sum().backward()
            print(y.tolist(), x.grad.tolist())
    x = torch.tensor([-7.7, -2.3, 0.4, 3.8515625, 5.1, 9.9], dtype=dtype)
    for number in (2.3, -0.7, 0.01):
        print(torch.fmod(x, number), torch.remainder(x, number), x % number, x // number)
        print(x.clone().fmod_(number), x.clone().remainder_(number), number % x)
    for decimals in (3, 1, 0, -1, 5):
        print(torch.round(x, decimals=decimals))
