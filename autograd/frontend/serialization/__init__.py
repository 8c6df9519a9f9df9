"""Files of tensors, read or written as torch's own."""
