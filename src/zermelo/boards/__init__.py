"""What a board looks like: cells, neighbours, edges and pieces, as the fluents show them."""
