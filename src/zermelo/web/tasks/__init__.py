"""What a worker does on request: every file has `tasks`, by the names that orders call them."""
