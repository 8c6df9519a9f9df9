"""Work that a request needs programs run for, behind one interface (job.py).

A view describes what it wants as a `Job` (kinds.py); `Jobs` does it. LocalJobs (local.py) does it
with the sandbox and the workers of this process.
"""
