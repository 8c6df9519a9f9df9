"""The tape: nodes, what they save for backward, views, traversal."""
