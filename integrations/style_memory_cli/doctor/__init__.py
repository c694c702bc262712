"""Looks at what commonly goes wrong, and changes nothing."""
