"""Games: rules that an engine runs, their readable references, and explicit trees."""
