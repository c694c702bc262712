"""Finds the habits that the owner turns against: "stop saying lol", "I don't say yolo any more", 别说绝绝子了."""

from __future__ import annotations

from itertools import takewhile

import regex

from style_memory.domain.sightings import Contrary
from style_memory.pipeline.lazy_patterns import lazy_unicode_pattern
from style_memory.pipeline.signals.emoji import EMOJI

#: The text that stands for all emoji.
ALL_EMOJI = "emoji"


def contrary_to(text: str) -> list[Contrary]:
    """The texts that the owner wants said no more, at most four; ordinary orders and pronouns name nothing."""
    if _TELL.search(text) is None:
        return []
    names = _names_in_spaced(text) if text.isascii() else [*_names_in_spaced(text), *_names_in_unspaced(text)]
    return [Contrary(text=name) for name in list(dict.fromkeys(names))[:_MOST]]


_MOST = 4
_LONGEST = 40
_MOST_WORDS = 4
_MOST_UNSPACED = 8

_TELL = lazy_unicode_pattern(
    r"(?i)stop|quit|don['’]?t|do not|never|no more|enough|any ?more|no longer|cut (?:it )?out|"
    r"[别別咪甭]|不要|不准|不许|不許|不再|唔好|唔再|不说|不說|不用|ないで|やめ|止め|禁止|なし"
)

# What may stand before an order without making it a report about somebody else.
_OPENING = (
    r"(?:^|(?<=[.!?;:,…\n\r\uFFFC—–(]))[\s\"'“‘]*+"
    r"(?:(?:please|pls|plz|hey|ok|okay|so|and|but|also|just|seriously|now|well|oh|yo|lol|man|dude|bro|again|then|yeah|"
    r"can you|could you|would you|will you|can we|you should|you must|you can|you need to|i want you to|i need you to|"
    r"i'd like you to|i told you to|i said|from now on|let's|i(?:'m| am) (?:going|trying) to|"
    r"i(?:'ll| will| should| must| need to| want to| have to| gotta)|remember to|try to)[,\s]++){0,4}+"
)
_WANTED_DONE = r"(?:say|use|write|type|send|put|drop|go|do|text|spam|reply with|sign off with|call me)"
_BEING_DONE = (
    r"(?:saying|using|writing|typing|sending|putting|adding|dropping|texting|spamming|overusing|repeating|"
    r"replying with|calling me|with)"
)
_ZH_OPENING = (
    r"(?<!\p{Han})(?:请|請|麻烦|麻煩|拜托|拜託|求你|"
    r"以后|以後|你|能不能|可以|能|都|就|我们|我們|[、，,\s]){0,4}+"
)
_ZH_SAY = r"(?:说|說|讲|講|用|发|發|打|刷|写|寫|叫我|喊我)"
_I_NOW = r"我(?:现在|現在|已经|已經|以后|以後)?(?:都|就)?"
_AGAINST_SPACED = lazy_unicode_pattern(
    "(?im)"
    + "|".join(
        (
            rf"{_OPENING}(?:stop|quit|cease|cut out|enough) (?:it )?{_BEING_DONE} ++",
            rf"{_OPENING}(?:no more|lay off) ++",
            rf"{_OPENING}(?:don['’]?t|do not|never) (?:ever |you dare |keep |always )?"
            rf"(?:{_WANTED_DONE}|{_BEING_DONE}) ++",
            r"\bi (?:really |just )?(?:don['’]?t|do not) (?:ever )?(?:say|use|write|type) ++"
            r"(?=[^.!?;\n]{1,60}?\bany ?more\b)",
            r"\bi(?: no longer|['’]ve stopped| have stopped|['’]m done| am done) "
            r"(?:say|use|write|type|saying|using|writing|typing) ++",
        )
    )
)
_AGAINST_UNSPACED = lazy_unicode_pattern(
    "(?i)"
    + "|".join(
        (
            rf"{_ZH_OPENING}(?:别|別|不要|不准|不许|不許|唔好|咪|甭)(?:再|老是|老|总是|總是|总|總|一直|成日)?"
            rf"(?:给我|給我|跟我|对我|對我|同我)?{_ZH_SAY}(?:什么|什麼|啥|乜)?\s*+",
            rf"{_I_NOW}(?:不再|唔再|不)(?:说|說|讲|講|用|发|發)\s*+(?=[^。！？；，,.!?;\n]{{1,20}}?[了啦喇])",
            rf"{_I_NOW}(?:不再|唔再)(?:说|說|讲|講|用|发|發)\s*+",
        )
    )
)
# In Japanese the order follows what it is about.
_AGAINST_BEFORE = lazy_unicode_pattern(
    r"(?:^|(?<=[。！？；、，,.!?;\n\s]))(?:もう|頼むから|お願いだから|あと|今後|二度と)?(?P<thing>[^。！？；、，,.!?;\n\s]{1,24}?)"
    r"(?:って(?:言葉|言い方)?|という(?:言葉|の|表現)?|とか|を|は|も|と)(?:もう|二度と|絶対に?|あまり|いちいち)?"
    r"(?:言わないで|言うのを?は?(?:やめ|止め)|言うな|使わないで|使うのを?は?(?:やめ|止め)|使うな|書かないで|打たないで|"
    r"送らないで|つけないで|付けないで|やめて|止めて|禁止|なしで)"
)

