# to, float, long, type, half ...
import torch

x = torch.tensor([1.7, -1.7, 0.0])
print(x.long(), x.int(), x.bool(), x.double(), x.half(), x.short(), x.char())
print(
    x.to(torch.float64).dtype,
    x.to(torch.int32),
    x.type(torch.LongTensor),
    x.type("torch.DoubleTensor"),
)
print(
    torch.tensor([1, 0]).float(),
    torch.tensor([1, 2]).to(x).dtype,
    x.to(torch.float32) is x,
    x.float() is x,
)
print(
    torch.tensor([300]).byte(),
    torch.tensor([65]).char(),
    x.type(torch.uint8) if False else x.bool().int(),
)
print(
    x.to("cpu"),
    x.cpu() is x,
    x.to(device="cpu", dtype=torch.float16).dtype,
    x.type_as(torch.tensor(1)).dtype,
)
print(
    torch.tensor([1.0]).bfloat16(),
    torch.float32,
    torch.long,
    torch.double,
    torch.half,
    repr(torch.bool),
)
print(
    torch.float32.is_floating_point,
    torch.int64.is_floating_point,
    torch.float64.itemsize,
    torch.finfo(torch.float32).eps,
)
print(torch.iinfo(torch.int64).max, torch.finfo(torch.float32).max, torch.get_default_dtype())
