# LBFGS with and without line search on Rosenbrock's valley
import torch
from torch import optim


def valley(p):
    return (1 - p[0]) ** 2 + 100 * (p[1] - p[0] ** 2) ** 2


for options in (
    {"max_iter": 4},
    {"line_search_fn": "strong_wolfe"},
    {"lr": 0.1, "history_size": 3, "max_iter": 10},
):
    p = torch.tensor([-1.0, 1.0], dtype=torch.float64, requires_grad=True)
    optimizer = optim.LBFGS([p], **options)
    calls = 0

    def closure():
        global calls
        calls += 1
        optimizer.zero_grad()
        loss = valley(p)
        loss.backward()
        return loss

    for _ in range(3):
        loss = optimizer.step(closure)
        print(round(loss.item(), 5), [round(v, 4) for v in p.tolist()], calls)
    print(optimizer.state[p]["n_iter"], optimizer.state[p]["func_evals"])
print(optimizer)
try:
    optimizer.step()
except TypeError as error:
    print(error)
