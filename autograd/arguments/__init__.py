"""Arguments of calls of torch's functions: signatures, overloads, options, names."""
