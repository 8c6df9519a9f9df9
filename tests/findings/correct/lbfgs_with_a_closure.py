import torch

xy = torch.tensor([-1.0, 1.5], requires_grad=True)
opt = torch.optim.LBFGS([xy], max_iter=8, line_search_fn="strong_wolfe")


def closure():
    opt.zero_grad()
    loss = (1 - xy[0]) ** 2 + 10 * (xy[1] - xy[0] ** 2) ** 2
    loss.backward()
    return loss


for _ in range(3):
    print(opt.step(closure).item())
