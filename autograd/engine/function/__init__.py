"""`torch.autograd.Function`: ops that a program writes as a class."""
