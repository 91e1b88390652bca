"""Child processes: limited, cancelled, killed; and the signals of our own."""
