# 16-bit floats
import torch

x = torch.tensor([0.1, 1.0, 3.0, 1000.0])
for dtype in (torch.float16, torch.bfloat16):
    h = x.to(dtype)
    print(h, h * 0.1, h + 1, h / 3, (h * h).dtype, (h + x).dtype)
print(x.half() + x.bfloat16())
