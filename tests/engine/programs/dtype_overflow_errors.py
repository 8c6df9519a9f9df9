# numbers that a dtype cannot hold
import torch

for make in (lambda: torch.tensor(300, dtype=torch.uint8), lambda: torch.full((2,), -129,
            dtype=torch.int8),
             lambda: torch.zeros(2, dtype=torch.int32).fill_(2**31), lambda: torch.tensor(-1,
            dtype=torch.uint8)):
    try:
        print(make())
    except RuntimeError as error:
        print(error)
print(torch.tensor([250], dtype=torch.uint8) + 10)
