# Formulas that need brackets, options, dtypes and signs to give the numbers beside them.
import torch
import torch.nn.functional as F

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
p = x.softmax(0)
p[2].log().backward()
x.log_softmax(0)[0].backward()
m = torch.tensor([[1.0, 3.0], [2.0, 2.0]], requires_grad=True)
(m / m.sum(1, keepdim=True)).softmax(1)[0, 1].backward()
m.logsumexp(1)[0].backward()
scale = torch.tensor(2.0, requires_grad=True)
torch.fmod(x.detach(), scale).sum().backward()
fill = torch.tensor(5.0, requires_grad=True)
x.masked_fill(x > 2, fill).sum().backward()
half = torch.tensor([0.7, -0.7, 0.3], dtype=torch.float16, requires_grad=True)
half.clamp(-0.7, 0.7).sum().backward()
torch.relu(torch.tensor([float("nan"), -1.0], requires_grad=True)).sum().backward()
small = torch.tensor([1, 2, 255], dtype=torch.uint8)
yes = torch.tensor([True, False])
print(small + 300, small * 44, small ** 9, small > torch.tensor(-1), yes + yes)
print(torch.tensor([2**63 - 1]) + 1, torch.tensor([3], dtype=torch.uint16) * 2)
print((x < 2) < (x > 1), torch.logit(torch.tensor([0.1, 0.5]), eps=0.2), (x.detach() * 2).half())
print(F.glu(m.detach(), 1), m.detach().kthvalue(1, 0), torch.slice_copy(m.detach(), 1, 0, 1))
print(torch.view_as_complex(m.detach()), (x * 1).copysign(-0.0), (x * 0 - 0.0).signbit())
place = m.detach().max(1)[1]
flat = torch.arange(4.0)
flat.resize_(2, 2)
print(place, flat[1], (x * float("inf")).sum())
