"""The dictionary's Hindi, Indonesian, Tagalog, Arabic and Russian: what is heard, and what must not be."""

from __future__ import annotations

import pytest

from style_memory.pipeline.signals.dictionary import Dictionary
from style_memory.pipeline.signals.dictionary_files import built_in_documents, from_toml

FILES = ("ar.toml", "hi.toml", "id.toml", "ru.toml", "tl.toml")
ALL = Dictionary.load()
NEW = {name: Dictionary(from_toml(built_in_documents()[name], name)) for name in FILES}


def heard(text: str) -> list[str]:
    return [sighting.text for sighting in ALL.sightings(text)]


def taught_by(text: str) -> dict[str, list[str]]:
    """What the new files hear in a text, by file."""
    found = {name: [sighting.text for sighting in dictionary.sightings(text)] for name, dictionary in NEW.items()}
    return {name: texts for name, texts in found.items() if texts}


# What must be heard


@pytest.mark.parametrize(
    ("text", "habit"),
    [
        ("yaar ye build phir fail ho gaya", "yaar"),
        ("arre yaar, tests red hain", "yaar"),
        ("kya baat hai, sab green!", "kya baat hai"),
        ("theek hai, merge kar do", "theek hai"),
        ("accha, to config galat thi", "accha"),
        ("acha theek, dekhta hoon", "acha"),
        ("matlab ki cache clear karna padega", "matlab"),
        ("bas yaar, ab nahi hota", "bas"),
        ("ekdum mast, chal gaya", "mast hai"),
        ("tension mat le, ho jayega", "tension mat le"),
        ("koi baat nahi, kal dekhte hain", "koi baat nahi"),
        ("ye toh paisa vasool hai", "paisa vasool"),
        ("wah wah, kya code hai", "waah"),
        ("sahi hai bhai", "sahi hai"),
        ("अरे यार, फिर से टूट गया", "यार"),
        ("क्या बात है! सब चल गया", "क्या बात है"),
        ("ठीक है, कर दो", "ठीक है"),
        ("अच्छा, तो यह गलती थी", "अच्छा"),
        ("मज़ा आ गया", "मज़ा आ गया"),
        ("जुगाड लगा दिया", "जुगाड़"),
        ("हां जी, हो गया", "हाँ जी"),
        ("एकदम सही जवाब", "एकदम"),
        ("हो गया है ना?", "है ना"),
        ("भाई, server down है", "भाई"),
    ],
)
def test_hindi_is_heard(text: str, habit: str) -> None:
    assert habit in heard(text)


@pytest.mark.parametrize(
    ("text", "habit"),
    [
        ("error lagi nih", "nih"),
        ("kenapa sih servernya lemot", "sih"),
        ("bantuin dong", "dong"),
        ("coba lagi deh", "deh"),
        ("kok error terus ya", "kok"),
        ("lambat banget", "banget"),
        ("bgt capeknya", "bgt"),
        ("yaudah, merge aja", "yaudah"),
        ("gpp, santai aja", "gapapa"),
        ("mantap jiwa, jalan semua", "mantap"),
        ("waduh, kehapus", "waduh"),
        ("jujurly gue bingung", "jujur aja"),
        ("makasih kak", "makasih"),
        ("tuh kan, bener", "tuh kan"),
        ("kayaknya cache deh", "kayaknya"),
        ("gas pol, deploy sekarang", "gaskeun"),
        ("matur nuwun mas", "matur nuwun"),
    ],
)
def test_indonesian_is_heard(text: str, habit: str) -> None:
    assert habit in heard(text)


@pytest.mark.parametrize(
    ("text", "habit"),
    [
        ("salamat po sa tulong", "salamat po"),
        ("pasensya na, late ako", "pasensya na"),
        ("hindi po gumagana", "po"),
        ("oo nga, mali yung config", "oo nga"),
        ("hay naku, sira na naman", "hay naku"),
        ("sige na, i-merge mo na", "sige na"),
        ("grabe naman ang bagal", "grabe"),
        ("ok lang, bukas na", "okay lang"),
        ("bahala na, deploy na natin", "bahala na"),
        ("gumagana na, diba?", "di ba"),
        ("sanaol may gpu", "sana all"),
        ("charot, joke lang", "charot"),
        ("ewan ko ba, kanina okay pa", "ewan ko"),
        ("ano ba yan, error ulit", "ano ba"),
        ("ang galing, gumana", "galing mo"),
        ("ambot lang, bai", "ambot"),
    ],
)
def test_tagalog_is_heard(text: str, habit: str) -> None:
    assert habit in heard(text)


