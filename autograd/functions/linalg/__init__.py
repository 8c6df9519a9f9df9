"""torch's chapter of linear algebra."""
