"""The operations: each declared once, offered by every face."""
