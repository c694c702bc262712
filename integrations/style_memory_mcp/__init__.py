"""Style Memory as an MCP server for desktop hosts.

`style_memory_mcp.server.serve_stdio` runs one over standard input and output, for one owner, and
`style_memory_mcp.assembly.server_for` makes one for another transport. Nothing is imported here, so that standard
output can be set apart for the protocol before anything has a chance to print.
"""
