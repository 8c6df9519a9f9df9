# names that snippets ask for
import math
import torch

print(torch.__version__.split("+")[0])
print(torch.pi == math.pi, torch.inf, torch.e == math.e, torch.nan != torch.nan)
print(torch.is_tensor(1), torch.is_tensor(torch.ones(1)), torch.Size([2, 3]).numel())
print(
    torch.numel(torch.ones(2, 2)), torch.get_num_threads() > 0, torch.backends.cudnn.is_available()
)
print(torch.Tensor, torch.float32, torch.strided, torch.device)
one, two = torch.ones(1), torch.ones(1)
print(hash(one) == hash(two), one is two)
# a compiled module is a module around the original, whose state says so
inner = torch.nn.Sequential(torch.nn.Linear(2, 1), torch.nn.Dropout())
outer = torch.compile(inner, backend="eager")
print(outer, list(outer.state_dict()), len(outer), outer._orig_mod is inner)
print(outer.eval().training, inner.training, inner[1].training, outer(torch.ones(1, 2)).shape)
outer.note = 3
print(inner.note, [name for name, _ in outer.named_modules()])
for attempt in (lambda: outer.nothing, lambda: inner.load_state_dict(outer.state_dict())):
    try:
        attempt()
    except (AttributeError, RuntimeError) as error:
        print(error)
print(inner.compile(backend="eager"), torch.compiler.is_compiling(), torch._dynamo.disable(abs)(-1))
torch._dynamo.config.suppress_errors = True
torch._dynamo.reset()
