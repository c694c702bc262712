"""An agent that uses our server through langchain-mcp-adapters, in an environment of its own.

The adapters ask for an older `mcp` than our server, so the two can't be installed together.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.interop.installing import CACHE, install, made_once

_PATIENCE = 60.0
_REQUIREMENTS = Path(__file__).with_name("adapters_requirements.txt")
_AGENT = Path(__file__).with_name("adapters_agent.py")
_PYTHON = Path("bin", "python")


def adapters_python() -> Path:
    """The Python of an environment that holds the adapters, made if need be.

    Raises:
        NotInstalled: pip could not install them.
    """
    contents = hashlib.sha256(_REQUIREMENTS.read_bytes() + sys.version.encode()).hexdigest()
    return made_once(CACHE / f"adapters-{contents[:12]}", _install) / _PYTHON


def run_agent(python: Path, plan: dict[str, Any], home: Path) -> dict[str, Any]:
    """Let the agent carry out a plan; see `adapters_agent.py` for both forms."""
    done = subprocess.run(
        [python, _AGENT],
        input=json.dumps(plan),
        env={"HOME": str(home), "PATH": os.environ["PATH"]},
        cwd=home,
        capture_output=True,
        text=True,
        check=False,
        timeout=_PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    seen: dict[str, Any] = json.loads(done.stdout)
    return seen


def _install(folder: Path) -> None:
    quietly = ["--quiet", "--no-input", "--disable-pip-version-check"]
    install(
        "langchain-mcp-adapters",
        [sys.executable, "-m", "venv", folder],  # only its scripts would not survive that the folder is renamed
        [folder / _PYTHON, "-m", "pip", "install", *quietly, "-r", _REQUIREMENTS],
    )
