"""The listener: what the engine does, written down as events. The engine does not import it."""
