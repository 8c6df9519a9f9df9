# what GradScaler asks of the order of its calls, and what it keeps
import pickle

import torch
from torch import nn


def tried(call):
    try:
        print(call())
    except (AssertionError, RuntimeError, ValueError, AttributeError) as error:
        print(type(error).__name__, error)


w = torch.tensor([1.0, 2.0], requires_grad=True)
sgd = torch.optim.SGD([w], lr=0.5)
scaler = torch.amp.GradScaler("cpu", init_scale=8.0, growth_interval=2)
print(scaler._scale, scaler._growth_tracker, scaler.get_scale())
for call in (lambda: scaler.step(sgd), lambda: scaler.unscale_(sgd), scaler.update):
    tried(call)
print(scaler.scale(w.sum()), scaler._scale, scaler._growth_tracker)
tried(lambda: scaler.step(sgd))
tried(scaler.update)
scaler.update(8.0)
scaler.scale(w.sum()).backward()
tried(lambda: scaler.step(sgd))
tried(lambda: scaler.step(sgd))
tried(lambda: scaler.unscale_(sgd))
tried(lambda: pickle.dumps(scaler))
scaler.update()
print(w, w.grad, scaler.state_dict())
tried(lambda: scaler.step(sgd, closure=lambda: 1))
tried(lambda: scaler.update(3))
scaler.update(torch.tensor(4.0))
print(scaler.get_scale(), scaler._get_growth_tracker())
tried(lambda: scaler.update(torch.ones(2)))
scaler.load_state_dict(scaler.state_dict() | {"scale": 16.0, "_growth_tracker": 1})
again = pickle.loads(pickle.dumps(scaler))
print(scaler._scale, again._scale, again.state_dict())
half = nn.Linear(2, 1).half()
scaler.scale(half(torch.ones(1, 2).half()).sum()).backward()
tried(lambda: scaler.unscale_(torch.optim.SGD(half.parameters(), lr=0.1)))
for device in (3, None):
    tried(lambda: torch.amp.custom_fwd(lambda ctx, x: x, device_type=device))
    tried(lambda: torch.amp.custom_bwd(lambda ctx, x: x, device_type=device))
