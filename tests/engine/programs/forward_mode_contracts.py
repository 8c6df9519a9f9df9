# forward mode: what cannot carry tangents, what forgets them, how they lie in memory
import torch
import torch.autograd.forward_ad as fwd


def shown(ask):
    try:
        print(ask())
    except Exception as error:
        print(type(error).__name__, error)


def tangent_of(x):
    return fwd.unpack_dual(x).tangent


print(fwd._current_level)
with fwd.dual_level():
    print(fwd._current_level)
    one, two = torch.ones(2), torch.tensor([1.0, 2.0])
    dual = fwd.make_dual(two, one)
    copy = dual.clone()
    copy.detach_()
    print(dual.detach(), copy, copy * 2, tangent_of(copy * 2))
    shown(lambda: fwd.make_dual(two, dual))
    shown(lambda: fwd.make_dual(dual, one))
    shown(lambda: torch.add(one, one, out=dual))
    shown(lambda: torch.mul(dual, one, out=torch.empty(2)))
    shown(lambda: torch.max(dual, 0, out=(torch.empty(()), torch.empty((), dtype=torch.long))))
    for write in ("eq_", "gt_", "logical_not_", "zero_", "fill_"):
        dual = fwd.make_dual(torch.tensor([1.0, 2.0]), torch.ones(2))
        given = {"logical_not_": (), "zero_": (), "fill_": (3,)}.get(write, (torch.ones(2),))
        shown(lambda: getattr(dual, write)(*given))
    # a tangent lies in memory as its tensor does, or is copied to
    whole = torch.zeros(5)
    for primal, tangent in (
            (whole[:4].detach(), torch.ones(4)), (torch.zeros(4), torch.ones(8)[::2]),
            (torch.zeros(2, 3).t(), torch.ones(3, 2)), (torch.zeros(3, 2), torch.ones(2, 3).t()),
            (torch.zeros(3), torch.tensor(1.0).expand(3)), (torch.zeros(1, 3), torch.ones(1, 3)),
            (torch.zeros(3), torch.ones(3, dtype=torch.double))):
        found = tangent_of(fwd.make_dual(primal, tangent))
        print(found is tangent, found.stride(), found.dtype, found.untyped_storage().nbytes())
    part = fwd.make_dual(whole[:4].detach(), torch.ones(4))
    print(part.as_strided((5,), (1,), 0))
    z = torch.zeros(2, dtype=torch.cfloat)
    kinds = {"plain": lambda x: x, "conj": torch.conj, "neg": torch._neg_view}
    for first, a in kinds.items():
        for second, b in kinds.items():
            tangent = b(z.clone())
            found = tangent_of(fwd.make_dual(a(z), tangent))
            print(first, second, found is tangent, found.is_conj(), found.is_neg())

# --- what is cut from a view keeps its storage --------------------------------------------------
a = torch.arange(5.0)
for cut in (a[2:].detach(), a[2:].data, a[1:][1:].detach().detach(), a[2:].detach().view(3, 1)):
    print(cut.storage_offset(), cut.as_strided((2, 2), (1, 1), 1).tolist())
print(a[2:2].storage_offset(), a[2:].clone().storage_offset())
z = torch.ones(2, 2, dtype=torch.cdouble)
print(len(z.storage()), len(z.conj().storage()), z.conj().storage().dtype, z.storage()[1])
