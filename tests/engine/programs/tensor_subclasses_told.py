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


# a class that refuses an operator with a TypeError leaves it to Python; += asks classes too
class Units(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if func in refused:
            raise TypeError(f"no {func.__name__}")
        return super().__torch_function__(func, types, args, kwargs or {})


refused = set()
metres, seconds, plain = (torch.ones(2).as_subclass(Units), torch.ones(2).as_subclass(Units),
                          torch.ones(2))
refused |= {torch.Tensor.add, torch.Tensor.mul, torch.Tensor.lt,
            torch.Tensor.__rsub__, torch.Tensor.add_, torch.Tensor.pow}
for name, call in dict(
        add=lambda: metres + seconds, other=lambda: metres + plain, before=lambda: plain + metres,
        number=lambda: metres * 2, numbers=lambda: 2 * metres, less=lambda: metres < seconds,
        minus=lambda: 1 - metres, into=lambda: metres.add_(1),
        power=lambda: metres**2, method=lambda: metres.add(1),
        function=lambda: torch.add(metres, 1),
).items():
    try:
        print(name, call())
    except TypeError as error:
        print(name, error)
kept = plain
plain *= metres
print(type(plain).__name__, plain is kept, kept)


class Deaf:
    pass


for call in (lambda: plain.as_subclass(int), lambda: plain.as_subclass(Deaf),
             lambda: plain.as_subclass(3), lambda: torch.Tensor._make_subclass(Deaf, kept),
             lambda: torch.Tensor.add(3, 4), lambda: torch.Tensor.sum([1]),
             lambda: torch.Tensor.relu(), lambda: torch.Tensor.add_(None, 1)):
    try:
        print(call())
    except TypeError as error:
        print(error)
print([getattr(torch.Tensor, f"__{name}__").__name__ for name in (
    "and", "add", "radd", "mul", "pow", "neg", "eq", "getitem", "len", "matmul", "ipow", "bool")])
print(torch.nn.functional.logsigmoid.__name__, torch.nn.functional.threshold.__name__)


# who is asked first, and of which types it hears
class Heard(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        print(func.__name__, [type(a).__name__ for a in args], [t.__name__ for t in types])
        return super().__torch_function__(func, types, args, kwargs or {})


heard, plain = torch.ones(2).as_subclass(Heard), torch.tensor([0.0, 2.0])
for a, b in ((plain, heard), (heard, plain), (2, heard)):
    for operate in (lambda: a + b, lambda: a - b, lambda: a * b, lambda: a / b, lambda: a // b,
                    lambda: a % b, lambda: a**b, lambda: a < b, lambda: a == b):
        print(type(operate()).__name__)
torch.nn.functional.mse_loss(heard, plain)
torch.nn.functional.mse_loss(plain, heard)


class Plain:
    def __torch_function__(self, func, types, args=(), kwargs=None):
        print(type(self).__name__, func.__name__, len(args), kwargs)
        return 5


print(torch.add(plain, Plain()))
print(torch.mean(Plain()))
