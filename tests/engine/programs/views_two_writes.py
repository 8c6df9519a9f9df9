# two writes through two views of one tensor
import torch

a = torch.tensor([1.0, 2.0, 3.0, 4.0], requires_grad=True)
b = a.clone()
first, second = b[:2], b[2:]
first *= second
print(b, first.grad_fn, second.grad_fn)
second += first
print(b, second.grad_fn)
try:
    b.prod().backward()
except RuntimeError as error:
    print(error)
print(a.grad)
