# What numpy says of a computation, as the program wishes, and of torch's nothing
import threading
import warnings

import numpy as np
import torch

print(np.geterr(), np.geterrcall())
with np.errstate(all="raise"):
    print(torch.log(torch.zeros(1)), torch.zeros(2) / 0, torch.tensor(1e-30) * 1e-30)
    x = torch.linspace(-1, 1, 5, requires_grad=True)
    (x / x.detach().abs()).sqrt().sum().backward()
    print(x.grad)
    try:
        np.log(np.zeros(1))
    except FloatingPointError as error:
        print(error)


class Notes:
    def write(self, text):
        print("noted:", text.strip())


with np.errstate(divide="call", over="log", call=lambda kind, flag: print("called:", kind, flag)):
    np.log(0.0)
    print(np.geterr())
with np.errstate(all="log", call=Notes()):
    np.exp(1000.0), np.sqrt(-1.0), np.float32(1e-30) * np.float32(1e-30), torch.zeros(1).log()


@np.errstate(divide="raise")
def logarithm(array):
    torch.log(torch.zeros(1))
    return np.log(array)


for _ in range(2):
    try:
        logarithm(np.zeros(1))
    except FloatingPointError as error:
        print(error)
before = np.seterr(all="ignore")
print(before, np.geterr(), np.seterr(**before), np.geterr())
for wrong in (lambda: np.seterr(all="shout"), lambda: np.seterrcall(3)):
    try:
        wrong()
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    np.log(0.0), np.array([1.0]) / 0, np.std([np.inf, 1.0]), torch.zeros(2).numpy() / 0
    torch.zeros(2) / 0, torch.zeros(1).log()
print([str(warning.message) for warning in said])
thread = threading.Thread(target=lambda: print(torch.log(torch.zeros(1))))
thread.start()
thread.join()
try:
    np.linalg.inv(np.zeros((2, 2)))
except np.linalg.LinAlgError as error:
    print(error)
