"""Characters -> trees, in three syntaxes, and back."""
