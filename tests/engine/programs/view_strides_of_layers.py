# in which order results lie where the input has gaps, or dimensions of one entry
import torch
import torch.nn.functional as F

FUNCTIONS = (
    F.relu, F.silu, F.mish, F.elu, F.leaky_relu, F.softplus, F.hardtanh, F.logsigmoid, F.hardswish,
    F.rrelu, F.gelu, torch.erf, torch.isnan, torch.isinf, torch.signbit, torch.rand_like,
    torch.nan_to_num, torch.deg2rad, torch.fliplr, torch.frexp, lambda t: torch.sort(t, 0),
    lambda t: torch.max(t, t), lambda t: F.prelu(t, torch.ones(1)), lambda t: torch.polar(t, t),
)
for sizes, steps in (((2, 3, 5), (1, 4, 12)), ((5, 3), (2, 11)), ((1, 2, 2), (2, 12, 4)),
                     ((3, 1), (1, 3)), ((1, 2, 3), (8, 8, 2))):
    t = torch.zeros(100).as_strided(sizes, steps)
    for function in FUNCTIONS:
        made = function(t)
        print(*[each.stride() for each in (made if isinstance(made, tuple) else (made,))], end=" ")
    print()
z = torch.zeros(3, 4, dtype=torch.complex64).t()
print(z.angle().stride(), z.abs().stride(), z.real.clone().stride())
