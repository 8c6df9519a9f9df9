# One parameter that is given twice: momentum begins twice, and it is saved under its last number
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
