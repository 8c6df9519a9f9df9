"""What diagnoses say, a module for each language."""
