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
# Python's types of numbers stand for dtypes
y = torch.ones(2)
print(y.to(float), y.to(int, copy=True), y.to("cpu", bool), y.to(complex), y.view(int).dtype)
print(torch.zeros(2, dtype=complex), y.sum(dtype=float), y.cumsum(0, dtype=int), y.prod(dtype=bool))
print(y.softmax(0, dtype=float), torch.nn.Linear(1, 1, bias=False).to(float).weight.dtype)
print(torch.promote_types(float, int), torch.can_cast(torch.int8, torch.uint8), torch.finfo(float))
print(torch.finfo(torch.float32) == torch.finfo(), torch.iinfo(int) == torch.iinfo(torch.int8))
# the type of all tensors means the default dtype
print((y > 1).type(torch.Tensor), y.double().type("torch.Tensor"), y.type(torch.Tensor) is y)
print(y.type(torch.float64, non_blocking=True), torch.nn.Linear(1, 1).type(torch.Tensor))
for kind in (torch.nn.Parameter, object, "float", 3):
    try:
        print(y.type(kind))
    except (TypeError, ValueError) as refused:
        print(refused)
