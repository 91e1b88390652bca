"""Pictures as SVG, PNG, HTML and Graphviz text: watched searches, matches, maps."""
