"""Names of torch's inside that libraries built on it import, and what they are told here."""
import torch
from torch._jit_internal import _copy_to_script_wrapper

print(torch._C._get_tracing_state(), torch.jit.is_tracing(), torch.jit.is_scripting())
print(torch.backends.opt_einsum.is_available(), torch.backends.opt_einsum.enabled)
print(torch.backends.opt_einsum.strategy, torch.backends.opt_einsum.get_opt_einsum())


class Pair(torch.nn.Module):
    @_copy_to_script_wrapper
    def __len__(self):
        return 2


print(len(Pair()))
x = torch.ones(2, requires_grad=True)
y = torch.nn.Parameter(torch.ones(2))
kept = {x._cdata: "x", y._cdata: "y"}
print(kept[x._cdata], kept[y._cdata], isinstance(x._cdata, int), x._cdata == x.detach()._cdata)
try:
    x._cdata = 1
except AttributeError as error:
    print(error)
sparse = torch.tensor([[0.0, 1.0], [2.0, 0.0]]).to_sparse()
dense = torch.ones(2, 2, requires_grad=True)
for product in (torch.dsmm, torch.spmm):
    print(product(sparse, dense), product(dense, dense).grad_fn.name())
