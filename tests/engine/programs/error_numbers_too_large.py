# Numbers for which a dtype has no room: where torch refuses them, and where they become infinite.
import torch
import torch.nn.functional as F


def tried(title, action):
    try:
        print(title, action())
    except Exception as error:
        print(title, type(error).__name__, error)


for dtype in (torch.float16, torch.bfloat16, torch.float32, torch.float64):
    x = torch.tensor([1.0, 2.0, -1.0], dtype=dtype)
    for value in (300, 1e9, 1e39, float("inf"), -1e300):
        print(dtype, value)
        tried("full", lambda: torch.full((2,), value, dtype=dtype))
        tried("full_like", lambda: torch.full_like(x, value))
        tried("new_full", lambda: x.new_full((2,), value))
        tried("full of one", lambda: torch.full((1,), value, dtype=dtype))
        tried("full of none", lambda: torch.full((0,), value, dtype=dtype))
        tried("full without dimensions", lambda: torch.full_like(x[0], value))
        tried("fill_", lambda: x.clone().fill_(value))
        tried("clamp", lambda: x.clamp(max=value))
        tried("clamp_min", lambda: x.clamp_min(value))
        tried("pad", lambda: F.pad(x, (1, 0), value=value))
        tried("hardtanh", lambda: F.hardtanh(x, -1.0, abs(value)))
        tried("threshold", lambda: F.threshold(x, 1.0, value))
        tried("hardshrink", lambda: F.hardshrink(x, value))
        tried("leaky_relu", lambda: F.leaky_relu(x, value))
        tried("elu", lambda: F.elu(x, value))
        tried("where", lambda: torch.where(x > 1, x, value))
        tried("masked_fill", lambda: x.masked_fill(x > 1, value))
        tried("addcmul", lambda: torch.addcmul(x, x, x, value=value).isinf())
        tried("lerp", lambda: torch.lerp(x, x + 1, value).isinf())
        tried("pow", lambda: x.abs().pow(value).isinf())
counts = torch.tensor([1, 2])
tried("threshold of whole numbers", lambda: F.threshold(counts, 0, float("nan")))
tried("threshold of bytes", lambda: F.threshold(counts.byte(), 0, 300))
tried("addcmul of whole numbers", lambda: torch.addcmul(counts, counts, counts, value=1e39))
tried("addcmul of bytes", lambda: torch.addcmul(*[counts.byte()] * 3, value=-1))
tried("hardtanh of whole numbers", lambda: F.hardtanh(counts, 0, float("inf")))
