"""Sessions at a prompt: what a program answered stands between the commands."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.voice_of_owner.spans import Line, Span, lines_of

_PROMPT = lazy_pattern(
    r"(?:\([\w.-]{1,30}\)\s?)?(?:"
    r"\$\s[a-z./~(]|[%❯➜λ]\s{1,2}\S|PS\s[A-Z]:\\|[A-Z]:\\[^>\n]{0,120}>"
    r"|\[?[\w.-]{1,40}@[\w.-]{1,40}[:\s][^$#%\n]{0,80}[$#%]\s?|#\s(?:apt|yum|dnf|systemctl|cd|ls|cat|rm|docker)\b"
    r"|>>>(?:\s|\Z)|In\s?\[\d{1,4}\]:|Out\s?\[\d{1,4}\]:"
    r"|(?:mysql|sqlite|mongo|redis|ghci|iex|scala|psql|MariaDB \[\w*\])>\s|\w{1,30}=[#>]\s|irb\(\w{1,20}\):"
    r")"
)
_MOST_OUTPUT = 60


def sessions(text: str) -> Iterator[Span]:
    """Find everything from one prompt to the next, and what `>>>` answers up to the next blank line."""
    lines = lines_of(text)
    prompts = [place for place, line in enumerate(lines) if line.text and _PROMPT.match(line.text)]
    for place, following in pairwise(prompts):
        if following - place <= _MOST_OUTPUT:
            yield Span(lines[place].start, lines[following].end, "code_block")
    if len(prompts) > 1:
        answered = prompts[-1] - prompts[0] >= len(prompts)
        yield Span(lines[prompts[-1]].start, lines[_last_output(lines, prompts[-1], answered)].end, "code_block")
    elif prompts and lines[prompts[0]].text.startswith((">>>", "In")):
        yield Span(lines[prompts[0]].start, lines[_last_output(lines, prompts[0], True)].end, "code_block")


def _last_output(lines: list[Line], place: int, answered: bool) -> int:
    """Where commands were answered, the last one was too; a question below it is the owner's."""
    while answered and place + 1 < len(lines) and lines[place + 1].text.strip():
        if lines[place + 1].text.rstrip().endswith(("?", "？")):
            break
        place += 1
    return place
