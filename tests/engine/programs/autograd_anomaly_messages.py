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

# what sent NaN has let go of what it saved, unless that is retained
for keep in (False, True):
    x = torch.tensor([-1.0, 2.0], requires_grad=True)
    y = x ** 0.5
    for watched in (True, False):
        try:
            with torch.autograd.set_detect_anomaly(watched):
                y.sum().backward(retain_graph=keep)
        except RuntimeError as error:
            print(error)
    print(x.grad)


class Both(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        return x + y

    @staticmethod
    def backward(ctx, g):
        return g, g * float("nan")


# a Function sends all gradients, and the one that nobody asks for is looked at, too
x, y = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
with torch.autograd.set_detect_anomaly(True):
    for wanted in (x, y):
        try:
            Both.apply(x, y).sum().backward(inputs=[wanted])
        except RuntimeError as error:
            print(error)
    (x * (y * 0).log().exp()).sum().backward(inputs=[x])
print(x.grad, y.grad)
with warnings.catch_warnings(), torch.autograd.detect_anomaly(check_nan=False):
    warnings.simplefilter("ignore")
    written = x * 1
    written[:1] *= 2
    print([*written.grad_fn.metadata])
row = x[:1]
with warnings.catch_warnings(), torch.autograd.detect_anomaly(check_nan=False):
    warnings.simplefilter("ignore")
    with torch.no_grad():
        row += 1
    print([*row.grad_fn.metadata])
