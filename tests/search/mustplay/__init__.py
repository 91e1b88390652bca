"""Tests of the search with supports."""
