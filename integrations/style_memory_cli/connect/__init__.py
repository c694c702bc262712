"""Puts this program into the configuration of desktop hosts, and takes it out again."""
