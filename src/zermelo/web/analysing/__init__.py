"""What is found out about a game -> what its page shows: boards, plots, and sentences."""
