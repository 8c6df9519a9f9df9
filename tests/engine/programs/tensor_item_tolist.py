# numbers out of tensors
import torch

print(torch.tensor(0.1).item())
print(torch.tensor(7.84).item(), torch.tensor(7.84, dtype=torch.float64).item())
print(torch.tensor([[3]]).item())
print(torch.tensor([[1, 2], [3, 4]]).tolist())
print(torch.tensor(2.5).tolist(), torch.tensor([0.1, 0.2]).tolist())
print(torch.tensor(True).item(), torch.tensor(1 + 2j).item())
print(float(torch.tensor(1.5)), int(torch.tensor(3.7)), bool(torch.tensor(0)))
print(torch.tensor(5).__index__(), [10, 20, 30][torch.tensor(1)])
try:
    torch.tensor([1, 2]).item()
except RuntimeError as error:
    print(error)
try:
    bool(torch.tensor([1, 2]))
except RuntimeError as error:
    print(error)
