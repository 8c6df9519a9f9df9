"""Live rooms: one code, every student on the teacher's step. docs/classroom.md is the contract.

room.py and events.py are the room itself, without clocks, sockets or databases; questions.py is
its questions. memory_store.py keeps rooms in memory, redis_store.py in Redis; streams.py tells them
to browsers.
"""
