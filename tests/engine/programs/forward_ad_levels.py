# dual numbers
import torch
import torch.autograd.forward_ad as fwAD

primal = torch.tensor([1.0, 2.0])
tangent = torch.tensor([1.0, 0.5])
with fwAD.dual_level():
    dual = fwAD.make_dual(primal, tangent)
    print(dual)
    out = (dual**2).sin()
    print(fwAD.unpack_dual(out))
    value, slope = fwAD.unpack_dual(dual * 3 + 1)
    print(value, slope)
    print(fwAD.unpack_dual(primal))
    print(fwAD.unpack_dual(torch.matmul(dual, torch.ones(2))).tangent)
    print(fwAD.unpack_dual(dual.detach()).tangent)
print(fwAD.unpack_dual(dual) if False else "left")
try:
    fwAD.make_dual(primal, tangent)
except RuntimeError as error:
    print(error)

weights = torch.tensor([1.0, 2.0], requires_grad=True)
with fwAD.dual_level():  # Hessians times vectors: the tangents go through backward, too
    dual = fwAD.make_dual(weights, torch.tensor([1.0, 0.5]))
    print(fwAD.unpack_dual(dual * dual.tanh()).tangent.detach())
    chosen = torch.nn.functional.cross_entropy(dual, torch.tensor(1))
    for loss in ((dual.tanh() ** 2).sum(), dual.sigmoid().exp() @ dual.softmax(0), chosen):
        (grad,) = torch.autograd.grad(loss, dual, create_graph=True)
        print(fwAD.unpack_dual(grad).tangent.detach())
    (grad,) = torch.autograd.grad((dual.exp() * dual.sqrt()).sum(), dual)
    print(grad)
    written = dual * 1
    written.tanh_().sum().backward()
print(weights.grad)
# levels that are not there leave those that are as they were
for attempt in (
    lambda: fwAD.exit_dual_level(), lambda: fwAD.exit_dual_level(level=0), fwAD.enter_dual_level,
    lambda: fwAD.make_dual(torch.ones(1), torch.ones(1), level=3),
    lambda: fwAD.make_dual(fwAD.make_dual(torch.ones(1), torch.ones(1)), torch.ones(1)),
    fwAD.exit_dual_level,
):
    try:
        print(attempt())
    except RuntimeError as error:
        print(error)
