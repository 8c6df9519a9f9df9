"""Processes with limits that read, draw and render what runs have sent: `Workers(config)`.

The web process never looks into what a run says. pool.py hands it to a process behind the fence,
process.py is the program there, tasks.py what it can do, message.py how the two talk, and client.py
what the server asks.
"""

from server.workers.client import Client, Subject
from server.workers.pool import Failed, Workers

__all__ = ["Client", "Failed", "Subject", "Workers"]
