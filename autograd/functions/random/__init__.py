"""torch's chapter of random sampling."""
