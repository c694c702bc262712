from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from style_memory.pipeline.context import UNKNOWN, detect, detect_in, known_labels
from style_memory.pipeline.context.detection import Detected, decided
from style_memory.pipeline.context.evidence import Scores, scores


def label(message: str) -> str:
    return detect(message).context.label


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("my landlord won't give back my deposit, what can I do", "legal"),
        ("Is it legal to record a phone call?", "legal"),
        ("can my boss make me work on a public holiday", "legal"),
        ("房东突然要涨租还要赶我走怎么办", "legal"),
        ("老細唔肯出糧", "legal"),
        ("should i take 500mg with food", "medical"),
        ("my left arm went numb this morning", "medical"),
        ("孩子烧到39度了要不要去医院", "medical"),
        ("我媽媽血糖好高點算", "medical"),
        ("me duele mucho la cabeza", "medical"),
        ("why was my card payment declined twice", "financial"),
        ("how do I file taxes as a freelancer", "financial"),
        ("公积金能不能提出来还房贷", "financial"),
        ("someone hacked into my email account", "security"),
        ("delete all my personal data please", "privacy"),
        ("I don't want to live anymore", "crisis"),
        ("我真的不想活了", "crisis"),
        ("死にたい", "crisis"),
    ],
)
def test_a_serious_message_is_recognised(message: str, expected: str) -> None:
    assert label(message) == expected


@pytest.mark.parametrize(
    "message",
    [
        "this is terrible",
        "I'm so disappointed in you",
        "气死我了",
        "why can't you just listen",
        "my dog died this morning",
        "that's not what I asked for",
        "wow thanks for nothing",
        "我分手了",
        "佢又呃我，好嬲",
        "もう嫌だ、疲れた",
        "I am not happy with this",
        "一点都不开心",
    ],
)
def test_a_short_upset_remark_is_never_light(message: str) -> None:
    assert detect(message).context.mood in {"serious", "unsure"}


@pytest.mark.parametrize(
    "message",
    [
        "hey how's it going",
        "lol that's hilarious",
        "what's your favorite pizza topping?",
        "thanks, you're the best!",
        "I finally finished that book, so good",
        "good morning :)",
        "😂😂",
        "哈哈哈笑死",
        "得閒飲茶",
        "周末一起打球吗",
        "おはよう！今日はいい天気だね",
        "jajaja qué bueno",
        "tell me a joke",
        "who made you",
    ],
)
def test_chit_chat_is_light(message: str) -> None:
    assert detect(message).context.mood == "light"


@pytest.mark.parametrize(
    "message",
    [
        "killing the process didn't help",
        "this bug is killing me",
        "the build died",
        "is castling through check a legal move in chess",
        "doctor the image a bit so it looks brighter",
        "I'm a cancer, what's my zodiac match",
        "we sat on the bank of the river",
        "the suicide squad movie was fun",
        "he's dying to meet you haha",
        "add a power bank to the list",
        "这个游戏的攻击力太高了",
        "这个需求的痛点是什么",
    ],
)
def test_a_telling_word_in_another_sense_is_not_serious_advice(message: str) -> None:
    serious = {"crisis", "medical", "legal", "financial", "security", "privacy", "user_upset"}
    assert label(message) not in serious


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("write a python function to reverse a string", "technical_chat"),
        ("这个函数怎么优化", "technical_chat"),
        ("Traceback (most recent call last): KeyError", "serious_debugging"),
        ("prod is down, everything returns 502", "incident_response"),
        ("draft an email to my professor", "formal_writing"),
        ("帮我写一封辞职信", "formal_writing"),
        ("write a short story about a fox", "creative_writing"),
        ("plan a 3 day trip to Rome", "planning"),
        ("brainstorm names for my bakery", "brainstorming"),
    ],
)
def test_work_is_recognised(message: str, expected: str) -> None:
    assert label(message) == expected


@pytest.mark.parametrize("message", ["", "   ", "k", "Headphones.", "the second one", "set an alarm for 7", "12 34"])
def test_a_message_without_evidence_is_unknown_and_unsure(message: str) -> None:
    detected = detect(message)
    assert (detected.context.label, detected.certainty) == ("unknown", "unsure")


