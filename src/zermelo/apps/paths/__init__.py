"""What `zermelo path` shows: texts, tables and pictures."""
