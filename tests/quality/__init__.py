"""How well it learns, measured on real people's texts from a folder outside the project: `make eval DATA=folder`."""
