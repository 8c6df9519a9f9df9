# which op can stand an in-place change of its result, and which cannot
import torch


def attempt(name, f):
    x = torch.tensor([0.5, -1.0], requires_grad=True)
    try:
        f(x).sum().backward()
        print(name, x.grad)
    except RuntimeError as error:
        print(name, str(error).split("Hint")[0])


attempt("relu after mul", lambda x: (x * 2).relu_())
attempt("add after exp", lambda x: x.exp().add_(1))
attempt("add after sigmoid", lambda x: x.sigmoid().add_(1))
attempt("add after relu", lambda x: x.relu().add_(1))
attempt("add after add", lambda x: (x + 1).add_(1))
attempt("mul after mul", lambda x: (x * 2).mul_(3))
attempt("mul after square", lambda x: (x**2).mul_(3))
attempt("tanh twice", lambda x: (x * 1).tanh_().tanh_())
attempt("sin then cos", lambda x: (x + 0).sin_().cos_())
attempt("zero", lambda x: (x * 2).zero_())
attempt("softmax then divide", lambda x: x.softmax(0).div_(2))
attempt("square then change", lambda x: (lambda y: (y * y, y.add_(1))[0])(x + 0))
attempt("clone first", lambda x: (lambda y: (y * y.clone(), y)[0])(x.exp()).add_(1))
attempt("leaf", lambda x: x.add_(1))
attempt("relu module", lambda x: torch.nn.ReLU(inplace=True)(x))
# what is saved of activations in place is their result, of random ones out of place the input
F = torch.nn.functional
for activation in (F.elu, F.celu, F.selu, F.leaky_relu, F.rrelu, F.hardsigmoid, F.hardswish):
    attempt(f"{activation.__name__} in place, then mul",
            lambda x: activation(x * 1, inplace=True).mul_(2))
attempt("rrelu, then mul of its input", lambda x: (lambda y: (F.rrelu(y), y.mul_(2))[0])(x * 1))
x = torch.tensor([-1.0, 0.5, 2.0], requires_grad=True)
for activation in (F.elu, F.celu, F.selu, F.leaky_relu, F.rrelu, F.hardsigmoid):
    made = activation(x * 1, inplace=True)
    (slope,) = torch.autograd.grad((made * made).sum(), x, create_graph=True)
    print(slope)
    try:
        print(torch.autograd.grad(slope.sum(), x))
    except RuntimeError as error:
        print(error)
# their functions in place are C++ in torch: a tensor of one number may be the setting
x = torch.tensor([-1.0, 2.0])
for run in (
    lambda: F.leaky_relu_(x.clone(), torch.tensor(0.5)),
    lambda: F.leaky_relu_(x.clone(), torch.tensor([0.5])),
    lambda: F.leaky_relu_(x.clone(), negative_slope=0.5),
    lambda: F.elu_(x.clone(), alpha=torch.tensor(0.5)),
    lambda: F.celu_(x.clone(), "a"),
    lambda: F.threshold_(x.clone(), threshold=0.5, value=3),
    lambda: F.threshold_(x.clone(), 0.5),
    lambda: F.hardtanh_(input=x.clone(), min_val=0.5),
    lambda: F.relu_(x.clone(), 3),
    lambda: F.rrelu_(x.clone(), 0.3, 0.2),
    lambda: F.rrelu(x, 0.3, float("inf")),
):
    try:
        print(run())
    except (RuntimeError, TypeError) as error:
        print(error)
