# over a thousand elements are summarised
import torch

print(torch.arange(1001))
print(torch.zeros(100, 100))
print(torch.ones(20, 20, 20))
print(torch.arange(1000)[-3:])
