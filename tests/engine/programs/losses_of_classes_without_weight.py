# Classes of weight 0 that are not ignored: torch divides by the sum of the weights all the same
import torch
import torch.nn.functional as F

scores = torch.log_softmax(torch.tensor([[1., 2., 3.], [2., 1., 0.]]), 1).requires_grad_()
for weight in ([0., 0., 1.], [0., 0., 0.], [1., -1., 2.]):
    for settings in ({}, {"ignore_index": 1}, {"reduction": "none"}):
        for loss in (F.nll_loss, F.cross_entropy):
            scores.grad = None
            made = loss(scores, torch.tensor([0, 1]), weight=torch.tensor(weight), **settings)
            made.sum().backward()
            print(weight, settings, made, scores.grad)
image = torch.zeros(1, 3, 1, 2, requires_grad=True)
for weight in ([0., 0., 1.], [1., 0., 2.]):
    image.grad = None
    F.nll_loss(image, torch.tensor([[[0, 1]]]), weight=torch.tensor(weight)).backward()
    print(image.grad)
ends = torch.tensor([[float("-inf"), 0.], [1., 2.]], requires_grad=True)
print(F.nll_loss(ends, torch.tensor([0, 1]), ignore_index=0),
      F.nll_loss(ends, torch.tensor([0, 1]), weight=torch.tensor([0., 1.])))


# Of zeros of both signs the first is the largest, and the smallest
for numbers in ([0., -0.], [-0., 0.], [-1., -0., 0.], [1., 0., -0.]):
    x = torch.tensor(numbers)
    print(x.amax(), x.amin(), x.amax(0, keepdim=True), torch.stack([x, -x]).amax(0),
          torch.stack([x, -x]).amin((0, 1)), x.aminmax(dim=0))
