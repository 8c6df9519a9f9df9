# softmax that overflows, the max trick, log-sum-exp, and cross entropy from logits
import torch
import torch.nn.functional as F

z = torch.tensor([1000.0, 1001.0, 999.0], requires_grad=True)
naive = z.exp() / z.exp().sum()
print(naive)
naive[0].backward()
print(z.grad)
z.grad = None
shifted = z - z.max()
stable = shifted.exp() / shifted.exp().sum()
print(stable, torch.allclose(stable, F.softmax(z, dim=0)))
print(torch.logsumexp(z, 0), z.exp().sum().log(), F.log_softmax(z, 0))
small = torch.tensor([-200.0, 200.0], requires_grad=True)
print(torch.log(torch.sigmoid(small)), F.logsigmoid(small), F.softplus(-small))
target = torch.tensor([1.0, 0.0])
print(F.binary_cross_entropy_with_logits(small, target))
print(F.binary_cross_entropy(torch.sigmoid(small), target))
loss = F.cross_entropy(z.unsqueeze(0), torch.tensor([2]))
loss.backward()
print(loss, z.grad, F.softmax(z, 0) - torch.tensor([0.0, 0.0, 1.0]))
for temperature in (0.5, 1.0, 5.0):
    print(temperature, F.softmax(torch.tensor([1.0, 2.0, 3.0]) / temperature, dim=-1))
