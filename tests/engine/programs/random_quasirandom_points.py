# Sobol's points, plain and scrambled, drawn in parts
import torch
from torch.quasirandom import SobolEngine


def shown(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, error)


engine = SobolEngine(dimension=5)
print(engine, engine.draw(3), engine.draw(), engine.num_generated, engine.quasi, sep="\n")
print(engine.reset().fast_forward(2).draw(2), engine.fast_forward(3).draw(1))
shown(lambda: engine.draw_base2(2))
print(SobolEngine(2).draw_base2(3), SobolEngine(3).draw(2, dtype=torch.float64))
mixed = SobolEngine(3, scramble=True, seed=7)
print(mixed, mixed.shift, mixed.sobolstate[:, :4], mixed.draw(4), mixed.draw(3), sep="\n")
torch.manual_seed(0)
print(SobolEngine(2, True).draw(2), torch.rand(2))
out = torch.empty(0)
print(SobolEngine(2).draw(2, out=out) is out, out)
wide = SobolEngine(200)
print(wide.sobolstate.sum(1), wide.draw(50).mean(0)[-5:])
shown(lambda: SobolEngine(0))
shown(lambda: SobolEngine(21202))

# a mean over a cube, and a walk downhill from its best point
points = SobolEngine(2, scramble=True, seed=1).draw(64).requires_grad_()
values = ((points - 0.3) ** 2).sum(1)
print(values.mean(), torch.autograd.grad(values.sum(), points)[0][:2])