@pytest.mark.parametrize(
    ("text", "habit"),
    [
        ("يلا نبدأ", "يلا"),
        ("والله ما أعرف ليش", "والله"),
        ("إن شاء الله يشتغل", "إن شاء الله"),
        ("طيب، شو الخطوة الجاية؟", "طيب"),
        ("شو في جديد", "شو"),
        ("تمام، شكرا", "تمام"),
        ("الكود ده حلو أوي", "أوي"),
        ("ازيك عامل ايه", "إزيك"),
        ("كيفك اليوم", "كيفك"),
        ("شلونك؟ شخبارك؟", "شلونك"),
        ("ما قصرت، تسلم", "ما قصرت"),
        ("بصراحة ما عجبني", "بصراحة"),
        ("معلش غلطة صغيرة", "معلش"),
        ("يا جماعة الموقع واقع", "يا جماعة"),
        ("yalla let's start", "yalla"),
        ("inshallah it works tomorrow", "inshallah"),
        ("wallah i don't know", "wallah"),
        ("thanks 7abibi", "habibi"),
        ("ya3ni it's slow", "ya3ni"),
        ("khalas, we are done", "khalas"),
        ("kifak, shu fi?", "kifak"),
        ("ezayak 3amel eh", "ezayak"),
    ],
)
def test_arabic_is_heard(text: str, habit: str) -> None:
    assert habit in heard(text)


@pytest.mark.parametrize(
    ("text", "habit"),
    [
        ("Блин, опять упало", "блин"),
        ("ну блииин", "блин"),
        ("короче, откатываем", "короче"),
        ("типа я знаю", "типа"),
        ("хз почему", "хз"),
        ("спс, всё заработало", "спс"),
        ("ё-моё, база легла", "ё-моё"),
        ("елки палки, забыл запушить", "ёлки-палки"),
        ("лол, тест зелёный", "лол"),
        ("вроде норм", "норм"),
        ("сорян за задержку", "сорян"),
        ("Ничего себе!", "ничего себе"),
        ("мда, так себе", "мда"),
        ("щас гляну", "щас"),
        ("имхо лучше так", "имхо"),
        ("вот это да, быстро", "вот это да"),
        ("Ну ладно, завтра", "ладно"),
    ],
)
def test_russian_is_heard(text: str, habit: str) -> None:
    assert habit in heard(text)


# What must not


LOOK_ALIKES = {
    "Hindi": [
        "iska matlab kya hai",
        "MATLAB is a numeric computing language",
        "we ported the matlab code to Python",
        "Is there a wah wah pedal in the shop",
        "mera yaar kal Delhi gaya",
        "bas number 5 kahan milegi",
        "Abe Lincoln was tall",
        "mera bhai doctor hai",
        "वह मेरा भाई है",
        "मेरे भाई ने फ़ोन किया",
        "यह बहुत अच्छा काम है",
        "बस स्टैंड कहाँ है",
        "इसका मतलब समझाओ",
        "राम का पुराना यार आया था",
        "क्या बात है जो तुम चुप हो",
        "सब ठीक है क्या",
        "the NHI card",
    ],
    "Indonesian": [
        "Saya mau makan nasi goreng",
        "100,000 Vietnamese dong in cash",
        "the NIH grant was approved",
        "De kok maakt een soep",
        "Kok en ober gezocht",
        "Ich bin mager geworden, sie ist mager",
        "El cuy es un plato andino",
        "Penn and Loh wrote the paper",
        "Siap untuk diunduh",
        "Semangat kerja karyawan menurun",
        "Er is 20 punten gescoord",
        "Das ist ein guter Song",
    ],
    "Tagalog": [
        "Il Po è un fiume lungo",
        "Un po' di pazienza",
        "Pero no lo sé todavía",
        "Lodi is a town in Lombardy",
        "Das kann man so sagen, sige nej",
        "Det kan man godt sige lang tid efter",
        "Ich grabe im Garten",
        "Salamat ja ukkonen",
        "Naman Gupta wrote the patch",
        "Non basta, la pala è rotta",
        "Si no grabe el audio, avise",
        "Sana y salva",
        "Ang awit na ito ay maganda",
        "Usted no pare el coche",
    ],
    "Arabic": [
        "والله أعلم",
        "الله غفور رحيم والله عليم حكيم",
        "هذا يعني أن الخادم متوقف",
        "رجل طيب القلب",
        "الحمد لله رب العالمين",
        "كلية طب الأسنان",
        "تم حفظ الملف",
        "توك شو جديد على القناة",
        "ورثه أبا عن جد",
        "من جد وجد",
        "خاتم ذهب خالص",
        "الرجل يمشي في الشارع",
        "a chai wallah in Mumbai",
        "Walla Walla is a city",
        "MR HABIBI, Room 4",
        "das ist eh da",
    ],
    "Russian": [
        "Первый блин комом",
        "Путь короче чем кажется",
        "переменная типа int",
        "не соответствует типу данных",
        "нарушение норм и правил",
        "лист жести",
        "ничего себе не купил",
        "в общем случае это неверно",
        "Класс: базовый",
        "Наследует класс Service",
        "забей гвоздь",
        "база данных недоступна",
        "второй класс, третий класс",
        "готовимся к походу",
        "Казва, че ще дойде",
        "Він сказав, що буде завтра",
    ],
    "English": [
        "Please check the configuration and run the tests again.",
        "She was in the pa system's control room with a mate from Siam.",
        "The ship sails from the port of Sidi at noon.",
        "Use the gap between two cells to show a hint.",
        "Set the bang operator and the gan loss separately.",
        "I would like to know who wrote this and why.",
        "It sat on the mat while the guys ate.",
        "A GAN and an opo are not the same.",
    ],
    "other European languages": [
        "No sé qué hacer con este error, pero mañana lo miro.",
        "Acha que o servidor está lento? Ele acha que sim.",
        "Grabe el audio y pare la máquina, por favor.",
        "Elle est allée au marché, puis elle a lu le journal.",
        "Le bas de la page est vide, la tache est en bas.",
        "Der Mann sagte, dass die Bank um neun Uhr öffnet.",
        "Das war schon lang klar, aber niemand hat es gesagt.",
        "Il treno parte da Lodi alle nove e arriva a Milano.",
        "Basta salvare il file e riavviare.",
        "Jag kan inte säga om det är rätt, men det går.",
        "Man må si at det er bra.",
        "Ik ga naar de bank, dan koop ik brood.",
        "Mówi, że jest po prostu zmęczony.",
        "Bu dosya sahi mi, yani tamam mı?",
        "Talon pakka on pöydällä, salamat välkkyivät.",
        "Con mèo nằm nga bên cửa sổ.",
    ],
}


