"""Style Memory on the command line: `style-memory`."""
