"""Jacobians for `torch.autograd.gradcheck`, by differentiation or by finite differences.

They use only torch's public interface. The checked function is called in torch's order and as
often as there, because it may print.
"""
