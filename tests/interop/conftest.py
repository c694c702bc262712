"""Fixtures for the tests with foreign clients, each of which is installed at most once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interop.adapters import adapters_python
from tests.interop.inspector import inspector_program
from tests.interop.installing import installed


@pytest.fixture(scope="session")
def program_of_inspector() -> Path:
    """The Inspector's program."""
    return installed(inspector_program)


@pytest.fixture(scope="session")
def python_of_adapters() -> Path:
    """The Python that knows langchain-mcp-adapters."""
    return installed(adapters_python)
