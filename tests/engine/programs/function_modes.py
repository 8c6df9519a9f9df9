# torch.overrides: modes that hear of every function, things that want to be asked, and who is not
import torch
from torch.overrides import (
    BaseTorchFunctionMode,
    TorchFunctionMode,
    get_ignored_functions,
    get_overridable_functions,
    handle_torch_function,
    has_torch_function,
    is_tensor_like,
    is_tensor_method_or_property,
    resolve_name,
    wrap_torch_function,
)


class Log(TorchFunctionMode):
    def __init__(self, name=""):
        super().__init__()
        self.name = name

    def __torch_function__(self, func, types, args=(), kwargs=None):
        told = [kind.__name__ for kind in types]
        print(self.name, resolve_name(func), func.__name__, told, len(args), kwargs)
        return func(*args, **(kwargs or {}))


x = torch.tensor([1.0, 2.0], requires_grad=True)
with Log():
    y = (x * 2 + 1 - x / 2) ** 2
    y += torch.ones(2)
    2 - x, 2 / x, -x, x @ x, x % 2, x > 1, x == 1, len(x), x[0], x.shape, x.T
    torch.relu(x), torch.nn.functional.relu(x), torch.nn.functional.softmax(x, dim=0)
    torch.add(x, x, alpha=2), torch.stack([x, x]), torch.cat([x, x], dim=0), x.t(), x.detach()
    torch.linalg.norm(x), torch.fft.fft(x), torch.special.expit(x), torch.einsum("i->", x)
    torch.tensor([1.0]), torch.zeros(2), torch.is_tensor(x), torch.manual_seed(0)
    for row in x.view(2, 1):
        pass
    y.sum().backward()
    x.grad
    x.grad = None
calls = []


class Names(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        calls.append(func.__name__)
        return func(*args, **(kwargs or {}))


net = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.ReLU(), torch.nn.Linear(3, 1))
with Names():
    torch.nn.functional.mse_loss(net(torch.ones(4, 2)), torch.zeros(4, 1)).backward()
print(calls)


class Swap(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        if func in (torch.add, torch.Tensor.add):
            func = torch.sub
        if func == torch.Tensor.shape.__get__:
            return "shape!"
        return func(*args, **(kwargs or {}))


class Nothing(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return NotImplemented

    def __repr__(self):
        return "Nothing()"


class Told(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        print("Told", func.__name__, [kind.__name__ for kind in types])
        return super().__torch_function__(func, types, args, kwargs)


with Swap(), BaseTorchFunctionMode():
    print(torch.add(torch.ones(2), 3), torch.ones(2) + 3, torch.ones(2).shape)
told = torch.ones(2).as_subclass(Told)
told.requires_grad, told.note = True, "not heard of"
with Log("outer"), Log("inner"):
    told * 2
    with torch._C.DisableTorchFunctionSubclass():
        told * 2
    with torch._C.DisableTorchFunction():
        told * 2
try:
    with Nothing():
        torch.add(x, 1)
except TypeError as error:
    print(error)


class Thing:
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return cls.__name__, func.__name__, [kind.__name__ for kind in types]


class Other(Thing):
    __torch_function__ = classmethod(lambda cls, *args: NotImplemented)


def own(a, b=1):
    if has_torch_function((a,)):
        return handle_torch_function(own, (a,), a, b=b)
    return a


@wrap_torch_function(lambda a: (a,))
def wrapped(a):
    return a + 0


thing = Thing()
print(own(thing), own(3), wrapped(thing), wrapped(torch.ones(1)), is_tensor_like(thing))
print(torch.mean(thing), torch.nn.functional.relu(thing), torch.stack([x, thing]))
print(has_torch_function((x,)), has_torch_function((x, thing)), is_tensor_like([1]))
print(is_tensor_method_or_property(torch.Tensor.add), is_tensor_method_or_property(torch.add))
print(torch.add in get_overridable_functions()[torch], torch.manual_seed in get_ignored_functions())
try:
    own(Other())
except TypeError as error:
    print(error)


class Deaf(torch.Tensor):
    __torch_function__ = torch._C._disabled_torch_function_impl


deaf = torch.ones(2).as_subclass(Deaf)
print(type(deaf), type(deaf + 1), type(torch.Tensor._make_subclass(Deaf, torch.ones(1), True)))
try:
    torch.Tensor._make_subclass(Deaf, [1.0])
except TypeError as error:
    print(error)


# what a layer writes when it is made, started anew and run
class Writes(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        if getattr(func, "__name__", "") in ("add_", "fill_", "zero_"):
            print(func.__name__, end=" ")
        return func(*args, **(kwargs or {}))


with Writes():
    norm = torch.nn.BatchNorm1d(2)
    print("| made")
    norm(torch.ones(3, 2))
    print("| run")
    torch.nn.init.zeros_(norm.bias)
    print("| started anew")
