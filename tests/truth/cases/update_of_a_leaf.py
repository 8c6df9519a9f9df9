# a leaf that requires grad is written outside of no_grad
import torch

speed = torch.tensor([1.0, 2.0], requires_grad=True)
(speed * speed).sum().backward()
speed -= 0.1 * speed.grad
