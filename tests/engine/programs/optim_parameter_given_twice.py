# One parameter given twice: momentum begins twice, it is saved under its last number; and by lists
import torch

for settings in ({}, {"momentum": 0.9}, {"momentum": 0.9, "nesterov": True},
                 {"momentum": 0.5, "dampening": 0.5, "weight_decay": 0.1}):
    w = torch.tensor([1., 2.], requires_grad=True)
    v = torch.tensor([1., 3.], requires_grad=True)
    optimizer = torch.optim.SGD([w, v, w], lr=0.1, **settings)
    for _ in range(3):
        optimizer.zero_grad()
        (w * w * v).sum().backward()
        optimizer.step()
        print(settings, w, v)
    print(optimizer.state_dict())
optimizer = torch.optim.SGD([{"params": [w, w]}, {"params": [v], "lr": 0.5}], lr=0.1, momentum=0.1)
(w * v).sum().backward()
optimizer.step()
print(optimizer.state_dict())
for settings in ({}, {"momentum": 0.9}, {"momentum": 0.9, "nesterov": True}, {"weight_decay": 0.1},
                 {"momentum": 0.5, "dampening": 0.5, "weight_decay": 0.1, "maximize": True}):
    w = torch.tensor([1., 2.], requires_grad=True)
    v = torch.tensor([1., 3.], requires_grad=True)
    optimizer = torch.optim.SGD([w, v, w], lr=0.1, foreach=True, **settings)
    for step in range(4):
        optimizer.zero_grad()
        (w.sum() ** 2 + (v * v).sum() * (step > 1)).backward()
        optimizer.step()
        print(settings, w, v, w.grad)
    print(optimizer.state_dict()["state"])
w = torch.tensor([1., 2.], requires_grad=True)  # Nesterov's momentum goes into the gradient itself
optimizer = torch.optim.SGD([w], lr=0.1, momentum=0.9, nesterov=True, foreach=True)
for _ in range(2):
    (w ** 2).sum().backward()
    optimizer.step()
    print(w, w.grad)
