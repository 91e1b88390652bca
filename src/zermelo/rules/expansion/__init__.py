"""The parts of `expand`: values, joins and sums of a sheet, worked out in Python."""
