# type promotion: dtypes, Python numbers and 0-dim tensors
import torch

i = torch.tensor([1, 2])
f = torch.tensor([1.0, 2.0])
d = torch.tensor([1.0], dtype=torch.float64)
b = torch.tensor([True, False])
print((i + f).dtype, (f + d).dtype, (i + 1.5).dtype, (i + 1).dtype)
print((b + 1).dtype, (b + b).dtype, (b + 1.5).dtype, (b * i).dtype)
print((f + torch.tensor(1.0, dtype=torch.float64)).dtype)
print((i + torch.tensor(1.5)).dtype, (torch.tensor(1) + torch.tensor(1.5)).dtype)
print((torch.tensor([1], dtype=torch.uint8) + torch.tensor([1], dtype=torch.int8)).dtype)
print((torch.tensor([1], dtype=torch.int32) + 1).dtype)
print((torch.tensor([1.0], dtype=torch.float16) + 1.5).dtype)
print((f + 1j).dtype, (d + 1j).dtype)
print(torch.result_type(i, 1.0), torch.promote_types(torch.int32, torch.float16))
print(torch.can_cast(torch.float64, torch.int64), torch.can_cast(torch.int64, torch.float32))
print(torch.add(1, 1.5), torch.mul(2.0, 3), torch.sub(1j, 2), torch.add(True, True))
print(torch.add(1.0, 2, alpha=2), torch.mul(2, 3).dtype)
