"""Worker processes with limits that parse, lay out or render the output of runs.

The web process never looks into what a run says. pool.py hands it to a process behind the fence,
process.py is the program there, tasks.py what it can do, message.py how the two talk, and client.py
what the server asks.
"""
