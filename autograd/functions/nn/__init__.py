"""torch's chapter of layers, `torch.nn.functional`."""
