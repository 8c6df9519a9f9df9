"""How a call of torch's functions is read: signatures, overloads, options, names."""
