# torch.tensor infers dtype and shape from nested Python data
import torch

print(torch.tensor([1, 2, 3]))
print(torch.tensor([1.0, 2, 3]))
print(torch.tensor([[1, 2], [3, 4]]).shape)
print(torch.tensor([True, False]))
print(torch.tensor(3))
print(torch.tensor(3.5).dtype, torch.tensor(2).dtype, torch.tensor(True).dtype)
print(torch.tensor([]))
print(torch.tensor([[]]))
print(torch.tensor([1 + 2j]))
print(torch.tensor([1, 2.5, True]))
print(torch.tensor((1, 2)), torch.tensor(range(3)))
print(torch.tensor([[1, 2], [3, 4]], dtype=torch.float64))
# tensors in a list become numbers as Python makes them
one, two = torch.tensor([1]), torch.tensor([1, 2])
for make in (
    lambda: torch.tensor([one, torch.tensor(2)]),
    lambda: torch.tensor([two, one]),
    lambda: torch.tensor([two, 1.0]),
    lambda: torch.as_tensor([[two], [one]]),
    lambda: torch.tensor([two], dtype=torch.float16),
    lambda: torch.tensor([two.float()], dtype=torch.bool),
    lambda: torch.tensor([torch.tensor(1.5)], dtype=torch.int64),
    lambda: torch.tensor([torch.tensor(1 + 0j)], dtype=torch.float32),
    lambda: torch.tensor([torch.tensor(1 + 1j)], dtype=torch.float32),
    lambda: torch.tensor([one, "a"]),
    lambda: torch.LongTensor([torch.tensor(1.5)]),
    lambda: torch.FloatTensor([two, one]),
):
    try:
        print(make())
    except Exception as error:
        print(type(error).__name__, error)
