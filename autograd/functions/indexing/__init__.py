"""torch's chapter of indexing ops."""
