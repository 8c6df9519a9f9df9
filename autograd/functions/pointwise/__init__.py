"""torch's chapter of pointwise ops."""
