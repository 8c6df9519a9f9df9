"""Members of `torch.Tensor`: attributes, conversions, memory, operators."""
