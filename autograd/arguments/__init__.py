"""The arguments of calls of torch's functions: signatures, overloads, options, names."""
