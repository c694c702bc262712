"""Says in words what an operation passed over, of which its answer holds codes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any


def passed_over(answer: Any) -> Iterator[str]:
    """A line for each code in the answer's `ignored`, if it has any."""
    codes = answer.get("ignored") if isinstance(answer, dict) else None
    if not codes:
        return
    from style_memory.pipeline.passed_over import meanings

    counts: Counter[str] = Counter(codes)
    for code, number in counts.items():
        times = f" ({number} times)" if number > 1 else ""
        yield f"{code}: {meanings().get(code, 'passed over')}{times}"
