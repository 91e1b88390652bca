"""The page Replay: matches that were kept, where they come from, and how they are shown."""
