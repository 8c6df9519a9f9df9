"""`torch.save`, `torch.load`."""