_CLAUSE_END = lazy_unicode_pattern(r"[.!?;:,…。！？；：，\n\r\uFFFC()（）—–]")
_QUOTED = lazy_unicode_pattern(
    r"""\s*+(?:the (?:word|phrase|expression|term)s? )?(?:['‘"“「『«](?P<said>[^'’"”」』»\n]{1,40})['’"”」』»])"""
)
_EMOTICON = lazy_unicode_pattern(r"(?P<said>[:;=8xX][-'^]?[()DPpOo3/|*]+(?!\w)|<3|\^_*\^)")
# "lol, lmao or rofl": commas join only where the last word is joined by a conjunction.
_SERIES = lazy_unicode_pattern(r"(?i)\S{1,20}(?:, ?\S{1,20}){1,3}?,? (?:and|or|nor) [^\s.,!?;]{1,20}")
_SERIES_BETWEEN = lazy_unicode_pattern(r"(?i),? (?:and|or|nor) |, ?")
_TAIL = lazy_unicode_pattern(
    r"(?i)\s++(?:to|at|with|around|in|on|for|from|when|whenever|while|because|cause|cuz|since|if|after|before|until|every|"
    r"all|so|that|which|like|any ?more|again|please|pls|plz|thanks|thx|now|already|ever|okay|ok|today|too|as|"
    r"lol|man|dude|bro|at the end|everywhere|constantly|but|then)\b.*"
    r"|(?<=\S)(?:而且|但是|但|不过|不過|然后|然後|并且|並且|同时|同時|但係).*"
    r"|(?:了吧|好吗|好嗎|好不好|行吗|行嗎|可以吗|可以嗎|得唔得|[了啦喇吧呀啊喔哦嘛])+$"
    r"|(?:这种|這種|这个|這個|这些|這些|之类|之類|这样|這樣|呢個|呢啲)(?:的|嘅)?(?:话|話|词|詞|字|表情|语气词|語氣詞|嘢)?.*$"
)
_HEAD = lazy_unicode_pattern(
    r"(?i)^(?:(?:the (?:word|phrase|expression|term|emoji|emojis)s?|words? like|phrases? like|things like|stuff like|"
    r"so many|so much|too many|all the|all those|these|those|all of the|the|your|any|all|damn|stupid)\s++){1,3}+"
    r"|^(?:那么多|那麼多|这么多|這麼多|太多|咁多|任何|这个词|这些)"
)
_KIND_AFTER = lazy_unicode_pattern(r"(?i)\s++(?:emojis?|emoticons?|smileys?|faces?|thing|stuff|word|phrase)$")
_BETWEEN = lazy_unicode_pattern(
    r"(?i)\s++(?:and|or|nor)\s++|\s*+[、/&]\s*+|(?<=\S)(?:和|跟|与|與|或者|或|同埋|同|と|や)(?=\S)"
)
# "Stop saying lol and be concise": what follows is another order, whose words are no names.
_NEXT_ORDER = lazy_unicode_pattern(
    r"(?i)^\s*+(?:be|keep|give|start|stop|quit|avoid|say|use|make|get|go|just|always|never|please|pls|plz|do|don['’]?t|try|"
    r"answer|reply|respond|write|speak|talk|let|tell|show|ask|put|send|add|skip|drop|cut|explain|saying|using|"
    r"keep saying)\s"
    r"|^\s*+(?:要|请|請|说|說|讲|講|用|写|寫|回答|答|先|直接|简短|簡短|别|別|不要|唔好|改|换|換|多)"
)
_REPORT = lazy_unicode_pattern(
    r"(?i)\b(?:said|says|say|told|tells|wrote|writes|asked|asks)(?: \w+)?\s*[:,]?\s*[\"'“‘]?$"
)
_BY_OWNER = lazy_unicode_pattern(r"(?i)\b(?:i|i['’]ve|as i)\s*+$")
_REPORTED = lazy_unicode_pattern(r"(?:とは|って|と)(?:言|い)(?:って(?:い)?ない|って(?:い)?ません|われ|ってた|った)")
_EMOJI_IN_GENERAL = lazy_unicode_pattern(
    r"(?i)^(?:emojis?|smileys|smilies|表情|表情符号|表情符號|表情包|小表情|絵文字|emoji ?表情)$"
)
_CLUSTER = lazy_unicode_pattern(r"\X")
_MEANINGFUL = lazy_unicode_pattern(r"[\p{L}\p{S}]|[:;=xX][-']?[()DPpOo3]")
_UNSPACED = lazy_unicode_pattern(r"[\p{Han}\p{Hiragana}\p{Katakana}]")
# Objects that begin with these words name no text: "stop saying that", "don't say anything".
_NO_NAME = lazy_unicode_pattern(
    r"(?i)^(?:i|you|he|she|it|its|it's|we|they|me|him|her|us|them|this|that|these|those|my|your|his|our|their|a|an|any|"
    r"anything|something|nothing|everything|stuff|things?|one|ones|what|who|how|why|when|where|which|whatever|so|such|no|"
    r"not|if|to|too|there|there's|that's|i'm|you're|he's|she's|they're|we're|some|much|many|more|than|about|up|out|off|on|"
    r"in|and|or|the|port|of|for|with|at|all|every|each|both|either|neither|words?|phrases?|text|code)(?![\w'’])"
    r"|^(?:我|你|您|他|她|它|佢|咱|这|這|那|哪|什么|什麼|甚麼|谁|誰|啥|自己|话|話|谎|謊|大话|大話|笑|脏话|有|没|冇|是|不|人|嘢|呢|嗰|再|得|"
    r"这样|こと|もの|それ|これ|あれ|そう|そんな|そういう|何|誰|私|俺|僕|あなた|君|の)"
)


