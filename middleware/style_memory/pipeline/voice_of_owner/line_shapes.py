"""What a single line looks like: code, log, trace, markup, or the prose of a person."""

from __future__ import annotations

import re
from typing import NamedTuple

from style_memory.pipeline.lazy_patterns import lazy_pattern

#: Points from which a line counts as written for or by a machine, and from which it does so on its own.
STRONG, CERTAIN = 3, 4


class Shape(NamedTuple):
    """What a line is, and how sure that is."""

    #: One of the codes of `OwnWords.removed`, or "" for prose and blank lines.
    code: str
    #: 0 for prose; from STRONG it is no prose; between, it goes with its neighbours.
    points: int


_LOOKED_AT = 400
PROSE, BLANK = Shape("", 0), Shape("", -1)


def _any(*forms: str) -> re.Pattern[str]:
    return lazy_pattern(r"\s*(?:" + "|".join(forms) + ")")


_PLAIN = lazy_pattern(
    r"(?!(?:import|from|SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|at|E|[A-Z]{4,}) )"
    r"(?!\w*(?:Error|Exception|Exit|Interrupt|Warning)\b)"
    r"(?:- )?[^\W\d_][^\W_ ]*(?: [\w,.!?'’…\-]*)*\Z"
)
_TRACE = _any(
    r"Traceback \(most recent|File \".*\", line \d|During handling of the above exception|The above exception was",
    r"at .{1,200}:\d{1,7}\)?\s{0,9}\Z|at [\w.$<>/]{1,200}\(.*\)|Caused by:\s",
    r"\.\.\. \d+ (?:more|common)|Exception in thread |note: run with `?RUST",
    r"\S{1,200}\.\w{1,5}:\d{1,6}:in |\s+from \S{1,200}:\d{1,6}:in |PHP (?:Fatal|Parse|Warning|Notice)",
    r"Unhandled exception[.:]|Fatal error: Uncaught|Segmentation fault|\*\* \([A-Z]\w+\) ",
    r".{1,200} at \S{1,200}\.p[lm] line \d+\.|\S{1,200}\.py:\d{1,6}: \w*(?:Warning|Error): ",
    r"panic: |goroutine \d+ \[|\S{1,200}\.go:\d+|thread '.{0,80}' .{0,20}panicked|stack backtrace:",
    r"#\d+\s+(?:0x[0-9a-f]+|/|\w+\()|\d+:\s+0x[0-9a-f]{6,}|from \S{1,200}:\d+:in |--- End of",
    r"error\[E\d{4}\]:|--> \S+:\d+:\d+",
    r"(?:Uncaught )?(?:[\w.]{1,80}\.)?[A-Z]\w{0,60}(?:Error|Exception|Interrupt|Exit|Warning)(?:: |\s*\Z)",
    r"(?<=\s\s)\^[~^]*\s*\Z",
)
_TIME = r"\d{1,2}:\d{2}:\d{1,2}"
_DATE = (
    r"(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}(?:[-/.]\d{2,4})?|[A-Z][a-z]{2}\s+\d{1,2}|\d{8}|\d{6}"
    r"|\d{1,2}[/ ][A-Z][a-z]{2}[/ ]\d{4})"
)
_LEVEL = r"(?:TRACE|DEBUG|VERBOSE|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL|SEVERE)"
_LOG = _any(
    rf"\W{{0,3}}(?:[A-Z][a-z]{{2}}\s)?{_DATE}[\sT:,_-]{{1,3}}(?:{_TIME}|\d{{6}}\b)",
    rf"\W{{0,3}}(?:{_TIME}[.,]\d|\d{{13}}\b|\d+\.\d{{3,}}\]|\d{{1,3}}(?:\.\d{{1,3}}){{3}}\s-\s-\s\[)",
    rf"\W{{0,3}}{_LEVEL}(?:[\]:|]|\s+[\[(\w.-]{{0,40}}[\])]?:\s)",
    r"(?:npm|yarn) (?:ERR!|WARN|error)|[EWIDVF]/[\w.]{1,60}\s{0,8}\(|time=\S+ level=|level=\w+ ",
    r"\S{1,200}:\d+:(?:\d+:)? (?:\w+ )?(?:error|warning|note|fatal)|(?:ba|z)?sh: .{1,80}: |FAILED \S+::|E   \S",
    r"(?:FAIL|PASS|FAILED|PASSED)\s{1,3}\S*[./]\S|--- (?:FAIL|PASS|SKIP): |(?:not )?ok \d+ -? ?\S|● .{1,80} › ",
    r"(?<=\s\s)(?:(?:Expected|Received|Actual)[: ]|expect\(|[✓✕✗✘√×] \S)|Tests?:?\s+\d+ (?:failed|passed)",
    r"_{4,} .{1,80} _{4,}|\d+ (?:failed|passed|passing|failing)(?:, \d+ \w+)* ?(?:in [\d.]+m?s|\([\d.]+m?s\))",
    r"##\[\w+\]|::(?:error|warning|notice)|Process completed with exit code|\s*\d{1,6} \| ",
    r"={5,} .{1,80} ={5,}|make(?:\[\d+\])?: \*\*\*",
)
_MAYBE_LOG = lazy_pattern(
    rf"\W{{0,2}}{_TIME}\b|\W?{_LEVEL}\b|(?:[\w.-]{{1,40}} ){{0,2}}(?:[Ee]rror|[Ff]atal|[Ww]arning|FAILED|Failed): \S"
)
_MARKUP = _any(
    r"<[/!?][A-Za-z\[-][^<>]{0,400}>|<[A-Za-z][\w:.-]{0,60}(?:\s[^<>]{0,400}=[^<>]{0,400}|/)>",
    r"<([A-Za-z][\w:.-]{0,60})(?:\s[^<>]{0,400})?>.{0,400}</\1>\s*\Z",
    r"\W{0,3}(?:<\w{1,20}>\s?)?<[A-Za-z][\w-]*\s[\w-]+=[\"'][^<>]*\Z",
)
_CERTAIN = _any(
    r"import\s+[\w{*\"'(].{0,200}[\"']\s*;?\s*\Z|import\s+[\w.]+\s+as\s+\w+\s*\Z",
    r"import\s+(?:static\s+)?[\w.]+(?:\.\*)?;\s*\Z|#!\s?/|<\?(?:php|xml)|<!DOCTYPE",
    r"from\s+[\w.]+\s+import\s+[\w*(]|#\s?include\s*[<\"]|#\s?(?:define|ifdef|ifndef|endif|pragma)\b",
    r"using\s+[\w.]+(?:\s[\w.]+)?;|package\s+[\w.]+;|return\b.*;\s*\Z|(?:async\s+)?def\s+\w+\s*\(|(?:async\s)?function\s?\(",
    r"class\s+[A-Z]\w*\s*(?:\(.*\)|\sextends\s.*)?[:{]\s*\Z",
    r"(?:\w+\s+){0,3}(?:func|fn|function)\s+(?:\(.{1,60}\)\s)?\w+(?:<.{1,40}>)?\(",
    r"(?:public|private|protected|static|export|pub)\s+\w+.{0,200}[;{]\s*\Z",
    r"(?:const|let|var|int|float|double|bool|char|unsigned|String|auto)\s+[\w*&<>\[\]]+\s*:?=(?!=)\s*\S",
    r"(?:int|void|float|double|bool|char|unsigned|long)\s+\**\w+\s*[(;\[]",
    r"\}?\s?(?:if|for|while|switch|catch|else\sif)\s*\(.*\)\s*[{;]\s*\Z",
    r"SELECT\s.{1,300}\sFROM\s|INSERT\s+INTO\s|UPDATE\s+\S+\s+SET\s|ALTER\s+TABLE\s|DELETE\s+FROM\s",
    r"CREATE\s+(?:OR\s|UNIQUE\s)?\w*\s?(?:TABLE|INDEX|VIEW|FUNCTION|DATABASE)\s",
    r"\$\s[a-z./]|PS\s[A-Z]:\\|[A-Z]:\\[^>\s]{0,200}>",
    r"\(?[\w.-]{0,40}\)?\s?\[?[\w.-]{1,40}@[\w.-]{1,40}[:\s][^$#]{0,80}[$#]\s",
)
_LIKELY = _any(
    r"import\s+[\w.]+\s*\Z|[\"'][\w.$ -]{1,80}[\"']\s*(?::|=>)\s*\S|[{}\[\]()]{1,6}[;,]{0,2}\s*\Z",
    r"@[A-Za-z][\w.]*\(.*\)\s*\Z|\*/|/\*\*?|>>>\s|[\w.]+\(.*\)\s*;?\s*\Z|\}?\s*(?:else|try|finally|do)\s*[{:]\s*\Z",
    r"(?:for\s+\w+(?:\s?,\s?\w+)*\s+in\s.*|while\s.*[<>=(].*|(?:el)?if\s.*[=(<>\[].*):\s*(?:#.*)?\Z",
    r"(?:with\s+[\w.]+\(.*|except\s+[\w.(].*):\s*(?:#.*)?\Z",
    r"FROM\s[\w./-]+:[\w.-]+|(?:RUN|COPY|CMD|ENTRYPOINT|WORKDIR|ENV)\s+[\[./a-z]|(?:LEFT\s|INNER\s)?JOIN\s\S+\sON\s",
)
_ASSIGNED = _any(
    r"[\w.$*&@:>\[\]\"'-]{1,80}(?:\s?,\s?\w+){0,4}\s?(?::=|[+\-*/|&.]?=)(?![=>])\s?\S",
    r"\w+\s*:\s*[\w.\[\]]+\s*=\s",
)
_ENDING = lazy_pattern(r"(?:[;{}\[(]|\)[:,]|[}\])],|[\w\"'],|\\|&&|\|)\s*(?:(?://|#|/\*).{0,300})?\Z")
_CALL = lazy_pattern(r"[A-Za-z_]\w*(?:(?:\.|->|::)\w+)+\(|[a-z]\w*\(\)|\w\([\w\"'&*]*\)[;,.)]|\]\(|\)\.")
_OPERATOR = lazy_pattern(r"==|!=|=>|->|::|:=|\+=|<=|>=|&&|\|\||\$\{|\{\{|\[\d*\]|\w\[\w|</|/>")
_NAME = lazy_pattern(r"[a-z]_[a-z]|[a-z][A-Z][a-z]|\b\w+\.\w+\.\w")
_COMMENT = lazy_pattern(r"\s*(?://|#\s|/\*|;;|\"{3}|'{3}|:\w+(?: \w+)?: )|\s+\*\s|-- ")
_SYMBOLS = lazy_pattern(r"[{}()\[\];=<>+*/\\|&$#@_\"':%^~]")
_WORD = lazy_pattern(
    r"[(\"'“‘*_]{0,2}(?:[^\W\d_]+(?:['’\-/][^\W\d_]+)*|\d{1,4}(?:st|nd|rd|th|%)?)[.,!?;:…)\"'”’*_]{0,4}\Z"
)
_OTHER_SCRIPT = lazy_pattern(r"[\u0370-\u1fff\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff]")


