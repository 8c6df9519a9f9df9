"""The routes: each parses a request, calls one thing above, shapes a reply."""
