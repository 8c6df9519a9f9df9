# sample() switches grad mode off; rsample() does not
import torch
from torch.distributions import Normal

torch.manual_seed(0)
mean = torch.tensor([0.5], requires_grad=True)
drawn = Normal(mean, 1.0).sample()
loss = (drawn - 2.0).square().sum()
loss.backward()
