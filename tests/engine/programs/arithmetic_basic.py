# the operators and their functions
import torch

a = torch.tensor([1.0, 2.0, 3.0])
b = torch.tensor([4.0, 5.0, 6.0])
print(a + b, a - b, a * b, a / b)
print(a**2, 2**a, a // 2, a % 2, -a, +a, abs(-a))
print(1 + a, 1 - a, 2 * a, 6 / a, 7 // a, 7 % a)
print(torch.add(a, b), torch.sub(a, b), torch.mul(a, b), torch.div(a, b))
print(a.add(b), a.sub(1), a.mul(2), a.div(2), a.pow(2))
print(torch.add(a, b, alpha=10), a.sub(b, alpha=2))
print(a @ b, torch.dot(a, b))
print(torch.neg(a), torch.abs(torch.tensor([-1, 2])), torch.sign(torch.tensor([-2.0, 0.0, 3.0])))
