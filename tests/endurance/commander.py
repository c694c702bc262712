"""A process that runs the program over and over, each time opening the database anew, and tells which runs went well.

So the runs meet on the file as often as if each were a process, without paying for the interpreter's start each time.
"""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr, redirect_stdout

from style_memory_cli.main import run


def main(times: int, *line: str) -> None:
    """Run the command line `times` times, with `{}` in it replaced by the number of the run; stop at a failure."""
    for number in range(times):
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            code = run([part.replace("{}", str(number)) for part in line])
        if code or err.getvalue():
            sys.exit(f"run {number} ended with {code}: {err.getvalue()}")
        print(number, flush=True)  # noqa: T201 - the acknowledgement is what the parent reads


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
