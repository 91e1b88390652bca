"""What a worker can be sent for: every file has `run`, which answers an order in the worker.

A file that also has `asked` can be asked for by a page: `asked` runs in the server, makes sure that
the request is in order, and returns what `run` needs to know beyond the game and the position.
"""
