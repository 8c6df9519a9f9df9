# minimising a function with an optimizer
import torch

xy = torch.tensor([-1.0, 2.0], requires_grad=True)
optimizer = torch.optim.Adam([xy], lr=0.1)
for step in range(101):
    loss = (1 - xy[0]) ** 2 + 100 * (xy[1] - xy[0] ** 2) ** 2
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 50 == 0:
        print(step, xy.tolist() if step == 0 else [round(v, 3) for v in xy.tolist()], f"{loss:.3f}")
