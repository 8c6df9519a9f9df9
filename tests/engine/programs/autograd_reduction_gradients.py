# gradients of reductions
import torch


def at(f):
    x = torch.tensor([[1.0, 4.0, 2.0], [3.0, 0.5, 5.0]], requires_grad=True)
    f(x).sum().backward()
    print(x.grad)


at(lambda x: x.sum(0))
at(lambda x: x.mean(1))
at(lambda x: x.prod())
at(lambda x: x.prod(1))
at(lambda x: x.max(1).values)
at(lambda x: x.min(0)[0])
at(lambda x: x.std())
at(lambda x: x.var(0))
at(lambda x: x.norm())
at(lambda x: x.norm(1))
at(lambda x: x.norm(dim=1))
at(lambda x: x.logsumexp(1))
at(lambda x: x.softmax(1) * torch.arange(3.0))
at(lambda x: x.log_softmax(0) * torch.arange(3.0))
at(lambda x: x.cumsum(1) * torch.arange(3.0))
at(lambda x: x.cumprod(1))
at(lambda x: x.median())
at(lambda x: x.topk(2)[0])
at(lambda x: x.amax(0))