def _names_in_spaced(text: str) -> list[str]:
    orders = (match for match in _AGAINST_SPACED.finditer(text) if not _is_reported(text, match))
    return [name for match in orders for name in _names_after(text, match)]


def _names_in_unspaced(text: str) -> list[str]:
    after = [name for match in _AGAINST_UNSPACED.finditer(text) for name in _names_after(text, match)]
    orders = (match for match in _AGAINST_BEFORE.finditer(text) if not _REPORTED.match(text, match.end()))
    before = [name for match in orders for name in _names(match["thing"])]
    return after + before


def _is_reported(text: str, match: regex.Match[str]) -> bool:
    """Whether the order is somebody else's: "he told me: stop saying lol"."""
    before = text[max(0, match.start() - _LONGEST) : match.start()]
    said = _REPORT.search(before)
    return said is not None and not _BY_OWNER.search(before, 0, said.start())


def _names_after(text: str, match: regex.Match[str]) -> list[str]:
    at = match.end()
    whole = _QUOTED.match(text, at) or _EMOTICON.match(text, at)
    if whole is not None:
        return [name for name in [_trimmed(whole["said"])] if _is_nameable(name)]
    series = _SERIES.match(text, at)
    if series is not None:
        first, *others = _SERIES_BETWEEN.split(series.group())
        more = takewhile(lambda word: not _NEXT_ORDER.match(word + " "), others)
        return [name for word in (first, *more) for name in _parts(word)]
    end = _CLAUSE_END.search(text, at)
    return _names(text[at : end.start() if end else at + 3 * _LONGEST])


def _names(phrase: str) -> list[str]:
    first, *others = _BETWEEN.split(_TAIL.sub("", phrase[: 3 * _LONGEST], count=1))
    more = takewhile(lambda part: not _NEXT_ORDER.match(part), others)
    return [name for part in (first, *more) for name in _parts(part)]


def _parts(part: str) -> list[str]:
    """The emoji of one part each alone, and its words if they name something."""
    pictures = [picture.group() for picture in EMOJI.finditer(part)]
    if pictures:
        return list(dict.fromkeys(pictures))
    said = _QUOTED.fullmatch(part.strip())
    name = _trimmed(said["said"]) if said else _KIND_AFTER.sub("", _HEAD.sub("", _trimmed(_TAIL.sub("", part))))
    if _EMOJI_IN_GENERAL.match(name):
        return [ALL_EMOJI]
    if said is None and (_NO_NAME.match(name) or _is_long(name)):
        return []
    return [name] if _is_nameable(name) else []


def _trimmed(phrase: str) -> str:
    return " ".join(phrase.split()).strip(" \"'“”‘’「」『』«»*_~`")


def _is_nameable(name: str) -> bool:
    return _MEANINGFUL.search(name) is not None and len(_CLUSTER.findall(name)) <= _LONGEST


def _is_long(name: str) -> bool:
    """Whether words without quotation marks are more than a turn of phrase."""
    return len(name) > _MOST_UNSPACED if _UNSPACED.search(name) else len(name.split()) > _MOST_WORDS
