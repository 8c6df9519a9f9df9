"""A run as a file (HTML, SVG, PNG, DOT, GraphML, JSON, Python), as a small picture, in sentences."""
