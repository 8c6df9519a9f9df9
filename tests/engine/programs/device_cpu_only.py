# device-agnostic code
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
print(device, repr(device), device.type, torch.cuda.is_available(), torch.cuda.device_count())
x = torch.ones(2, device=device)
print(x.device, x.to(device), torch.zeros(1).to("cpu").device, x.is_cuda, x.get_device())
print(torch.device("cpu") == torch.device("cpu"), torch.device("cuda:1").index)
for attempt in (
    lambda: torch.ones(1).cuda(),
    lambda: torch.ones(1, device="cuda"),
    lambda: torch.ones(1).to("cuda"),
):
    try:
        attempt()
    except Exception as error:
        print(type(error).__name__, error)
