"""torch's chapter of Fourier transforms."""
