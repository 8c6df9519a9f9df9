"""torch's chapter of creation ops."""
