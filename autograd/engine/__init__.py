"""The engine: recording of forwards on the tape, run of backwards."""