@pytest.mark.parametrize(
    "message",
    ["haha my chest pain is back lol 😂", "lol I got sued", "哈哈哈我被裁员了", "omg my bank account was hacked haha"],
)
def test_laughter_does_not_lighten_a_serious_word(message: str) -> None:
    assert detect(message).context.mood == "serious"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("I want to kms lol", {"crisis"}),
        ("i wanna unalive myself haha", {"crisis"}),
        ("everyone would be better off if i was gone lol", {"crisis"}),
        ("my bf put his hands around my neck lol", {"crisis"}),
        ("我唔想做人喇😂", {"crisis"}),
        ("昨晚又割手了嘻嘻", {"crisis"}),
        ("もう無理w 死のうかな", {"crisis"}),
        ("リスカしちゃったw", {"crisis"}),
        ("db dropped in prod 😂😂", {"incident_response"}),
        ("lol i just ran rm -rf on the prod server", {"incident_response"}),
        ("生产库被我删了哈哈哈", {"incident_response"}),
        ("本番落ちたw", {"incident_response"}),
        ("haha pushed our api key to github", {"security"}),
        ("炒鱿鱼了哈哈哈", {"user_upset", "legal", "financial"}),
        ("今日俾人炒咗😂", {"user_upset", "legal", "financial"}),
        ("got canned lol", {"user_upset", "legal", "financial"}),
        ("クビになったw", {"user_upset", "legal", "financial"}),
        ("我妈今天走了", {"user_upset"}),
        ("grandma didn't make it lol", {"user_upset"}),
        ("猫が虹の橋を渡ったw", {"user_upset"}),
        ("被甩了哈哈哈", {"user_upset"}),
        ("撞車喇😂", {"legal", "medical"}),
        ("i have court tomorrow lol", {"legal"}),
        ("maxed out all my cards haha", {"financial"}),
        ("having a full on panic attack haha", {"user_upset", "medical"}),
    ],
)
def test_slang_and_euphemisms_told_with_laughter_are_what_they_say(message: str, expected: set[str]) -> None:
    assert label(message) in expected


@pytest.mark.parametrize(
    "message",
    [
        "windows kms activation keeps asking for a key",
        "ran 10 kms today haha",
        "this bug makes me wanna die lol",
        "dropped the db column on purpose, migration is clean",
        "他走了，我们也下班吧哈哈",
        "我走咗先，聽日見",
        "my phone died lol brb",
        "got fired up for the game tonight lol",
        "lost my keys again haha",
        "饿死了饿死了，吃啥呀",
        "社死现场哈哈哈哈",
        "可愛すぎて死ぬw",
        "お腹すいて死にそうw",
        "no disclaimers",
        "I hate bullet points and love tables",
    ],
)
def test_slang_in_its_harmless_sense_is_not_serious_advice(message: str) -> None:
    serious = {"crisis", "medical", "legal", "financial", "security", "privacy", "user_upset", "incident_response"}
    assert label(message) not in serious


@pytest.mark.parametrize(
    "message",
    [
        "they came and took everything this time lol",
        "他们昨天把门封了哈哈",
        "佢哋聽日就嚟攞走佢😂",
        "あの人もう戻らないってw",
    ],
)
def test_laughter_alone_makes_no_story_light(message: str) -> None:
    assert detect(message).context.mood != "light"


@pytest.mark.parametrize("message", ["haha", "lol nice one", "😂😂", "哈哈哈", "haha what's your favorite movie", "ww"])
def test_laughter_is_light_alone_or_beside_something_light(message: str) -> None:
    assert detect(message).context.mood == "light"


@pytest.mark.parametrize("message", ["はい", "うん", "SELECT * FROM users WHERE u = 1; -- lol"])
def test_assent_in_a_word_and_queries_are_not_light(message: str) -> None:
    assert detect(message).context.mood in {"unsure", "neutral"}


def test_a_crisis_goes_before_any_other_serious_word() -> None:
    assert label("my lawyer and my doctor know that I want to die") == "crisis"


def test_everyday_words_do_not_hide_a_serious_phrase_that_begins_among_them() -> None:
    assert label("i want to die") == "crisis"
    assert label("你好煩") == "user_upset"


def test_an_unclear_trace_of_something_serious_keeps_play_out() -> None:
    assert detect("haha ok").context.mood == "light"
    assert detect("haha ok the police and the judge").context.mood != "light"


