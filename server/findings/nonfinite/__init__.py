"""Numbers that are not finite: where they are born, what becomes of them, what is said."""
