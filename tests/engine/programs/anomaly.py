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
