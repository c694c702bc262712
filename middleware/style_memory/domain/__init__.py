"""The product's own words as values: no input or output, the standard library only."""
