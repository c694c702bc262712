"""The built-in dictionary's Chinese, Japanese and Korean entries."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib import resources
from itertools import product

import pytest

from style_memory.domain.kinds import HabitKind
from style_memory.pipeline.signals.dictionary import Dictionary
from style_memory.pipeline.signals.dictionary_files import Entry, fold, from_toml

DATA = resources.files("style_memory") / "pipeline" / "data"
# file -> the locales that its entries may have, each with its subdivisions
LOCALES = {
    "zh-cantonese": "zh-cantonese",
    "zh-CN-sichuan": "zh-CN-sichuan",
    "zh-CN-dongbei": "zh-CN-dongbei",
    "zh-CN-shanghai": "zh-CN-shanghai",
    "zh-TW-minnan": "zh-TW-minnan",
    "zh-CN": "zh",
    "zh-CN-internet": "zh-CN-internet",
    "zh-TW": "zh-TW",
    "ja": "ja",
    "ko": "ko",
}


def read(name: str) -> str:
    return (DATA / "dictionary" / f"{name}.toml").read_text(encoding="utf-8")


ENTRIES = {name: from_toml(read(name), name) for name in LOCALES}
EVERY = [entry for entries in ENTRIES.values() for entry in entries]
DICTIONARY = Dictionary(EVERY)


def found(text: str) -> list[str]:
    return [sighting.text for sighting in DICTIONARY.sightings(text)]


def messages(entry: Entry, form: str) -> Iterator[str]:
    """Short messages that keep the entry's own rules."""
    space = " " if entry.by_word else ""
    for before, after in product(entry.only_after or ("",), entry.only_before or ("",)):
        yield f"{before}{space if before else ''}{form}{space if after else ''}{after}"


@pytest.mark.parametrize("name", LOCALES)
def test_a_file_opens_with_how_to_add_an_entry(name: str) -> None:
    head = read(name).split("\n\n")[0]
    assert all(line.startswith("#") for line in head.splitlines())
    assert "To add an entry" in head
    assert "docs/dictionary.md" in head


@pytest.mark.parametrize("name", LOCALES)
def test_every_entry_has_a_locale_of_its_file(name: str) -> None:
    assert {entry.locale for entry in ENTRIES[name] if not str(entry.locale).startswith(LOCALES[name])} == set()


def test_no_spelling_belongs_to_two_entries() -> None:
    spellings = Counter(fold(form) for entry in EVERY for form in entry.forms)
    assert [form for form, count in spellings.items() if count > 1] == []


def test_every_spelling_of_every_entry_can_be_found() -> None:
    forms = [(entry, form) for entry in EVERY for form in entry.forms]
    assert [form for entry, form in forms if all(entry.text not in found(m) for m in messages(entry, form))] == []


def test_every_context_label_is_known() -> None:
    labels = set(tomllib.loads((DATA / "contexts.toml").read_text(encoding="utf-8"))["labels"])
    assert {label for entry in EVERY for label in (*entry.use_when, *entry.avoid_when)} <= labels


def test_no_entry_is_offered_for_serious_or_formal_moments() -> None:
    assert all({"formal_writing", "high_stakes_advice", "user_upset"} <= set(entry.avoid_when) for entry in EVERY)


def test_dialect_and_slang_name_the_moments_that_they_fit() -> None:
    slang = [entry for entry in EVERY if entry.kind is HabitKind.DIALECT_MARKER or entry.locale == "zh-CN-internet"]
    assert all({"casual_chat", "joking"} <= set(entry.use_when) for entry in slang)


def test_particles_stand_at_the_end_of_a_clause() -> None:
    assert all(entry.at_end for entry in EVERY if entry.kind is HabitKind.SENTENCE_FINAL_PARTICLE)


