"""What a class hears of functions that torch wrote in Python: all arguments by name."""

import torch


class Told(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        print(func.__name__, len(args), kwargs)
        return super().__torch_function__(func, types, args, kwargs or {})


told = torch.arange(3.0).as_subclass(Told)
for act in (repr, str, "{}".format, len, torch.norm, lambda x: x.norm(), torch.unique, torch.neg,
            lambda x: x.split(2), lambda x: torch.split(x, 2, 0), lambda x: 1.0 in x, reversed,
            lambda x: x[0].__bool__(), lambda x: int(x[0]), lambda x: x.retain_grad,
            lambda x: 2 ** x, lambda x: x ** 2, lambda x: torch.einsum("i,i->", x, x)):
    act(told)
