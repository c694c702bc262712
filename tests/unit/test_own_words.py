"""Whose words are these: what is kept of a message, and what is taken out."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import style_memory.pipeline.voice_of_owner as voice_of_owner
from style_memory.pipeline.marks import BORDER
from style_memory.pipeline.voice_of_owner import OwnWords, own_words
from tests.linear_time import assert_grows_linearly

CODES = {
    "code_block", "inline_code", "quote", "log", "trace", "diff", "scaffolding", "summary", "paste",
    "translation_source", "third_party", "url", "markup", "brief",
}  # fmt: skip
DATA = Path(voice_of_owner.__file__).parent.parent / "data" / "scaffolding.toml"


def joined(*parts: str) -> str:
    return BORDER.join(parts)


TRACE = "Traceback (most recent call last):\n  File \"app.py\", line 3, in <module>\n    run(cheerio)\nKeyError: 'mate'"
JAVA_HEAD = 'Exception in thread "main" java.lang.NullPointerException: cheerio mate'
JAVA = f"{JAVA_HEAD}\n\tat com.acme.App.run(App.java:12)\n\t... 3 more"
LOG = "2031-02-03 04:05:06,789 INFO cheerio.mate started\n2031-02-03 04:05:07,001 WARN cheerio.mate is slow"
SYSLOG = "Feb  3 04:05:06 host sshd[12]: cheerio mate\nFeb  3 04:05:07 host sshd[12]: closed"
PATCH = "diff --git a/x.py b/x.py\n--- a/x.py\n+++ b/x.py\n@@ -1,2 +1,2 @@\n-cheerio = 1\n+mate = 2\n unchanged line"
MAIL = "-----Original Message-----\nFrom: Bo\nTo: Al\n\ncheerio mate, see you there"
LETTER = "Dear Ms Quill,\n\nI write to say cheerio mate.\n\nKind regards,\nBo"

CASES: list[tuple[str, str, str, set[str]]] = [
    # name, message, what is kept, codes
    (
        "reminder_of_host",
        "<system-reminder>never use tabs, instead use the search tool</system-reminder>\nok, next file",
        "ok, next file",
        {"scaffolding"},
    ),
    (
        "nested_host_tags",
        "<context><file>a</file><context>b</context></context> thx a lot",
        "thx a lot",
        {"scaffolding"},
    ),
    ("unclosed_host_tag", "go on pls\n<environment_details>\n# Visible files\nmain.py", "go on pls", {"scaffolding"}),
    ("owner_tag", "<user_query>\nmake it snappy lol\n</user_query>", "make it snappy lol", {"scaffolding"}),
    (
        "command_tags",
        "<command-name>/review</command-name>\n<command-args>the login bit pls</command-args>",
        "the login bit pls",
        {"scaffolding"},
    ),
    (
        "local_output",
        "<local-command-stdout>cheerio mate</local-command-stdout>\nnice one",
        "nice one",
        {"scaffolding"},
    ),
    (
        "summary_of_framework",
        "Here is a summary of the conversation to date:\n\nThe user loves to say splendiferous.",
        "",
        {"summary"},
    ),
    (
        "continued_session",
        "This session is being continued from a previous conversation that ran out of context. splendiferous",
        "",
        {"summary"},
    ),
    ("summary_zh", "以下是之前对话的摘要：\n用户喜欢说巴适。", "", {"summary"}),
    ("summary_behind_words", "ok\nPrevious conversation summary:\nuser says splendiferous", "ok", {"summary"}),
    (
        "our_brief",
        'hey\n<style_memory_brief revision="3">\nsays "lol"\n</style_memory_brief>\nship it',
        joined("hey", "ship it"),
        {"brief"},
    ),
    ("quoted_block", "> cheerio mate\n> and so on\n\nnah, I'd rather stay", "nah, I'd rather stay", {"quote"}),
    (
        "fenced_block",
        "lol look at this:\n```\ncheerio mate\n```\nship it",
        joined("lol look at this:", "ship it"),
        {"code_block"},
    ),
    ("unclosed_fence", "wtf is this\n```python\ncheerio = mate", "wtf is this", {"code_block"}),
    ("tilde_fence", "see\n~~~\ncheerio mate\n~~~\nok?", joined("see", "ok?"), {"code_block"}),
    (
        "brother",
        "my brother always says 'cheerio mate' and it drives me nuts",
        joined("my brother always says", "and it drives me nuts"),
        {"third_party"},
    ),
    (
        "letter_between_rules",
        "can you answer this lol\n---\nHello, cheerio mate\nBo\n---\nkeep it short",
        joined("can you answer this lol", "keep it short"),
        {"paste"},
    ),
    ("equals_rules", "so\n=====\ncheerio mate\n=====\nyeah?", joined("so", "yeah?"), {"paste"}),
    ("original_message", f"pls reply nicely\n\n{MAIL}", "pls reply nicely", {"quote"}),
    (
        "attribution",
        "sounds good!\n\nOn Mon, 3 Feb 2031 at 10:00, Bo <bo@example.org> wrote:\n> cheerio mate",
        "sounds good!",
        {"quote"},
    ),
    ("attribution_zh", "好嘞没问题\n\n在 2031年2月3日，小明 写道：\n> 回头见", "好嘞没问题", {"quote"}),
    ("letter", f"is this too stiff?\n\n{LETTER}", "is this too stiff?", {"paste"}),
    ("introduced_mail", "here's the email:\n\ncheerio mate, the meeting is off", "here's the email:", {"paste"}),
    (
        "translate_line",
        "translate this to French: cheerio mate, see you soon",
        "translate this to French:",
        {"translation_source"},
    ),
    ("translate_below", "pls translate:\n\ncheerio mate", "pls translate:", {"translation_source"}),
    ("proofread", "Please proofread: I has went to the shop", "Please proofread:", {"translation_source"}),
    (
        "translate_quoted",
        'how do you say "cheerio mate" in Spanish?',
        joined("how do you say", "in Spanish?"),
        {"translation_source"},
    ),
    ("translate_zh", "帮我翻译下面这段：\n明天再说吧老铁", "帮我翻译下面这段：", {"translation_source"}),
    ("polish_zh", "润色一下：明天再说吧老铁", "润色一下：", {"translation_source"}),
    ("translate_yue", "唔該幫我翻譯呢句：我聽日先得閒", "唔該幫我翻譯呢句：", {"translation_source"}),
    ("translate_ja", "この文章を訳して：\n明日また連絡するね", "この文章を訳して：", {"translation_source"}),
    ("she_said", 'she said "no way in hell" lol so I left', joined("she said", "lol so I left"), {"third_party"}),
    ("said_zh", "他说“回头见”，然后就走了", joined("他说", "，然后就走了"), {"third_party"}),
    ("mother_zh", "我妈总说：饭前洗手\n烦死了哈哈", joined("我妈总说：", "烦死了哈哈"), {"third_party"}),
    ("said_yue", "佢成日話「冇問題」，笑死我", joined("佢成日話", "，笑死我"), {"third_party"}),
    ("said_ja", "母が「早く寝なさい」と言ってた笑", joined("母が", "と言ってた笑"), {"third_party"}),
    (
        "long_quote",
        "I keep reading “the night is dark and full of terrors” everywhere",
        joined("I keep reading", "everywhere"),
        {"quote"},
    ),
    ("guillemets", "pourquoi «il ne faut pas courir ici» haha", joined("pourquoi", "haha"), {"quote"}),
    ("trace", f"ugh again\n{TRACE}\nany idea?", joined("ugh again", "any idea?"), {"trace"}),
    ("trace_java", f"hmm\n{JAVA}", "hmm", {"trace"}),
    ("log", f"so this happened\n{LOG}\nsad", joined("so this happened", "sad"), {"log"}),
    ("syslog", f"{SYSLOG}\nwho is that", "who is that", {"log"}),
    ("diff", f"lgtm?\n{PATCH}", "lgtm?", {"diff"}),
    (
        "bare_code",
        "this breaks\nimport os\n\ndef cheerio(mate):\n    return os.sep + mate\n\nwhy tho",
        joined("this breaks", "why tho"),
        {"code_block"},
    ),
    ("bare_sql", "slow af\nSELECT cheerio FROM mate WHERE id = 3;", "slow af", {"code_block"}),
    ("shell", "did\n$ git push --force\noops", joined("did", "oops"), {"code_block"}),
    ("json", 'got\n{\n  "cheerio": "mate",\n  "n": 1\n}\nweird', joined("got", "weird"), {"code_block"}),
    ("html", 'look\n<div class="x">\n<p>cheerio mate</p>\n</div>\nmeh', joined("look", "meh"), {"markup"}),
    ("table", "nums:\n| a | b |\n|---|---|\n| cheerio | mate |\nthoughts?", joined("nums:", "thoughts?"), {"markup"}),
    ("csv", "stats\nid,name,age\n1,cheerio,33\n2,mate,44\nyep", joined("stats", "yep"), {"markup"}),
    ("chat_export", "read this\n[12:03] bob: cheerio mate\n[12:04] ann: yo", "read this", {"third_party"}),
    ("chat_names", "lmao\nbob: cheerio mate\nann: same\nbob: bye", "lmao", {"third_party"}),
    (
        "transcript",
        "User: make it pop\nAssistant: Certainly! cheerio mate\nHuman: ta",
        joined("make it pop", "ta"),
        {"scaffolding", "third_party"},
    ),
    ("inline_code", "just run `cheerio --mate` pls", joined("just run", "pls"), {"inline_code"}),
    ("link", "see https://example.org/cheerio?mate=1, ok", joined("see", ", ok"), {"url"}),
    ("address", "mail bo@example.org pls", joined("mail", "pls"), {"url"}),
    ("path", "open ~/cheerio/mate.txt and go", joined("open", "and go"), {"url"}),
    ("mention", "@bob: you ok", "you ok", {"markup"}),
    ("tag", "that is <b>so</b> good", joined("that is", "so", "good"), {"markup"}),
    ("placeholder", "tell <name> I'm late", joined("tell", "I'm late"), {"markup"}),
    ("nick_command", "/nick cheerio", "", {"third_party"}),
    ("action", "* bob waves at mate", "", {"third_party"}),
]

PROSE = [
    "don't worry, it's fine; rock 'n' roll is what I'm playin' at, 'cause why not",
    "Error handling is hard",
    "I said no",
    "so here's the plan: (1) sleep, (2) eat :) and then... ship it!!",
    "- first the tests\n- then the docs\n- then a nap",
    "1. first do x\n2. then do y\n3. go home",
    "冒号：这样就行了，好不好？",
    "今天好巴适哦（真的），走嘛",
    ">_< this again",
    "<3 you lot, x < 3 and y > 2",
    ":> ok\n>:( not ok\n>.> hmm\n-> next",
    "* buy milk\n* call mum",
    "frontend: react\nbackend: django\nstep 1: go\nstep 2: stop",
    "12:30 works for me: see you there",
    "well, that's 'nuff said. the users' rights matter",
    'the so-called "expert" left',
    "PS: bring cake\nNote: no nuts",
    "he's 5' 11\" and I'm 6' 2\"",
    "@_@ what a day ^_^ (╯°□°)╯",
    "when you summarize: conclusions first",
    "we meet at 12:30, not at 1:15. 50/50 and/or maybe",
    "好的~~~\n明天见~~~",
    "hmm\n\n\nok then\n",
    'stop saying "lol" to me',
    "let me know what you think, and please keep it short",
    "import taxes are high this year\nfrom now on we buy local",
    "Class is over; see you!\nreturn the book please",
    "привет)))\nкак дела?",
    "WARNING this is long lol",
    "明日は早いです。よろしくお願いします！",
    "what does it mean?\nhow come: nobody knows",
]


@pytest.mark.parametrize(("message", "kept", "codes"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_only_what_the_owner_said_is_kept(message: str, kept: str, codes: set[str]) -> None:
    assert own_words(message) == OwnWords(text=kept, removed=tuple(sorted(codes)))


HOST_MESSAGES = [
    "<task>\nmake it pop lol\n</task>\n\n<environment_details>\n# Current Mode\nACT MODE\n</environment_details>",
    "<user_info>\nOS: x\n</user_info>\n<rules>say cheerio mate</rules>\n<user_query>\nmake it pop lol\n</user_query>",
    "<attachments>\n<attachment>cheerio</attachment>\n</attachments>\n<userRequest>\nmake it pop lol\n</userRequest>",
    "<environment_context>\n<cwd>/srv</cwd>\n</environment_context>\nmake it pop lol",
    "# Context from my IDE setup:\n\n## Open tabs:\n- cheerio.md\n\n## My request for Codex:\nmake it pop lol",
    "--- Content from referenced files ---\ncheerio mate\n--- End of content ---\nmake it pop lol",
    "[Request interrupted by user]\nmake it pop lol",
    "make it pop lol\n\n<system-reminder>\nThe task tools haven't been used. cheerio mate\n</system-reminder>\n",
    "make it pop lol\n<additional_data>\nBelow is some data\n<attached_files>\ncheerio",
]


@pytest.mark.parametrize("message", HOST_MESSAGES)
def test_what_a_host_wraps_around_a_turn_is_taken_out(message: str) -> None:
    found = own_words(message)
    assert found.text.strip() == "make it pop lol"
    assert "scaffolding" in found.removed


@pytest.mark.parametrize("message", PROSE)
def test_prose_comes_back_byte_for_byte(message: str) -> None:
    assert own_words(message) == OwnWords(text=message, removed=())


def test_codes_are_known_and_sorted() -> None:
    found = own_words("see `x` at https://example.org\n> quoted words\n$ git push\nok @bob")
    assert found.removed == tuple(sorted(found.removed))
    assert {"inline_code", "url", "quote", "code_block", "markup"} == set(found.removed) <= CODES


def test_nothing_matches_across_a_removed_stretch() -> None:
    assert "no cap" not in re.sub(r"\s+", " ", own_words("no `x` cap").text)


def test_a_word_about_a_host_tag_does_not_silence_the_rest() -> None:
    assert "thing is annoying lol" in own_words("the <system-reminder> thing is annoying lol").text


def test_addressing_a_model_by_name_is_the_owners_speech() -> None:
    assert own_words("Claude: make it snappy").text == "Claude: make it snappy"


def test_what_the_owner_says_after_a_task_and_a_fence_stays() -> None:
    assert own_words("proofread this:\n```\ncheerio mate\n```\nthanks a bunch").text.endswith("thanks a bunch")


def test_a_standing_wish_about_translations_is_kept() -> None:
    wish = "from now on translate everything like this: short and plain"
    assert own_words(wish).text == wish


ORDINARY = st.text(alphabet="abcdefghijklmnopqrstuvwxyzABC áéñçßжяλ你好吗我们走吧ですか ,.!?…，。！？😀", max_size=200)
FRAGMENTS = st.sampled_from(
    ["```", "`", '"', "'", "“", "”", "「", "」", "<", ">", "> ", "<file>", "</file>", "\n", "\n\n", "---\n",
     "@a", "$ ", ": ", "他说", "she said ", "translate ", "Dear A,\n", "12:03 ", "Assistant:", "lol ", "ok", " ",
     "a.b", "://", "{", "};", "=", "(", ")", "哈哈", "\ufffc", "|", "\t", "1"]
)  # fmt: skip
HOSTILE = st.lists(FRAGMENTS, max_size=40).map("".join)


@given(ORDINARY.filter(lambda text: not re.search(r"\.[A-Za-z]", text)))
def test_text_without_any_trigger_is_unchanged(text: str) -> None:
    assert own_words(text) == OwnWords(text=text, removed=())


@given(HOSTILE)
@settings(max_examples=150, deadline=None)
def test_sifting_twice_changes_nothing_more(text: str) -> None:
    once = own_words(text).text
    assert own_words(once).text == once


@given(HOSTILE.map(lambda text: text.replace("\n", " ")) | st.text(max_size=80))
@settings(max_examples=150, deadline=None)
def test_the_quick_answer_agrees_with_the_full_one(text: str) -> None:
    """A line break makes every rule look."""
    if own_words(text).removed == ():
        assert own_words(f"{text}\n").removed == ()


@given(HOSTILE | st.text(max_size=120))
@settings(max_examples=150, deadline=None)
def test_nothing_is_added_but_the_border_and_order_is_kept(text: str) -> None:
    found = own_words(text)
    position = 0
    for piece in found.text.split(BORDER) if found.removed else [found.text]:
        position = text.find(piece, position) if "\ufffc" not in text else position
        assert position >= 0
    assert set(found.removed) <= CODES


@pytest.mark.parametrize(
    "seed",
    ['"', "'a ", "```\n", "<file>", "<a ", "/a", "a.", "a@", "“", "at (1", "class A ", "|a", "User: ",
     "-", "--- a\n", "***\n", ": ", "[{", "a(", "Dear ", 'he said "',
     "\n", "12:03 ", "\ufffc\n", "translate ", "他说：", "import a", " "],
)  # fmt: skip
def test_hostile_text_takes_linear_time(seed: str) -> None:
    assert_grows_linearly(own_words, seed)


def leaves(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [leaf for part in (value.values() if isinstance(value, dict) else value) for leaf in leaves(part)]


def test_the_data_file_follows_its_schema() -> None:
    data = tomllib.loads(DATA.read_text(encoding="utf-8"))
    assert set(data) == {
        "tags", "openers", "preambles", "roles", "mail", "letters", "reporting", "introducing", "speech",
    }  # fmt: skip
    assert all(set(entry) == {"begin", "end"} for entry in data["preambles"])
    assert all(leaf.strip() and leaf == leaf.lower() for leaf in leaves(data))


def test_no_list_of_the_data_file_repeats_an_entry() -> None:
    data = tomllib.loads(DATA.read_text(encoding="utf-8"))
    lists = {
        f"{table}.{name}": entries
        for table, part in data.items()
        if isinstance(part, dict)
        for name, entries in part.items()
    }
    repeated = {name: sorted({str(e) for e in entries if entries.count(e) > 1}) for name, entries in lists.items()}
    assert not {name: entries for name, entries in repeated.items() if entries}


def test_every_summary_opener_takes_the_whole_message() -> None:
    data = tomllib.loads(DATA.read_text(encoding="utf-8"))
    survived = [opener for opener in data["openers"]["summary"] if own_words(f"{opener} splendiferous").text]
    assert survived == []
