import torch
import torch.nn.functional as F

torch.manual_seed(4)


def init(shape):
    return (torch.randn(*shape) * 0.5).requires_grad_()


def net(x, params):
    w1, b1, w2, b2 = params
    h = torch.tanh(F.linear(x, w1, b1))
    return F.linear(h, w2, b2)


def task(amplitude):
    def sample(n):
        x = torch.linspace(-1, 1, n).unsqueeze(1)
        return x, amplitude * x
    return sample


def adapt(params, sample, inner_lr=0.1, steps=2):
    fast = list(params)
    for k in range(steps):
        x, y = sample(4)
        loss = F.mse_loss(net(x, fast), y)
        grads = torch.autograd.grad(loss, fast, create_graph=True)
        fast = [p - inner_lr * g for p, g in zip(fast, grads)]
    return fast


params = [init((4, 1)), init((4,)), init((1, 4)), init((1,))]
meta_opt = torch.optim.SGD(params, lr=0.05)
tasks = [task(a) for a in (0.5, 2.0)]
meta_losses = []
for it in range(2):
    meta_loss = 0
    for sample in tasks:
        fast = adapt(params, sample)
        xq, yq = sample(3)
        meta_loss = meta_loss + F.mse_loss(net(xq, fast), yq)
    meta_opt.zero_grad()
    meta_loss.backward()
    meta_opt.step()
    meta_losses.append(float(meta_loss))
improved = meta_losses[-1] < meta_losses[0]
