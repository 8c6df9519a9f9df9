import torch

torch.manual_seed(9)
count = 0
calls = []


def counter(start=0):
    n = start

    def bump(by=1):
        nonlocal n
        n += by
        return n
    return bump


def make_optimizer(params, lr):
    velocity = [torch.zeros_like(p) for p in params]
    steps = 0

    def step(momentum=0.9):
        nonlocal steps
        steps += 1
        for i, p in enumerate(params):
            velocity[i] = momentum * velocity[i] + p.grad
            with torch.no_grad():
                p -= lr * velocity[i]
            p.grad = None
        return steps
    return step


def compose(*functions):
    def composed(x):
        for function in functions:
            x = function(x)
        return x
    return composed


def outer(x):
    seen = []

    def visit(value):
        seen.append(value)
        return value * 2

    y = visit(x)
    z = visit(y)
    return seen, z


def note(name):
    global count
    count += 1
    calls.append(name)


w = torch.tensor([1.0, -1.0], requires_grad=True)
b = torch.zeros(1, requires_grad=True)
step = make_optimizer([w, b], lr=0.1)
scale = compose(lambda t: t * 2, torch.tanh, lambda t: t + b)
for k in range(2):
    loss = scale(w).pow(2).sum()
    loss.backward()
    done = step()
    note(f"step {k}")
bump = counter(10)
bump()
last = bump(by=5)
seen, z = outer(3)
adders = [lambda x, i=i: x + i for i in range(3)]
sums = [add(10) for add in adders]
print(done, last, count, calls, sums)
