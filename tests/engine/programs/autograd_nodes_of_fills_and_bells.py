# what is filled anew, signs taken from a number, and third derivatives of the soft functions
import torch
import torch.nn.functional as F


def shown(t):
    node = t.grad_fn
    return node and (node.name(), [k and k.name() for k, _ in node.next_functions])


x = torch.tensor([-1.5, 0.0, 2.0], requires_grad=True)
value = torch.tensor(3.0, requires_grad=True)
for make in (
    lambda: torch.fill(x, 3), lambda: torch.fill(x, value), lambda: (x * 1).fill_(value),
    lambda: torch.copysign(x, -2), lambda: torch.copysign(x, x.detach()),
    lambda: (x * 1).copysign_(-0.0), lambda: torch.copysign(torch.arange(3), -1),
    lambda: torch.fill(x, torch.ones(2)), lambda: torch.copysign(x, 1j),
    lambda: torch.func.vmap(lambda t: torch.copysign(t, -1))(x.detach()),
):
    try:
        made = make()
        print(made, shown(made))
        print(made.requires_grad and torch.autograd.grad(made.sum(), [x, value], allow_unused=True))
    except Exception as error:
        print(type(error).__name__, error)

v = torch.tensor([-3.0, -0.2, 0.0, 0.3, 25.0], requires_grad=True)
for soft in (F.softplus, lambda t: F.softplus(t, 2, 0.5), F.logsigmoid):
    made = soft(v)
    for order in range(3):
        (made,) = torch.autograd.grad(made.sum(), v, create_graph=True)
        print(made, shown(made))
    print(torch.func.vmap(torch.func.grad(torch.func.grad(soft)))(v.detach()))
