"""`torch.utils`: hooks' handles, data loading, checkpointing."""
