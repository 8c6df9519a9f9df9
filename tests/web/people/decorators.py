import functools

import torch

torch.manual_seed(11)
registry = {}
log = []


def register(name):
    def wrap(function):
        registry[name] = len(registry)
        return function
    return wrap


def traced(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        log.append(function.__name__)
        result = function(*args, **kwargs)
        return result
    return wrapper


def retry(times):
    def decorate(function):
        def attempt(*args):
            for k in range(times):
                try:
                    return function(*args, k)
                except ValueError as problem:
                    reason = str(problem)
                    log.append(reason)
            return None
        return attempt
    return decorate


@register("square")
@traced
def square(x, scale=1.0):
    y = x * x
    return y * scale


@retry(3)
def fragile(x, k):
    if k < 2:
        raise ValueError(f"try {k}")
    value = x / k
    return value


class Model:
    kind = "linear"

    def __init__(self, n):
        self._w = torch.ones(n, requires_grad=True)
        self.calls = 0

    @property
    def weight(self):
        self.calls += 1
        return self._w

    @staticmethod
    def loss(pred, target):
        diff = pred - target
        return (diff ** 2).mean()

    @classmethod
    def create(cls, n):
        made = cls(n)
        return made

    def __call__(self, x):
        out = (self.weight * x).sum()
        return out

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        swallowed = kind is KeyError
        return swallowed


a = square(torch.tensor(3.0), scale=2.0)
b = fragile(torch.tensor(8.0))
model = Model.create(2)
with model as m:
    pred = m(torch.tensor([1.0, 2.0]))
    error = Model.loss(pred, torch.tensor(1.0))
    error.backward()
    {}["missing"]
grad = model.weight.grad


@torch.no_grad()
def update(p, lr):
    p -= lr * p.grad
    return p


update(model.weight, 0.1)
done = registry.get("square")
print(a.item(), b.item(), log, done)
