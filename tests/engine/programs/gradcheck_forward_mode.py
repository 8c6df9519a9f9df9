# gradcheck of a function that only knows how to push tangents forward
import torch


class Exp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.result = torch.exp(x)
        return ctx.result

    @staticmethod
    def jvp(ctx, tangent):
        return tangent * ctx.result


x = torch.randn(3, 2, dtype=torch.double, requires_grad=True)
only_forward = {"check_forward_ad": True, "check_backward_ad": False,
                "check_undefined_grad": False, "check_batched_grad": False}
print(torch.autograd.gradcheck(Exp.apply, (x,), **only_forward))
print(torch.autograd.gradcheck(torch.sin, (x,), check_forward_ad=True))


class Wrong(Exp):
    @staticmethod
    def jvp(ctx, tangent):
        return 2 * tangent * ctx.result


print(torch.autograd.gradcheck(Wrong.apply, (x,), raise_exception=False, **only_forward))
turn = torch.tensor([1 + 2j, 3 - 1j], dtype=torch.complex128, requires_grad=True)
print(torch.autograd.gradcheck(torch.angle, (turn,), **only_forward))


class WrongAngle(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.real * 1

    @staticmethod
    def jvp(ctx, tangent):
        return tangent.real + tangent.imag


try:
    torch.autograd.gradcheck(WrongAngle.apply, (turn,), **only_forward)
except RuntimeError as error:
    print(error)
