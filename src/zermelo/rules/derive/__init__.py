"""What follows from the rules in one state: derived on demand, without grounding."""
