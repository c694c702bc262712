"""Whole kinds of sentences, in several languages: the words are made up, and stand for their kind."""

from __future__ import annotations

import pytest

from style_memory.pipeline.context import detect


def label(message: str) -> str:
    return detect(message).context.label


@pytest.mark.parametrize(
    "message",
    [
        # Opinions and remarks
        "that was the best burger in town",
        "I think this song is totally underrated",
        "honestly the second season was better",
        "such a beautiful day at the lake",
        # Small talk, also with an assistant
        "how long have you been playing the guitar?",
        "what are you having for breakfast",
        "do you dream",
        "dogs or cats?",
        "surprise me",
        # What somebody did
        "we drove to the coast just for ice cream",
        "my cousin taught his parrot to sing",
        "I used to play the trumpet in school",
        # The same in Chinese and Japanese
        "你平时喜欢做什么",
        "你鍾意食甜定係食鹹",
        "我家猫今天又把杯子打翻了",
        "这部电影真好看",
        "這首歌太好聽",
        "聽日一齊去行山",
        "週末はいつも友達とゲームをしています",
        "コーヒーにハマっています",
    ],
)
def test_opinions_small_talk_and_everyday_stories_are_light(message: str) -> None:
    assert detect(message).context.mood == "light"


@pytest.mark.parametrize(
    "message",
    [
        # Loss and loneliness
        "he hasn't called in three weeks",
        "I have no one to talk to here",
        "she doesn't remember my name anymore",
        "my brother won't be coming home",
        # Wronged or mistreated
        "they gave my job to someone else",
        "everyone laughed at me",
        "my teacher makes fun of how I speak",
        "he raised his hand at me again",
        # At the end of one's tether
        "I haven't left my bed since Thursday",
        "nothing gets better",
        "it's eating me up",
        # At the assistant
        "you got it wrong again, how many times",
        "stop making things up",
        "that has nothing to do with my question",
        # The same in Chinese and Japanese
        "男朋友突然把我拉黑了",
        "工作压力大得喘不过气",
        "你怎么又答错了",
        "我頂唔順喇",
        "佢三日冇覆我",
        "同事都排挤我",
        "何をやってもうまくいかない",
        "会社に行きたくない",
    ],
)
def test_trouble_in_a_few_words_is_never_light(message: str) -> None:
    assert detect(message).context.mood in {"serious", "unsure"}


@pytest.mark.parametrize(
    "message",
    [
        "kill the process on port 8080",
        "execute the query again",
        "be patient with me, I'm new to this",
        "the service died on port 443",
        "杀进程",
        "执行脚本",
        "I'm not upset, I just want more pizza",
        "he wants to go to medical school",
        "practice pays off",
        "I'm scared of spiders",
    ],
)
def test_senses_and_negations_are_no_serious_advice(message: str) -> None:
    assert label(message) not in {"crisis", "medical", "legal", "financial", "security", "privacy", "user_upset"}


@pytest.mark.parametrize("message", ["I'm not feeling well", "not happy with any of this", "我不舒服", "一点都不开心"])
def test_a_negated_good_feeling_is_never_light(message: str) -> None:
    assert detect(message).context.mood in {"serious", "unsure"}


@pytest.mark.parametrize(
    "message",
    [
        "The committee recommends a uniform procedure for the registration of external contributors. Applications"
        " received after the closing date remain pending until the subsequent session, and reviewers document each"
        " decision together with the underlying reasons.",
        "This proposal introduces a common interface for schedulers. Existing implementations remain compatible, since"
        " the additional parameters are optional and their defaults preserve the current behaviour.",
        "特此通知，本公司将于下月调整办公时间，敬请谅解。",
    ],
)
def test_documents_are_formal(message: str) -> None:
    assert label(message) == "formal_writing"


@pytest.mark.parametrize(
    "message",
    [
        "You may not use the service to distribute unlawful material, and we may suspend your account.",
        "We collect personal information and disclose it to third party providers.",
    ],
)
def test_terms_of_service_are_serious(message: str) -> None:
    assert detect(message).context.mood == "serious"
