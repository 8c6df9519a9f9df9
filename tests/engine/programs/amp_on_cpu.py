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
# on the CPU autocast computes in fewer bits, which a function's kind decides
layer, weight = nn.Linear(2, 2), torch.ones(2, 2, requires_grad=True)
with torch.autocast("cpu", dtype=torch.bfloat16):
    out = layer(torch.ones(3, 2))
    loss = nn.functional.cross_entropy(out, torch.tensor([0, 1, 1]))
    print(out, loss.dtype, nn.functional.mse_loss(out, out * 2).dtype, (weight * 2).dtype)
    product = weight @ weight
    print(product, product.grad_fn.next_functions)
    shared = torch.mm(weight, weight).grad_fn.next_functions[0][0]
    print(shared is product.grad_fn.next_functions[1][0])
    print(torch.cat([product, weight]).dtype, torch.stack([product, product]).dtype)
    wide, subscripts = weight.double(), "ij,jk->ik"
    print((wide @ wide).dtype, torch.einsum(subscripts, weight, weight).dtype)
    print(nn.Conv1d(1, 1, 2)(torch.ones(1, 1, 3)).dtype, torch.is_autocast_enabled("cpu"))
    with torch.autocast("cpu", enabled=False):
        print((weight @ weight).dtype, torch.is_autocast_cpu_enabled())
(loss + product.sum()).backward()
print(layer.weight.grad, weight.grad, torch.get_autocast_dtype("cpu"))
with torch.autocast("cpu", dtype=torch.float64):
    print((weight @ weight).dtype)
half = torch.autocast("cpu", dtype=torch.float16)(torch.matmul)
print(half(weight, weight[0]))
with torch.cpu.amp.autocast(cache_enabled=False):
    print((weight @ weight).dtype)


class Double(torch.autograd.Function):
    @staticmethod
    @torch.amp.custom_fwd(device_type="cpu", cast_inputs=torch.float32)
    def forward(ctx, x):
        print(x.dtype, torch.is_autocast_enabled("cpu"))
        return x * 2

    @staticmethod
    @torch.amp.custom_bwd(device_type="cpu")
    def backward(ctx, grad):
        return grad * 2


with torch.autocast("cpu"):
    Double.apply((weight @ weight).detach().requires_grad_()).sum().backward()
try:
    torch.autocast("cpu")(3)
except TypeError as error:
    print(error)
