"""The server of Tapescope: pipeline.py says how a run is drawn, web/app.py makes the Flask app.

Nothing is imported here: the sandbox's children import this package too, and must not pay for, or
be offered, a web framework.
"""
