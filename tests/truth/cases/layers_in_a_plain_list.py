# layers in a list are no submodules: the optimizer never sees them
import torch
from torch import nn


class Stack(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = [nn.Linear(2, 2) for _ in range(2)]
        self.last = nn.Linear(2, 1)

    def forward(self, inputs):
        for layer in self.hidden:
            inputs = torch.tanh(layer(inputs))
        return self.last(inputs)


torch.manual_seed(0)
stack = Stack()
optimizer = torch.optim.Adam(stack.parameters(), lr=0.01)
for _ in range(2):
    optimizer.zero_grad()
    loss = stack(torch.tensor([[1.0, -1.0]])).square().sum()
    loss.backward()
    optimizer.step()