def test_typographic_and_missing_apostrophes_are_the_same() -> None:
    spelled = [f"I don{apostrophe}t want to live anymore" for apostrophe in ("’", "‘", "ʼ", "`", "´", "＇", "'", "")]
    assert {label(text) for text in spelled} == {"crisis"}


def test_i_will_is_not_being_ill() -> None:
    assert scores("i'll see you there").of("medical") == 0


def test_japanese_is_not_searched_for_chinese_words() -> None:
    assert scores("花火大会に行きました").of("user_upset") == 0
    assert scores("火大").of("user_upset") > 0


def test_a_repeated_phrase_counts_once() -> None:
    assert scores("haha haha haha").topics == scores("haha").topics


def test_everyday_words_weigh_less_the_longer_the_message() -> None:
    topics = {"casual": 1.5}
    assert decided(Scores(topics=topics, length=10)).context.mood == "light"
    assert decided(Scores(topics=topics, length=200)).context.mood == "unsure"


def test_more_evidence_makes_it_sure() -> None:
    assert decided(Scores(topics={"medical": 1.0}, length=5)).certainty == "likely"
    assert decided(Scores(topics={"medical": 2.0}, length=5)).certainty == "sure"


@pytest.mark.parametrize(
    ("turns", "expected"),
    [
        (["my chest hurts and my left arm is numb", "haha ok thanks 😂", "cool"], "medical"),
        (["我妈今天走了", "哈哈没事", "谢谢你😂"], "user_upset"),
        (["prod is down", "k"], "incident_response"),
        (["i got sued", "the second one"], "legal"),
        (["死にたい", "はい"], "crisis"),
    ],
)
def test_a_serious_moment_lingers(turns: list[str], expected: str) -> None:
    detected = detect_in(turns)
    assert (detected.context.label, detected.certainty) == (expected, "likely")


@pytest.mark.parametrize(
    ("turns", "mood"),
    [
        (["my chest hurts", "what's your favorite movie?"], "light"),
        (["my chest hurts", "refactor this python function"], "neutral"),
        (["我被裁了", "周末去吃火锅吗"], "light"),
    ],
)
def test_a_new_topic_ends_a_serious_moment(turns: list[str], mood: str) -> None:
    assert detect_in(turns).context.mood == mood


def test_nothing_is_light_after_a_crisis() -> None:
    turns = ["I want to kms lol", "jk haha", "tell me a joke", "what's your favorite movie?"]
    assert [detect_in(turns[:many]).context.label for many in (1, 2, 3, 4)] == ["crisis"] * 4


def test_a_crisis_outlasts_a_later_serious_moment() -> None:
    assert detect_in(["i want to die", "i got sued too", "lol"]).context.label == "crisis"
    assert detect_in(["i want to die", "i'm so sad"]).context.label == "crisis"


def test_only_the_last_four_messages_count() -> None:
    assert detect_in(["i got sued", "ok", "ok", "haha"]).context.mood == "serious"
    assert detect_in(["i got sued", "ok", "ok", "ok", "haha"]).context.mood == "light"


def test_a_conversation_without_messages_is_unknown() -> None:
    assert detect_in([]) == Detected(context=UNKNOWN, certainty="unsure")


@given(st.text(max_size=200))
def test_one_message_alone_is_a_conversation_of_its_own(message: str) -> None:
    assert detect_in([message]) == detect(message)


@given(
    st.lists(st.sampled_from(["i want to die", "haha", "thanks 😂", "tell me a joke", "周末去吃火锅吗"]), max_size=3)
)
def test_whatever_follows_a_crisis_is_not_light(after: list[str]) -> None:
    assert detect_in(["我不想活了", *after]).context.mood != "light"


@given(st.text(max_size=200))
def test_whatever_the_message_the_label_is_a_known_one(message: str) -> None:
    assert label(message) in {"unknown", *known_labels()}


@given(st.text(max_size=200))
def test_the_same_message_gets_the_same_answer(message: str) -> None:
    assert detect(message) == detect(message)


@pytest.mark.parametrize(
    "odd", ["(", "a.", "你", "my ", "$", "_a", "can you ", "/a", "\\a", "😀", "tell me a ", "ﷺ", "`"]
)
def test_4000_odd_characters_take_no_time(odd: str) -> None:
    took = []
    for _ in range(3):
        started = time.perf_counter()
        detect(odd * 4_000)
        took.append(time.perf_counter() - started)
    assert min(took) < 0.1
