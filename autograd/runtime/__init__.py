"""State of the process that all packages read: grad mode, observer, interpreter stack."""
