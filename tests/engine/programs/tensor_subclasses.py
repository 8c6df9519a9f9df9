# Classes derived from Tensor, and things with a __torch_function__ of their own
import torch, functools


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class MyTensor(torch.Tensor):
    pass


x = torch.tensor([1.0, 2.0]).as_subclass(MyTensor)
print(x, type(x))
y = x + 1
print(y, type(y))
print(
    type(torch.sin(x)),
    type(x.sum()),
    type(x[0]),
    type(x.numpy()),
    type(x.shape),
    type(x @ x),
    type(torch.stack([x, x])),
    type(x.max(0)),
    type(x.max(0).values),
    type(x.clone()),
    type(x.detach()),
    type(x.view(2, 1)),
)
z = MyTensor([1, 2, 3])
print(z, type(z))
print(type(torch.Tensor([1]) + z))
print(isinstance(z, torch.Tensor), z.dtype)
w = MyTensor([1.0, 2.0]).requires_grad_()
(w * w).sum().backward()
print(w.grad, type(w.grad))
print(w * w)


class Logging(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if func is not torch.Tensor.__repr__:
            print(f"func: {func.__name__}, args: {len(args)!r}, kwargs: {kwargs!r}")
        if kwargs is None:
            kwargs = {}
        return super().__torch_function__(func, types, args, kwargs)


l = torch.ones(2).as_subclass(Logging)
r = l + 1
print(type(r))
r = torch.add(l, 2)
r = l.sum()
r = torch.nn.functional.relu(l)
r = l.mul_(2)
r = l.shape
r = l[0]
r = 2 * l
r = l.view(1, 2)
r = torch.cat([l, l])
r = torch.max(l, dim=0)


class Meta(torch.Tensor):
    @staticmethod
    def __new__(cls, x, extra, *a, **k):
        return super().__new__(cls, x, *a, **k)

    def __init__(self, x, extra):
        self.extra = extra

    def __repr__(self):
        return f"Meta({self.extra}, {super().__repr__()})"


m = Meta(torch.ones(2), "hi")
print(m, m.extra)
t(lambda: (m + 1).extra)


class MetadataTensor(object):
    def __init__(self, data, metadata=None, **kwargs):
        self._t = torch.as_tensor(data, **kwargs)
        self._metadata = metadata

    def __repr__(self):
        return f"Metadata:\n{self._metadata}\n\ndata:\n{self._t}"

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if kwargs is None:
            kwargs = {}
        metadatas = tuple(a._metadata for a in args if hasattr(a, "_metadata"))
        args = [getattr(a, "_t", a) for a in args]
        ret = func(*args, **kwargs)
        return MetadataTensor(ret, metadata=metadatas[0])


md = MetadataTensor([[1.0, 2.0], [3.0, 4.0]], metadata="M")
print(torch.add(md, 1))
print(torch.mul(md, md))
print(torch.mean(md))
print(torch.add(torch.ones(2, 2), md))
HANDLED = {}


class ScalarTensor:
    def __init__(s, N, value):
        s._N = N
        s._value = value

    def __repr__(s):
        return f"ScalarTensor(N={s._N}, value={s._value})"

    def tensor(s):
        return s._value * torch.eye(s._N)

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if kwargs is None:
            kwargs = {}
        if func not in HANDLED or not all(
            issubclass(tt, (torch.Tensor, ScalarTensor)) for tt in types
        ):
            return NotImplemented
        return HANDLED[func](*args, **kwargs)


def implements(f):
    def deco(func):
        functools.update_wrapper(func, f)
        HANDLED[f] = func
        return func

    return deco


@implements(torch.mean)
def mean(i):
    return float(i._value) / i._N


st = ScalarTensor(5, 2)
print(torch.mean(st))
t(lambda: torch.mul(st, 3))
t(lambda: torch.mul(st, torch.ones(2)))
print(
    torch.Tensor._make_subclass(MyTensor, torch.ones(2)),
    type(torch.Tensor._make_subclass(MyTensor, torch.ones(2), True)),
    torch.Tensor._make_subclass(MyTensor, torch.ones(2), True).requires_grad,
)


class Sub2(MyTensor):
    pass


s2 = torch.ones(2).as_subclass(Sub2)
print(type(x + s2), type(s2 + x))


class Other(torch.Tensor):
    pass


o = torch.ones(2).as_subclass(Other)
t(lambda: type(x + o))
print(repr(x.requires_grad_()), x.tolist(), f"{x[0]}", len(x), list(x))
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)

    def forward(self, x):
        return torch.relu(self.l(x))


torch.manual_seed(0)
out = Net()(torch.ones(1, 2).as_subclass(MyTensor))
print(type(out), out)
out.sum().backward()
Net()(torch.ones(1, 2).as_subclass(Logging)).sum().backward()


class Counting(torch.Tensor):
    calls = 0

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        cls.calls += 1
        return super().__torch_function__(func, types, args, kwargs)


k = torch.ones(3).as_subclass(Counting)
k = k * 2 + 1
k = k.exp().sum()
print(Counting.calls)
import numpy as np

print(
    type(np.array(x.detach())),
    type(x.detach() + np.float32(1)),
    type(x.detach() * 2.5),
    type(-x.detach()),
    type(x.detach() ** 2),
    type(2 ** x.detach()),
    type(x.detach() > 1),
    type(x.detach() @ x.detach()),
)


class Noted(torch.Tensor):
    pass


import copy

noted = torch.ones(2).as_subclass(Noted)
noted.note = "kept"
print(type(copy.copy(noted)), copy.copy(noted).note)
try:
    copy.deepcopy(noted)
except RuntimeError as error:
    print(error)


class One(torch.Tensor):
    pass


class Two(torch.Tensor):
    pass


one, two = torch.ones(2, 2).as_subclass(One), torch.ones(2, 2).as_subclass(Two)
for together in (torch.nn.functional.mse_loss, torch.nn.functional.linear, torch.cdist, torch.add):
    try:
        together(one, two)
    except TypeError as error:
        print(error)


# Plain tensors again, parameters of a class, and layers of a thing that wants to be asked.
class Unit(torch.Tensor):
    def __new__(cls, data, unit):
        return super().__new__(cls, data)

    def __init__(self, data, unit):
        self.unit = unit

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        result = super().__torch_function__(func, types, args, kwargs or {})
        if isinstance(result, Unit):
            result.unit = next((x.unit for x in args if hasattr(x, "unit")), None)
        return result

    def __repr__(self):
        return f"{self.as_subclass(torch.Tensor)} {self.unit}"


u = Unit([1.0, 2.0], "m")
print(u, u * 2, (u + u).unit, u.sum(), u.reshape(2, 1), torch.cat([u, u]))
print(type(u.as_subclass(torch.Tensor)), type(torch.nn.Linear(2, 1)(u)))


class Weight(torch.Tensor):
    pass


weight = torch.nn.Parameter(Weight([1.0, 2.0]))
print(weight, type(weight), isinstance(weight, torch.nn.Parameter), weight.is_leaf)
holder = torch.nn.Module()
holder.weight = weight
(holder.weight * 2).sum().backward()
torch.optim.SGD(holder.parameters(), lr=0.1).step()
print(list(holder.named_parameters()), holder.state_dict(), type(weight.grad))
print(isinstance(Weight([1.0]), torch.nn.Parameter), isinstance(u, torch.nn.Parameter))
