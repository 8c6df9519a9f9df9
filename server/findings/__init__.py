"""Findings: what is wrong in a run, where, why, what to change; a module for each kind."""