@pytest.mark.parametrize("text", [text for texts in LOOK_ALIKES.values() for text in texts])
def test_ordinary_words_teach_nothing_of_the_new_files(text: str) -> None:
    assert taught_by(text) == {}


# Words of the other files that are ordinary ones, in their own language or in a neighbour's


@pytest.mark.parametrize(
    "text",
    [
        "Je reste parce qu'il pleut",
        "terminar antes da hora marcada",
        "Este é o padrão, pois é um arquivo local",
        "é só isto que eu te chamo.",
        "O sofá perdeu a mola",
        "un mercado copado por dos empresas",
        "o quilombo dos Palmares",
        "Ostras gratinadas con limón",
        "le TQM du site",
        "Genre, âge et nom",
        "Das Kind ist geil auf Eis",
        "Det är icke så",
        "Jutro daje wykład",
        "o figo da figueira",
        "caratteri che non sono né maiuscoli",
        "my tmj pain is back",
        "almacena BOH en la pila",
        "Cara, ti scrivo domani",
        "Opa, kommst du mit?",
        "Il file è attivo (cioè mostrato)",
        "mano o piede",
        "Aku sudah makan",
        "Jag bor i Malmö, och du bor i Lund",
        "heltal krävs mellan { och }",
        "ei ole kokonaisluvun arvo",
        "att finna filerna",
        "una sorta di interruttore",
        "Mostra totes les finestres",
        "Walau demikian, tetap jalan",
        "il file (che, se manca, va creato)",
        "komunikaty (np. ten)",
        "データは仮名(かな)で",
        "包丁がなまらないように",
    ],
)
def test_ordinary_words_of_neighbours_teach_nothing(text: str) -> None:
    assert heard(text) == []


@pytest.mark.parametrize(
    ("text", "habit"),
    [
        ("¿qué más, parce?", "parce"),
        ("ficou muito da hora!", "da hora"),
        ("pois é, caiu de novo", "pois é"),
        ("qué mola el modo oscuro", "mola"),
        ("ostras, qué rápido", "ostras"),
        ("¡Venga, vamos!", "venga"),
        ("voll geil", "geil"),
        ("dit kann icke nich", "icke"),
        ("à tantôt", "à tantôt"),
        ("che figo", "figo"),
        ("non so, boh", "boh"),
        ("daje!", "daje"),
        ("tmj mano", "tmj"),
        ("let's go makan", "makan"),
        ("なまら寒い", "なまら"),
        ("och aye, that's grand", "och aye"),
        ("Och well, it's done", "och"),
        ("see you friday arvo", "arvo"),
        ("i'm finna sleep", "finna"),
    ],
)
def test_habits_of_the_other_files_are_heard_still(text: str, habit: str) -> None:
    assert habit in heard(text)
