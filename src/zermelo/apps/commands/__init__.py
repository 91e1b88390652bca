"""The commands: each file here is one, a function of the file's name."""
