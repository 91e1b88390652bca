"""Tables of exact values of positions: kept in files, checked before they are believed."""