def shape_of(text: str) -> Shape:
    """Judge one line by itself, by its first characters if it is long."""
    if not text.strip():
        return BLANK
    if _PLAIN.match(text):
        return PROSE
    text = text[:_LOOKED_AT]
    if machine := _machine(text):
        return machine
    indent = text.startswith(("  ", "\t"))
    if _CERTAIN.match(text):
        return Shape("code_block", CERTAIN)
    if _LIKELY.match(text):
        return Shape("code_block", STRONG)
    natural = _reads_like_prose(text)
    if not any(map(str.isalnum, text)):
        return Shape("code_block", 1) if indent else PROSE
    points = max(2 * bool(_COMMENT.match(text)), int(indent), 0 if natural else _code_points(text))
    return Shape("code_block", points) if indent or points > 1 else PROSE


def _machine(text: str) -> Shape | None:
    if _TRACE.match(text):
        return Shape("trace", CERTAIN)
    if _LOG.match(text):
        return Shape("log", CERTAIN)
    if _MAYBE_LOG.match(text):
        return Shape("log", STRONG)
    return Shape("markup", CERTAIN) if "<" in text and _MARKUP.match(text) else None


def _code_points(text: str) -> int:
    assigned, called = bool(_ASSIGNED.match(text)), bool(_CALL.search(text))
    points = 2 * (assigned + called + bool(_ENDING.search(text)))
    points += bool(_OPERATOR.search(text)) + bool(_NAME.search(text))
    dense = 5 * len(_SYMBOLS.findall(text))
    length = len(text) - text.count(" ")
    points += (dense > length) + (dense > 2 * length)
    # Signs alone may be a person's whim; a value set or a function called is not.
    return points if assigned or called else min(points, STRONG)


def _reads_like_prose(text: str) -> bool:
    other = len(_OTHER_SCRIPT.findall(text))
    if other * 10 >= 3 * (len(text) - text.count(" ")):
        return True
    tokens = text.split()
    if len(tokens) == 1 and tokens[0][0] in "\"'":
        return False
    plain = sum(1 for token in tokens if _WORD.match(token))
    return plain > 0 and plain * 10 >= 7 * len(tokens)
