"""What `style-memory doctor` finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

State = Literal["ok", "warning", "fault"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """One line of what the doctor says."""

    #: What was looked at.
    subject: str
    state: State
    #: What was found.
    detail: str
    #: What to do about it; empty if nothing.
    advice: str = ""
