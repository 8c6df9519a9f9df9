# detect_anomaly names the function that gave NaN
import warnings

import torch

with torch.autograd.set_detect_anomaly(True), warnings.catch_warnings(record=True) as caught:
    x = torch.tensor([-1.0], requires_grad=True)
    y = x.sqrt()
    try:
        y.sum().backward()
    except RuntimeError as error:
        print(error)
for warning in caught:
    print(str(warning.message).splitlines()[0].split(" Traceback")[0])
print(torch.is_anomaly_enabled())

with torch.autograd.set_detect_anomaly(True), warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    x = torch.tensor([0.0], requires_grad=True)
    y = x**1.5
    (g,) = torch.autograd.grad(y.sum(), x, create_graph=True)
    print(list(g.grad_fn.metadata), g.grad_fn.metadata["parent_"] is y.grad_fn)
    (h,) = torch.autograd.grad(g.sum(), x, create_graph=True)
    unknown = torch.zeros(1, requires_grad=True)
    for root in ((h * 0).sum(), g.sum() * unknown.sqrt() * 0):
        try:
            torch.autograd.grad(root, (x, unknown), allow_unused=True)
        except RuntimeError as error:
            print(error)
for warning in caught:
    print([line for line in str(warning.message).splitlines() if "File" not in line and (
        "forward" in line or "Triggered" in line or not line)])
