# code for mixed precision on a machine without CUDA
import torch
from torch import nn

torch.manual_seed(65)
device = "cuda" if torch.cuda.is_available() else "cpu"
use_amp = device == "cuda"
model = nn.Linear(3, 1).to(device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cuda", enabled=use_amp)
for step in range(3):
    with torch.autocast(device_type=device, dtype=torch.bfloat16, enabled=use_amp):
        loss = model(torch.ones(2, 3)).pow(2).mean()
    scaler.scale(loss).backward()
    scaler.unscale_(optimizer)
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    scaler.step(optimizer)
    scaler.update()
    optimizer.zero_grad()
    print(step, loss, scaler.get_scale(), scaler.is_enabled(), scaler.state_dict())
with torch.autocast("cuda"):
    print((torch.ones(2, 2) @ torch.ones(2, 2)).dtype)
old = torch.cuda.amp.GradScaler()
with torch.cuda.amp.autocast():
    print(old.scale(torch.tensor(2.0)), old.is_enabled())
real = torch.amp.GradScaler("cpu", init_scale=4.0, growth_interval=2)
w = torch.tensor([1.0], requires_grad=True)
sgd = torch.optim.SGD([w], lr=0.5)
for factor in (1.0, float("inf"), 1.0, 1.0):
    sgd.zero_grad()
    scaled = real.scale((w * factor).sum())
    scaled.backward()
    print(scaled, w.grad)
    real.step(sgd)
    real.update()
    print(w, real.get_scale())
