"""The run document, links to a moment of it, names for completion, texts from strangers."""
