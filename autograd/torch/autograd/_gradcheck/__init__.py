"""The parts of `torch.autograd.gradcheck`: analytical Jacobians, numerical ones, and their
comparison.

They use only torch's public interface. The checked function is called in torch's order and as often
as there, because it may print.
"""
