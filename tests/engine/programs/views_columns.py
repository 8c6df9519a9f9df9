# a column written in a loop, as in recurrences
import torch

x = torch.tensor(0.5, requires_grad=True)
out = torch.zeros(5)
out[0] = x
for t in range(1, 5):
    out[t] = out[t - 1] * x
print(out)
try:
    out[-1].backward()
except RuntimeError as error:
    print(error)
print(x.grad)
