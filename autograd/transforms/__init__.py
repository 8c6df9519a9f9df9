"""Function transforms: `torch.func`, `vmap`, forward mode."""
