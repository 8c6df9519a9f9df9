"""What notebooks need: programs from their names, outputs that play."""