@pytest.mark.parametrize(
    ("text", "habit", "kind", "locale"),
    [
        ("这家火锅巴适得很", "巴适", "dialect_marker", "zh-CN-sichuan"),
        ("要得", "要得", "dialect_marker", "zh-CN-sichuan"),
        ("要得，明天见", "要得", "dialect_marker", "zh-CN-sichuan"),
        ("你懂个锤子", "锤子", "dialect_marker", "zh-CN-sichuan"),
        ("这个接口咋个调嘛", "咋个", "dialect_marker", "zh-CN-sichuan"),
        ("今天过得安逸得很", "安逸", "dialect_marker", "zh-CN-sichuan"),
        ("雄起！", "雄起", "dialect_marker", "zh-CN-sichuan"),
        ("唔該", "唔該", "dialect_marker", "zh-cantonese"),
        ("唔该，俾份文件我", "唔該", "dialect_marker", "zh-cantonese"),
        ("唔該晒", "唔該晒", "dialect_marker", "zh-cantonese"),
        ("點解咁慢", "點解", "dialect_marker", "zh-cantonese"),
        ("点解会咁样", "點解", "dialect_marker", "zh-cantonese"),
        ("佢喺度等你", "喺度", "dialect_marker", "zh-cantonese"),
        ("好似佢咁叻", "好似", "dialect_marker", "zh-cantonese"),
        ("都幾好食㗎", "㗎", "sentence_final_particle", "zh-cantonese"),
        ("得喎", "喎", "sentence_final_particle", "zh-cantonese"),
        ("我一個人去啫", "啫", "sentence_final_particle", "zh-cantonese"),
        ("唔係我整嘅。", "嘅", "sentence_final_particle", "zh-cantonese"),
        ("咋整啊", "咋整", "dialect_marker", "zh-CN-dongbei"),
        ("这玩意贼拉好使", "贼拉", "dialect_marker", "zh-CN-dongbei"),
        ("嘎嘎香", "嘎嘎", "dialect_marker", "zh-CN-dongbei"),
        ("来唠嗑啊", "唠嗑", "dialect_marker", "zh-CN-dongbei"),
        ("侬好", "侬好", "dialect_marker", "zh-CN-shanghai"),
        ("阿拉今朝去吃饭", "今朝", "dialect_marker", "zh-CN-shanghai"),
        ("这样可以伐？", "伐", "sentence_final_particle", "zh-CN-shanghai"),
        ("水啦！", "水啦", "dialect_marker", "zh-TW-minnan"),
        ("拍謝，我晚點到", "歹勢", "dialect_marker", "zh-TW-minnan"),
        ("很難齁", "齁", "sentence_final_particle", "zh-TW-minnan"),
        ("蛤？真的假的", "蛤", "catchphrase", "zh-TW"),
        ("有一说一，这个方案不错", "有一说一", "catchphrase", "zh"),
        ("有一說一", "有一说一", "catchphrase", "zh"),
        ("说白了就是缓存没清", "说白了", "catchphrase", "zh"),
        ("整挺好", "整挺好", "catchphrase", "zh"),
        ("就这样嘛", "嘛", "sentence_final_particle", "zh"),
        ("那就改呗~", "呗", "sentence_final_particle", "zh"),
        ("收到哈", "哈", "sentence_final_particle", "zh"),
        ("好哒", "哒", "sentence_final_particle", "zh"),
        ("绝绝子", "绝绝子", "catchphrase", "zh-CN-internet"),
        ("YYDS", "yyds", "catchphrase", "zh-CN-internet"),
        ("这库yyds", "yyds", "catchphrase", "zh-CN-internet"),
        ("我直接破防", "破防", "catchphrase", "zh-CN-internet"),
        ("救命！", "救命", "catchphrase", "zh-CN-internet"),
        ("栓q", "栓Q", "catchphrase", "zh-CN-internet"),
        ("完了芭比Q了", "芭比Q了", "catchphrase", "zh-CN-internet"),
        ("666", "666", "catchphrase", "zh-CN-internet"),
        ("老铁666！", "666", "catchphrase", "zh-CN-internet"),
        ("u1s1 文档写得还行", "u1s1", "catchphrase", "zh-CN-internet"),
        ("それでいいじゃん！", "じゃん", "sentence_final_particle", "ja"),
        ("お先っす", "っす", "sentence_final_particle", "ja"),
        ("そうだよねー", "よね", "sentence_final_particle", "ja"),
        ("マジで助かった", "マジで", "catchphrase", "ja"),
        ("ヤバい、壊した", "やばい", "catchphrase", "ja"),
        ("なるほど、そういうことか", "なるほど", "catchphrase", "ja"),
        ("なんでやねん", "なんでやねん", "dialect_marker", "ja-kansai"),
        ("ㅇㅇ 그렇게 해", "ㅇㅇ", "catchphrase", "ko"),
        ("ㄱㄱ", "ㄱㄱ", "catchphrase", "ko"),
        ("와 대박!", "대박", "catchphrase", "ko"),
        ("헐 진짜?", "헐", "catchphrase", "ko"),
        ("ㅇㅈ", "인정", "catchphrase", "ko"),
        ("고쳤어용", "용", "sentence_final_particle", "ko"),
    ],
)
def test_a_habit_is_found_with_its_kind_and_locale(text: str, habit: str, kind: str, locale: str) -> None:
    assert (habit, kind, locale) in [(s.text, s.kind, s.locale) for s in DICTIONARY.sightings(text)]


