"""`python -m style_memory_cli`: the program, where its script is not at hand."""

from style_memory_cli.main import main

main()
