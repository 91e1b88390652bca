"""Strategies: files of rules that lemmas back, their wording, and playing by them."""
