"""A process that observes turns as fast as it can and says after each that it was acknowledged."""

from __future__ import annotations

import sys

from style_memory import StyleMemory


def main(url: str, name: str, first: int, most: int) -> None:
    """Observe turns first, first + 1, … of session `name`, at most `most` of them."""
    owner = StyleMemory.open(url).for_owner("ada")
    for number in range(first, first + most):
        hints = [{"kind": "idiolect", "text": "tiny but mighty"}]
        acknowledged = owner.observe_user_message(
            text="Fine by me.", session_id=name, turn_id=f"{name}-{number}", hints=hints
        )
        if acknowledged.observed:
            print(number, flush=True)  # noqa: T201 - the acknowledgement is what the parent reads


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
