"""torch's chapter of sparse tensors."""
