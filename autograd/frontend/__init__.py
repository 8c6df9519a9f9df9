"""What a program meets first: import hook, serialization, completion, missing names."""
