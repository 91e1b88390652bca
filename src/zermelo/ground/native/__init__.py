"""What machine code does while rules are grounded."""
