"""The explicit-time program inside the sandbox: questions about whole matches."""
