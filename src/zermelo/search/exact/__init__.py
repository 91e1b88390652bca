"""Values proved to the end: questions about bounds, a table that keeps what took long."""
