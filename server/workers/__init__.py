"""Processes with limits that read, draw and render what runs have sent.

The web process never looks into what a run says. pool.py hands it to a process behind the fence,
process.py is the program there, tasks.py what it can do, message.py how the two talk, and client.py
what the server asks.
"""
