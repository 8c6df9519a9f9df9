# finfo and iinfo
import torch

for name in ("float16", "bfloat16", "float32", "float64", "complex64"):
    facts = torch.finfo(getattr(torch, name))
    print(facts, facts.bits, facts.eps, facts.max, facts.tiny, facts.resolution, facts.dtype)
for name in ("uint8", "int8", "int16", "int32", "int64"):
    facts = torch.iinfo(getattr(torch, name))
    print(facts, facts.bits, facts.min, facts.max, facts.dtype)
print(torch.finfo().eps, torch.finfo(torch.float32).smallest_normal)
for attempt in (
    lambda: torch.finfo(torch.int32),
    lambda: torch.iinfo(torch.float32),
    lambda: torch.iinfo(torch.bool),
):
    try:
        attempt()
    except TypeError as error:
        print(error)
