# jacobian, hessian, vjp, jvp, hvp
import torch
from torch.autograd.functional import hessian, hvp, jacobian, jvp, vjp

x = torch.tensor([1.0, 2.0])
print(jacobian(lambda v: v**2, x))
print(jacobian(lambda a, b: a * b, (x, x + 1)))
print(hessian(lambda v: (v**3).sum(), x))
print(vjp(lambda v: v**2, x, torch.tensor([1.0, 10.0])))
print(jvp(lambda v: v**2, x, torch.tensor([1.0, 1.0])))
print(hvp(lambda v: (v**3).sum(), x, torch.tensor([1.0, 0.0])))
for function in (torch.autograd.functional.jacobian, torch.autograd.functional.hessian):
    name = "strategy" if function.__name__ == "jacobian" else "outer_jacobian_strategy"
    try:
        function(torch.sum, torch.ones(2), **{name: "forward-mode"})
    except NotImplementedError as error:
        print(error)
forward = {"vectorize": True, "strategy": "forward-mode"}
print(jacobian(lambda a, b: (a * b, a), (x, x + 1), **forward), jacobian(torch.exp, x, **forward))
for wrong in ({"strategy": "sideways"}, {**forward, "strict": True},
              {**forward, "create_graph": True}, {"strict": True, "vectorize": True}):
    try:
        jacobian(torch.sin, x, **wrong)
    except (AssertionError, RuntimeError) as error:
        print(error)
try:
    hessian(torch.sum, x, outer_jacobian_strategy="sideways")
except AssertionError as error:
    print(error)
for name in ("jvp", "vjp", "hvp", "vhp"):
    try:
        getattr(torch.autograd.functional, name)(lambda t: t.exp().sum(), torch.ones(2), 2)
    except TypeError as error:
        print(error)
z = torch.tensor([1 + 1j, 2])
for call in (
    lambda: vjp(torch.sum, z), lambda: vjp(torch.sum, z, torch.tensor(1j)),
    lambda: vjp(torch.sum, z, torch.tensor(1.0)), lambda: vjp(torch.sum, z.real),
    lambda: jvp(torch.neg, z[:1]), lambda: hvp(lambda t: (t * t).sum(), z[:1]),
    lambda: vjp(torch.neg, x, torch.ones(2, requires_grad=True), create_graph=True),
):
    try:
        print(call())
    except RuntimeError as error:
        print(error)

# forward mode keeps the history of inputs that have one, and strict mode looks at outputs first
w = torch.tensor([1.0, 2.0], requires_grad=True)
for func in (lambda t: t ** 3, lambda t: t.exp().view(2, 1), torch.sum, lambda t: (t ** 2,)):
    for given in (w, w.detach()):
        print(jacobian(func, given, strategy="forward-mode", vectorize=True))
print(jacobian(lambda a, b: (a * b.exp(), a + 1), (w.detach(), w), strategy="forward-mode",
               vectorize=True))
for given in (w, w.detach()):
    print(hessian(lambda t: (t ** 3).sum(), given, outer_jacobian_strategy="forward-mode",
                  vectorize=True), given.requires_grad)
for func in (lambda t: torch.ones(2), lambda t: t * 2):
    try:
        jacobian(func, w, strict=True, vectorize=True)
    except RuntimeError as error:
        print(error)
