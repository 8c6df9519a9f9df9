"""torch's chapter of shapes: views, joins, splits, repeats."""
