"""The program `style-memory-mcp`: the MCP server by itself, for hosts that are set up by hand."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Mapping, Sequence

from style_memory_mcp.claiming import claimed_pipes

_PROGRAM = "style-memory-mcp"
_FAILED = 1
_MISUSED = 2
_INTERRUPTED = 130
_LEVELS = ("debug", "info", "warning", "error", "critical")
# Only these follow the asked level: others, such as a database driver, might log what an owner wrote.
_LOGGERS = ("style_memory", "style_memory_storage", "style_memory_migrations", "style_memory_mcp", "alembic")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the program with `arguments`, by default the process's, and end the process."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments, os.environ))


def run(arguments: Sequence[str], environment: Mapping[str, str]) -> int:
    """Run the program; returns the code to end with."""
    options = _parser(environment).parse_args(arguments)
    if not (options.owner or "").strip():
        return _failed(
            "No owner: give --owner or STYLE_MEMORY_OWNER, or let `style-memory connect HOST` set the host up.",
            _MISUSED,
        )
    try:
        claimed_pipes()
        _log_to_error_output(options.log_level)
        return _served(options, environment)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except OSError as error:
        return _failed(f"{error.strerror or 'Input or output failed'}.", _FAILED)
    except ModuleNotFoundError as error:
        return _failed(f"The package {error.name} is missing: install style-memory with its extra `mcp`.", _FAILED)


def _served(options: argparse.Namespace, environment: Mapping[str, str]) -> int:
    gc.disable()  # until `serve_stdio` enables it again; see there
    from style_memory import Settings, errors
    from style_memory.memory.place import default_database_url
    from style_memory_mcp.server import serve_stdio

    try:
        serve_stdio(
            database_url=options.database_url or default_database_url(),
            owner=options.owner,
            toolsets=options.toolset,
            settings=Settings.from_environment(environment),
        )
    except errors.OwnerError as error:
        return _failed(str(error), _MISUSED)
    except errors.StyleMemoryError as error:
        return _failed(str(error), _FAILED)
    return 0


def _parser(environment: Mapping[str, str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=_PROGRAM,
        description="MCP server over standard input and output: how one person talks, for the host's model.",
        epilog="`style-memory connect HOST` writes this into the configuration of a host.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--owner", default=environment.get("STYLE_MEMORY_OWNER"), help="whose style it is (STYLE_MEMORY_OWNER)"
    )
    parser.add_argument(
        "--toolset",
        default=environment.get("STYLE_MEMORY_TOOLSETS") or "style",
        help="operations to offer, several with commas between (STYLE_MEMORY_TOOLSETS; default: style)",
    )
    parser.add_argument(
        "--database-url",
        default=environment.get("STYLE_MEMORY_DATABASE_URL"),
        help="where the data lies (STYLE_MEMORY_DATABASE_URL; default: a file in the platform's user-data folder)",
    )
    parser.add_argument(
        "--log-level", default="warning", type=str.lower, choices=_LEVELS, help="what goes to standard error"
    )
    return parser


def _log_to_error_output(level: str) -> None:
    import logging

    logging.basicConfig(stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s")
    for name in _LOGGERS:
        logging.getLogger(name).setLevel(level.upper())


def _failed(message: str, code: int) -> int:
    print(f"{_PROGRAM}: {message}", file=sys.stderr)  # noqa: T201 - this is a program
    return code
