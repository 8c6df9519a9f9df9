"""torch's chapter of reduction ops."""
