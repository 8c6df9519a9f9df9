"""Numbers on plain arrays, to the last bit as torch computes them; no tape."""
