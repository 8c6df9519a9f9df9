# Which of two zeros is taken, and which sign it has, follows torch's vectors.
import torch
import torch.nn.functional as F


def signs(x):
    return "".join("+-"[int(negative)] for negative in x.flatten().signbit())


zero, minus = torch.tensor(0.0), torch.tensor(-0.0)
for kind in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
    for count in (3, 16, 37):
        a, b = torch.zeros(count, dtype=kind), -torch.zeros(count, dtype=kind)
        for op in (torch.maximum, torch.minimum, torch.fmax, torch.fmin):
            print(signs(op(a, b)), signs(op(a, minus.to(kind))), signs(op(zero.to(kind), b)),
                  signs(op(a.repeat(2)[::2], b)))
        x = torch.linspace(-1, 1, count).to(kind)
        print(F.softshrink(x), signs(F.softshrink(x)), signs(F.softshrink(x.repeat(2)[::2])))
rows, row = torch.zeros(4, 33), -torch.zeros(33)
print(signs(torch.maximum(rows, row)), signs(torch.maximum(row, rows)))
print(signs(torch.maximum(rows[:, :20], row[:20])), signs(torch.maximum(rows[:, :1], row)))
print(signs(torch.clamp(rows, min=row)), signs(torch.clamp(rows, max=minus)))
print(signs(torch.clamp(rows, minus - 1, minus)), signs(torch.clamp(rows, min=-0.0)))

# the graph of a remainder's divisor, in the dtype that both have together
for op in (torch.fmod, torch.remainder):
    for kind, other in ((torch.float16, torch.float64), (torch.float32, torch.float64),
                        (torch.bfloat16, torch.float16), (torch.int64, torch.float32)):
        x, by = torch.tensor([[1.5, 2.0, -7.0]]).to(kind), torch.tensor(2.5, dtype=other)
        by.requires_grad_()
        (g,) = torch.autograd.grad(op(x, by).sum(), by, create_graph=True)
        print(g, g.grad_fn.next_functions[0][0].name())

# A sum begins with 0, so that it never is -0.
for x in (minus, minus.double(), minus.half(), minus.bfloat16(), minus.reshape(1)):
    print(x.sum(), x.sum(0), x.mean(), x.mean(-1), x.nansum(), x.prod(), 2 / x.sum())
