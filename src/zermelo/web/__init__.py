"""The web page: a server for one machine, and what it serves."""
