"""Alpha-beta exercises: what is asked, how answers are graded and explained, step by step."""
