"""Pictures of watched searches: `write.py` chooses the kind by a file's ending."""
