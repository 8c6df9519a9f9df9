"""`queue_callback`: what is called when the backward call that runs is through."""
import torch
from torch.autograd import Variable

engine = Variable._execution_engine
try:
    engine.queue_callback(print)
except RuntimeError as error:
    print(error)
x = torch.ones(2, requires_grad=True)
handle = x.register_hook(lambda g: engine.queue_callback(lambda: print("over", x.grad)))
(x * 2).sum().backward()
handle.remove()


def breaks():
    raise ValueError("in a callback")


def twice(g):
    for i in range(2):
        engine.queue_callback(
            lambda i=i: (print(i), engine.queue_callback(lambda: print("once more", i))))


handle = x.register_hook(lambda g: engine.queue_callback(breaks))
try:
    (x * 2).sum().backward()
except ValueError as error:
    print(error, x.grad)
handle.remove()
handle = x.register_hook(twice)
print(torch.autograd.grad((x * 2).sum(), x), type(engine))
handle.remove()


def inner(g):
    engine.queue_callback(lambda: print("outer is over", torch.is_grad_enabled()))
    with torch.enable_grad():
        y = torch.ones(2, requires_grad=True)
        y.register_hook(lambda g: engine.queue_callback(lambda: print("inner is over")))
        (y * 3).sum().backward()
    print("after inner")


x.register_hook(inner)
(x * x).sum().backward()
