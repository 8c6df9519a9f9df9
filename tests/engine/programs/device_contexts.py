# where tensors are made, asked for in every way that lessons use
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else "cpu"
print(device, torch.accelerator.device_count(), torch.accelerator.current_accelerator())
with torch.device("cpu") as where:
    print(where, torch.ones(2).device, torch.get_default_device())
    layer = torch.nn.Linear(2, 1)
print(layer.weight.device)
try:
    with torch.device("cuda"):
        torch.ones(2)
except AssertionError as error:
    print(error)
print(torch.zeros(1).device, torch.cpu.is_available(), torch.cuda.is_bf16_supported())
for ask in (
    lambda: torch.accelerator.synchronize(),
    lambda: torch.ones(1).to("mps"),
    lambda: torch.ones(1).to(0),
    lambda: torch.cuda.Event(),
):
    try:
        ask()
    except RuntimeError as error:
        print(error)
torch.set_default_tensor_type(torch.DoubleTensor)
print(torch.ones(1).dtype)
torch.set_default_dtype(torch.float32)
