# anomaly detection: what is raised and what is warned
import warnings

import torch

warnings.simplefilter("ignore")

x = torch.tensor([-1.0], requires_grad=True)
try:
    with torch.autograd.detect_anomaly():
        torch.sqrt(x).sum().backward()
except RuntimeError as error:
    print(error)
print(torch.is_anomaly_enabled())
with torch.autograd.set_detect_anomaly(True):
    (x * 2).sum().backward()
print(x.grad)
x.grad = None
torch.sqrt(x).sum().backward()
print(x.grad)
