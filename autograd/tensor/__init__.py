"""What a tensor is: dtype, device, size, storage, memory format, version, printing."""
