"""torch's chapter of `torch.Tensor`: attributes, conversions, memory, operators."""
