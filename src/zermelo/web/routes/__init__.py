"""What can be asked of the server: every file has `routes`, and a `PAGE` if it shows one."""
