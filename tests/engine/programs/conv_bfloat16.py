# A convolution of bfloat16, forward and back, adds up in float32 and is rounded once.
import torch
import torch.nn.functional as F

torch.manual_seed(3)
for convolve, x, w in (
    (F.conv1d, (2, 3, 7), (4, 3, 3)), (F.conv2d, (2, 3, 5, 5), (4, 3, 3, 3)),
    (F.conv3d, (1, 2, 3, 3, 3), (4, 2, 2, 2, 2)), (F.conv_transpose1d, (2, 3, 5), (3, 4, 3)),
    (F.conv_transpose2d, (1, 3, 4, 4), (3, 4, 3, 3)),
):
    x, w = torch.randn(x).bfloat16().requires_grad_(), torch.randn(w).bfloat16().requires_grad_()
    b = torch.randn(4).bfloat16().requires_grad_()
    made = convolve(x, w, b)
    made.backward(torch.randn(made.shape).bfloat16())
    exact = convolve(x.detach().double(), w.detach().double(), b.detach().double())
    print(convolve.__name__, torch.equal(made, exact.bfloat16()))
    print(made.flatten()[:8], x.grad.flatten()[:8], w.grad.flatten()[:8], sep="\n")

net = torch.nn.Conv2d(1, 2, 3)
image = torch.randn(1, 1, 6, 6)
with torch.autocast("cpu", dtype=torch.bfloat16):
    made = net(image)
made.float().square().mean().backward()
print(made, net.weight.grad, net.bias.grad)
