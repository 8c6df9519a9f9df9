# REINFORCE with Categorical
import torch
from torch.distributions import Categorical

torch.manual_seed(0)
logits = torch.zeros(3, requires_grad=True)
m = Categorical(logits=logits)
action = m.sample()
loss = -m.log_prob(action) * 2.0
loss.backward()
print(action, loss, logits.grad)
