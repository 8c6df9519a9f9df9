# set_default_dtype changes what is made and what is printed
import torch

torch.set_default_dtype(torch.float64)
print(
    torch.tensor([1.5]),
    torch.zeros(1),
    torch.tensor([1.5], dtype=torch.float32),
    torch.tensor([1j]),
)
print(torch.get_default_dtype(), torch.arange(0, 1, 0.5), torch.tensor([1]) / 2)
torch.set_default_dtype(torch.float32)
print(torch.tensor([1.5]), torch.tensor([1.5], dtype=torch.float64))
try:
    torch.set_default_dtype(torch.int64)
except TypeError as error:
    print(error)
