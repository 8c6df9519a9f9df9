"""Live rooms: one code, every student on the teacher's step. docs/classroom.md is the contract.

room.py and messages.py are the room itself, without clocks, sockets or databases; predict.py is
its questions. rooms.py keeps rooms in memory, far.py in Redis; streams.py tells them to browsers.
"""
