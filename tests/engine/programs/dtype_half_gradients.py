# Where 16-bit floats are rounded on the way forwards and back, to the last place
import torch
import torch.nn.functional as F

steps = {
    "silu": F.silu, "mish": F.mish, "logsigmoid": F.logsigmoid, "sigmoid": torch.sigmoid,
    "leaky_relu": F.leaky_relu, "glu": lambda x: F.glu(x[:, :6]),
    "rsqrt": lambda x: (x.abs() + 0.125).rsqrt(),
    "softmax": lambda x: F.softmax(x, 0), "log_softmax": lambda x: F.log_softmax(x, 1),
    "cross_entropy": lambda x: F.cross_entropy(x, torch.tensor([1, 0, 6, 2, 2])),
    "var": lambda x: x.var(1), "std": lambda x: x.std(), "pow": lambda x: x.abs() ** 2.5,
    "addcmul": lambda x: torch.addcmul(x, x, x.flip(0), value=0.7),
    "lerp": lambda x: torch.lerp(x, x.flip(1), 0.3),
    "kl_div": lambda x: F.kl_div(F.log_softmax(x, 1), F.softmax(x.detach() * 0.5, 1),
                                 reduction="batchmean"),
    "gather": lambda x: x.gather(1, torch.zeros(5, 7, dtype=torch.long)),
    "scatter_add": lambda x: x.scatter_add(0, torch.ones(5, 7, dtype=torch.long), x * 3),
    "batch_norm": lambda x: F.batch_norm(x, None, None, training=True),
}
for kind in (torch.float16, torch.bfloat16):
    for name, step in steps.items():
        if kind is torch.bfloat16 and name == "batch_norm":
            continue
        _ = torch.manual_seed(len(name))
        x = torch.randn(5, 7).to(kind).requires_grad_()
        y = step(x)
        y.backward(torch.randn(y.shape).to(kind))
        print(name, y.flatten()[:4].tolist(), x.grad.flatten()[:6].tolist())

# torch divides by the sum of the weights first, which it adds up by sixteens
for kind in (torch.float32, torch.float16, torch.bfloat16):
    for count in (5, 40, 300)[:3 if kind is torch.float32 else 2]:
        _ = torch.manual_seed(count)
        x, weight = torch.randn(count, 4).to(kind).requires_grad_(), torch.rand(4).to(kind) + 0.125
        target = torch.randint(0, 4, (count,))
        loss = F.nll_loss(x, target, weight=weight, ignore_index=1)
        print(loss.item(), loss.grad_fn._saved_total_weight.item())
        (loss * 0.3).backward()
        print(x.grad[:2].tolist())
print(torch.tensor(4.0).half().rsqrt(), torch.tensor([], dtype=torch.bfloat16).rsqrt())
print(F.softshrink(torch.tensor(0.2)))

# what goes on along several edges or has several outputs
for kind in (torch.float16, torch.complex64):
    for step in (
        lambda x: x.split(1)[-1], lambda x: x.unbind(0)[0], lambda x: torch.stack((x, x)),
        lambda x: torch.cat((x, x), 1), lambda x: x.split([1, 1])[0], lambda x: x.unfold(0, 2, 1),
        lambda x: torch.var_mean(x, 0)[0], lambda x: x.as_strided((2,), (1,)),
        lambda x: torch.broadcast_tensors(x, x[:1])[1], lambda x: x.repeat(2, 1),
    ):
        x = torch.tensor([[1.0, 2.0], [3.0, -4.0]]).to(kind).requires_grad_()
        step(x).abs().sum().backward()
        print(x.grad.tolist())
