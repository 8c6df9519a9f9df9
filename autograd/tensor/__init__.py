"""What a tensor is: array, dtype, device, storage, strides, printing."""