@pytest.mark.parametrize(
    "text",
    [
        "支付宝",
        "用支付宝付款",
        "下周论文答辩",
        "猫的爪子",
        "去喇嘛庙参观",
        "西藏的喇嘛",
        "chmod 666",
        "chmod 666 /dev/ttyUSB0",
        "端口：666",
        "一共666元",
        "搭车去锤子科技",
        "买了一个锤子",
        "只要得到批准",
        "点解决按钮",
        "有点解释不清",
        "而家庭收入下降",
        "房屋企业",
        "旁边个别车辆",
        "关系统计",
        "立即系统升级",
        "咋整理文件",
        "耶路撒冷的老城",
        "阿拉伯数字",
        "伊拉克战争",
        "北伐。",
        "砍伐、搬运",
        "蛤蜊、牡蛎",
        "打齁。",
        "检查系统日志",
        "哈哈一笑",
        "美国、哈萨克斯坦",
        "突破防线",
        "打破防火墙",
        "救命恩人",
        "伤口裂开了",
        "国产的萨摩耶",
        "书包的颜色",
        "服了药以后好多了",
        "小贼跑了",
        "冻得瑟瑟发抖",
        "滴答滴哒。",
        "哗啦啦。",
        "打呼噜。",
        "外交关系多变",
        "大盘一下子跌了",
        "在支付宝里点解绑",
        "的确是1,666",
        "甲、乙、丙三方",
        "诚实、正直、善良",
        "試験をうける",
        "どうぞ",
        "さかな。",
        "やめちゃいました",
        "まじめな人です",
        "なりがちで困る",
        "ハワイは暑い",
        "법원이 혐의를 인정했다",
        "비용, 내용, 이용",
        "고고학과",
        "에바 페론",
        "「绝绝子」",
    ],
)
def test_ordinary_words_are_silent(text: str) -> None:
    assert found(text) == []


PROSE = [
    "市政府周一宣布，新的地铁线路将于明年三月开工。",
    "公司第二季度营业收入同比增长百分之十二，净利润略有下降。",
    "研究人员在青海湖周边发现了一处新石器时代的遗址。",
    "受台风影响，沿海多个港口暂停作业，部分航班取消。",
    "会议强调，要加快基础设施建设，改善农村居民的居住条件。",
    "这项技术可以把电池的充电时间缩短到十分钟以内。",
    "请检查配置文件，确认数据库的地址和端口是否正确。",
    "他在北京出生，后来随父母搬到成都，并在那里读完了中学。",
    "请问这个函数为什么会返回空值？我应该如何修改？",
    "医生建议患者按时服药，一周后复查，必要时住院观察。",
    "如果合同没有约定，租金应当在每个月的第一天支付。",
    "老师把试卷发给大家，要求在一个小时之内完成。",
    "我想学习机器学习，应该先看哪些书？",
    "图书馆位于校园的东边，旁边个体商店很多。",
    "孩子发烧三十九度，伴有咳嗽，需要去医院吗？",
    "這座橋全長三公里，連接兩岸的工業區與住宅區。",
    "立法院昨日三讀通過修正草案，新制將於七月上路。",
    "根據統計，去年出口總額較前年增加，主要來自半導體產業。",
    "颱風逼近，氣象署提醒民眾避免前往山區與海邊。",
    "香港天文台預料，未來數日天氣炎熱，局部地區有驟雨。",
    "政府は来年度の予算案を閣議で決定した。",
    "新しい駅は二〇二八年の春に開業する予定である。",
    "気象庁によると、台風は明日の朝、九州に上陸する見込みです。",
    "この関数は引数として文字列を受け取り、整数を返します。",
    "会社の売上高は前年同期に比べて一割ほど増加しました。",
    "研究チームは、深海で新種の魚を発見したと発表した。",
    "添付の資料をご確認のうえ、金曜日までにご返信ください。",
    "エラーの原因を調べて、修正方法を教えてください。",
    "市内の図書館では、週末も夜八時まで利用できるようになりました。",
    "契約書の第三条について、説明をお願いいたします。",
    "京都の寺院には、毎年多くの観光客が訪れる。",
    "정부는 내년도 예산안을 국회에 제출했다.",
    "서울시는 새로운 지하철 노선을 삼월에 착공한다고 밝혔다.",
    "이 함수는 문자열을 받아서 정수를 반환합니다.",
    "태풍의 영향으로 항공편 수십 편이 결항되었다.",
    "연구진은 남해안에서 공룡 발자국 화석을 발견했다고 발표했다.",
    "설정 파일에서 데이터베이스 주소가 맞는지 확인해 주세요.",
    "회사의 이분기 매출은 지난해보다 십이 퍼센트 늘었다.",
    "법원은 피고의 책임을 일부 인정하고 배상을 명령했다.",
    "첨부한 자료를 검토하시고 금요일까지 회신 부탁드립니다.",
]


@pytest.mark.parametrize("sentence", PROSE)
def test_plain_prose_teaches_nothing(sentence: str) -> None:
    assert found(sentence) == []


def test_traditional_and_simplified_spellings_are_one_habit() -> None:
    assert found("點解佢話唔該") == found("点解佢話唔该")


def test_a_quoted_word_is_mentioned_and_not_used() -> None:
    assert found("“巴适”是什么意思") == []
