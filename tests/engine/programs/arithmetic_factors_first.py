# programs from before torch 1.5 give the factor first; one warning in a process tells of it
import torch

weight = torch.tensor([1.0, -2.0])
grad = torch.tensor([0.5, 0.25])
print(weight.add_(-0.1, grad))
weight.data.add_(-0.1, grad.data)
print(weight, torch.add(weight, 2, grad), weight.add(2, other=grad), weight.add(2, 3))
print(weight.sub(2, grad), weight.sub_(torch.tensor(3.0), grad), torch.sub(weight, 2, grad))
average, square = torch.zeros(2), torch.zeros(2)
average.mul_(0.9).add_(1 - 0.9, grad)
square.mul_(0.99).addcmul_(1 - 0.99, grad, grad)
print(weight.addcdiv_(-0.1, average, square.sqrt().add_(1e-8)), square)
x = torch.ones(2, requires_grad=True)
total = torch.add(grad, 3, x)
print(total)
total.sum().backward()
print(x.grad)
a, b = torch.ones(2, 2), torch.eye(2)
print(torch.addmm(2, a, b, b), torch.addmm(2, a, 3, b, b), a.addmm_(2, b, b))
print(a[0].addmv(2, b, grad), torch.addr(2, a, grad, grad))
print(torch.baddbmm(2, a[None], b[None], a[None]))
for attempt in (
    lambda: a.add_(b, 2),
    lambda: torch.add(a, 2, b, alpha=3),
    lambda: a.mul(2, b),
    lambda: x.sum().backward(retain_variables=True),
):
    try:
        attempt()
    except TypeError as error:
        print(error)
