"""Tasks of a worker: every file has `run`, which answers an order in the worker process.

A file that also has `asked` can be requested by a page: `asked` runs in the server, checks the
request, and returns what `run` needs to know beyond the game and the position.
"""
