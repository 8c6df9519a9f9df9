# A class that is no tensor, beside one: its `__torch_function__` is asked before Python is.
import operator

import torch


class Foreign:
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        name = torch.overrides.resolve_name(func)
        print("   ", name, [type(x).__name__ for x in args], kwargs, [t.__name__ for t in types])
        return 7


class Reflected(Foreign):
    def __radd__(self, other):
        return "radd"

    def __eq__(self, other):
        return "eq"


class KnowsNothing:
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return NotImplemented


def told(make):
    try:
        print(make())
    except Exception as error:
        print("   ", type(error).__name__, error)


NAMES = """add sub mul truediv floordiv mod pow matmul and_ or_ xor lshift rshift eq ne lt le gt ge
iadd isub imul itruediv ifloordiv imod ipow iand ior ixor ilshift irshift imatmul""".split()
for name in NAMES:
    run = getattr(operator, name)
    print(name)
    told(lambda: run(torch.ones(2), Foreign()))
    told(lambda: run(Foreign(), torch.ones(2)))
    told(lambda: run(torch.ones(2), KnowsNothing()))
x = torch.ones(2)
told(lambda: x + Reflected())
told(lambda: x == Reflected())
told(lambda: x[Foreign()])
told(lambda: x[0, Foreign()])
x[Foreign()] = 1
x[0] = Foreign()
told(lambda: torch.linalg.norm(Foreign()))
told(lambda: torch.fft.fft(Foreign()))
told(lambda: torch.tensor(Foreign()))
with torch._C.DisableTorchFunctionSubclass():
    told(lambda: x + Foreign())


class Mine(torch.Tensor):
    pass


mine = torch.ones(2).as_subclass(Mine)
print(type(torch.tensor([1.0])), type(torch.as_tensor(mine)), type(torch.asarray(mine)))
whole = torch.ones(2, dtype=torch.int64)
whole &= whole.as_subclass(Mine)
x **= mine
print(type(whole), type(x), type(x.new_tensor(1.0)), type(mine.new_tensor(1.0)))
