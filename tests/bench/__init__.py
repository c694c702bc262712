"""Benchmarks: `make bench`. Each figure is a ratio against a floor taken in the same run."""
