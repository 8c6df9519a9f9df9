"""Makes files of a run (HTML, SVG, PNG, DOT, GraphML, JSON, Python), small pictures, sentences."""
