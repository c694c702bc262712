"""Made-up numbers of people in many countries, drawn at random with right check digits; nobody's."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.unit.secrets_at_random import DIGITS, UPPER, run

Made = Callable[[Random], str]


def shaped(pattern: str) -> Made:
    """A value to a picture: # is a digit, % one from 2 on, ? a capital."""
    return lambda random: _drawn(random, pattern)


def _drawn(random: Random, pattern: str) -> str:
    alphabets = {"#": DIGITS, "%": "23456789", "?": UPPER}
    return "".join(random.choice(alphabets[sign]) if sign in alphabets else sign for sign in pattern)


def in_groups(made: Made, *sizes: int, gap: str = " ") -> Made:
    def grouped(random: Random) -> str:
        digits, groups = made(random), []
        for size in sizes:
            groups.append(digits[:size])
            digits = digits[size:]
        return gap.join([*groups, digits] if digits else groups)

    return grouped


def checked(length: int, sums: Callable[[str], bool], *, first: str = "123456789") -> Made:
    """Digits of which the last is right, by trying."""

    def made(random: Random) -> str:
        while True:
            digits = random.choice(first) + run(random, DIGITS, length - 1)
            if sums(digits):
                return digits

    return made


def weighted(weights: tuple[int, ...], modulus: int, *, rest: int = 0) -> Callable[[str], bool]:
    return lambda digits: sum(int(d) * w for d, w in zip(digits, weights, strict=True)) % modulus == rest


def luhn(digits: str) -> bool:
    reverse = [int(digit) for digit in digits[::-1]]
    return (sum(reverse[::2]) + sum(sum(divmod(2 * digit, 10)) for digit in reverse[1::2])) % 10 == 0


def short_date(random: Random, order: str) -> str:
    values = {"y": f"{random.randint(50, 99)}", "m": f"{random.randint(1, 12):02}", "d": f"{random.randint(1, 28):02}"}
    return "".join(values[part] for part in order)


def card_of(prefix: str, length: int) -> Made:
    def made(random: Random) -> str:
        digits = prefix + run(random, DIGITS, length - 1 - len(prefix))
        return digits + next(last for last in DIGITS if luhn(digits + last))

    return made


def iban_of(country: str, picture: str) -> Made:
    def made(random: Random) -> str:
        account = _drawn(random, picture)
        numeric = "".join(str(int(sign, 36)) for sign in account + country)
        return f"{country}{98 - int(numeric + '00') % 97:02}{account}"

    return made


def spanish(random: Random) -> str:
    number = run(random, DIGITS, 8)
    return number + "TRWAGMYFPDXBNJZSQVHLCKE"[int(number) % 23]


def foreigner_in_spain(random: Random) -> str:
    lead, number = random.randrange(3), run(random, DIGITS, 7)
    return "XYZ"[lead] + number + "TRWAGMYFPDXBNJZSQVHLCKE"[int(f"{lead}{number}") % 23]


def cpf(random: Random) -> str:
    digits = run(random, DIGITS, 9)
    for _ in range(2):
        total = sum(int(d) * w for d, w in zip(digits, range(len(digits) + 1, 1, -1), strict=True))
        digits += str((total * 10 % 11) % 10)
    return digits


# A sum that must come out right for each country's number.
NUMBERS: dict[str, Made] = {
    "card, amex": card_of("37", 15),
    "card, discover": card_of("6011", 16),
    "card, unionpay": card_of("622848", 19),
    "card, mastercard in groups": in_groups(card_of("53", 16), 4, 4, 4),
    "card, amex in groups": in_groups(card_of("34", 15), 4, 6),
    "card, dots": in_groups(card_of("4", 16), 4, 4, 4, gap="."),
    "iban gb": iban_of("GB", "????##############"),
    "iban fr in groups": in_groups(iban_of("FR", "##########???###########"), 4, 4, 4, 4, 4, 4),
    "iban ch": iban_of("CH", "#################"),
    "iban nl in groups": in_groups(iban_of("NL", "????##########"), 4, 4, 4, 4),
    "iban es in groups": in_groups(iban_of("ES", "####################"), 4, 4, 4, 4, 4),
    "iban it": iban_of("IT", "?######################"),
    "iban no": iban_of("NO", "###########"),
    "ssn": shaped("2##-%#-###1"),
    "ssn with spaces": shaped("2## %# ###1"),
    "canada sin": in_groups(checked(9, luhn, first="1234567"), 3, 3),
    "canada sin hyphens": in_groups(checked(9, luhn, first="1234567"), 3, 3, gap="-"),
    "britain nino": lambda r: (
        f"J{r.choice('ABCEGHJKLMNPRSTWXYZ')} {run(r, DIGITS, 2)} {run(r, DIGITS, 2)} {run(r, DIGITS, 2)} C"
    ),
    "britain nino tight": shaped("JB######D"),
    "britain nhs": in_groups(checked(10, weighted((10, 9, 8, 7, 6, 5, 4, 3, 2, 1), 11)), 3, 3),
    "india aadhaar": shaped("%### #### ####"),
    "india pan": shaped("???P?####?"),
    "brazil cpf": lambda r: (lambda n: f"{n[:3]}.{n[3:6]}.{n[6:9]}-{n[9:]}")(cpf(r)),
    "brazil cpf plain": cpf,
    "brazil cnpj": shaped("##.###.###/0001-##"),
    "spain dni": spanish,
    "spain nie": foreigner_in_spain,
    "italy fiscal code": shaped("??????8#H##?###?"),
    "germany tax id": in_groups(checked(11, lambda d: _iso7064(d), first="123456789"), 2, 3, 3),
    "germany tax id plain": checked(11, lambda d: _iso7064(d), first="123456789"),
    "france insee": lambda r: (
        f"{r.choice('12')} {r.randint(50, 99)} {r.randint(1, 12):02} {run(r, DIGITS, 2)} "
        f"{run(r, DIGITS, 3)} {run(r, DIGITS, 3)} {r.randint(10, 97)}"
    ),
    "france insee plain": lambda r: (
        f"{r.choice('12')}{r.randint(50, 99)}{r.randint(1, 12):02}{run(r, DIGITS, 8)}{r.randint(10, 97)}"
    ),
    "netherlands bsn": checked(9, weighted((9, 8, 7, 6, 5, 4, 3, 2, -1), 11)),
    "belgium number": lambda r: (
        f"{r.randint(50, 99)}.{r.randint(1, 12):02}.{r.randint(1, 28):02}-{run(r, DIGITS, 3)}.{run(r, DIGITS, 2)}"
    ),
    "poland pesel": lambda r: (
        lambda d: d + str(-sum(int(a) * b for a, b in zip(d, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3), strict=True)) % 10)
    )(short_date(r, "ymd") + run(r, DIGITS, 4)),
    "sweden number": lambda r: f"{short_date(r, 'ymd')}-{run(r, DIGITS, 4)}",
    "denmark number": lambda r: f"{short_date(r, 'dmy')}-{run(r, DIGITS, 4)}",
    "finland number": lambda r: f"{short_date(r, 'dmy')}-{r.randint(100, 899)}{r.choice('ABCDEFHJKLMN')}",
    "norway number": lambda r: f"{short_date(r, 'dmy')} {run(r, DIGITS, 5)}",
    "switzerland ahv": shaped("756.####.####.##"),
    "ireland pps": shaped("#######WA"),
    "czech number": lambda r: f"{short_date(r, 'ymd')}/{run(r, DIGITS, 4)}",
    "romania cnp": lambda r: f"{r.choice('12')}{short_date(r, 'ymd')}{run(r, DIGITS, 6)}",
    "turkey kimlik": shaped("1########%6"),
    "russia snils": shaped("###-###-### ##"),
    "russia inn": shaped("77##########"),
    "ukraine passport": shaped("МЕ%#####"),
    "japan my number": in_groups(shaped("%###########"), 4, 4),
    "japan my number plain": shaped("%###########"),
    "korea number": lambda r: f"{short_date(r, 'ymd')}-{r.choice('1234')}{run(r, DIGITS, 6)}",
    "china identity spaced": lambda r: (
        f"110101 {r.randint(1950, 2005)}{r.randint(1, 12):02}{r.randint(1, 28):02} {run(r, DIGITS, 3)}X"
    ),
    "china identity old": lambda r: f"310101{short_date(r, 'ymd')}{run(r, DIGITS, 3)}",
    "hong kong identity": lambda r: f"{r.choice('ABCDEFGHKMPRSVYZ')}{run(r, DIGITS, 6)}({r.choice(DIGITS + 'A')})",
    "taiwan identity": lambda r: (
        lambda d: d + str(-sum(a * b for a, b in zip(_taiwan(d), (1, 9, 8, 7, 6, 5, 4, 3, 2, 1), strict=True)) % 10)
    )(r.choice(UPPER) + r.choice("12") + run(r, DIGITS, 7)),
    "singapore nric": shaped("S%######?"),
    "malaysia mykad": lambda r: f"{short_date(r, 'ymd')}-{run(r, DIGITS, 2)}-{run(r, DIGITS, 4)}",
    "thailand number": shaped("1-####-#####-##-#"),
    "indonesia nik": lambda r: f"3171{run(r, DIGITS, 2)}{short_date(r, 'dmy')}{run(r, DIGITS, 4)}",
    "vietnam cccd": shaped("079#########"),
    "australia tfn": in_groups(checked(9, weighted((1, 4, 3, 7, 5, 8, 6, 9, 10), 11)), 3, 3),
    "australia medicare": shaped("2### ##### #"),
    "south africa number": lambda r: (lambda d: d + next(c for c in DIGITS if luhn(d + c)))(
        short_date(r, "ymd") + run(r, DIGITS, 4) + "08"
    ),
    "israel number": checked(9, luhn, first="23"),
    "mexico curp": shaped("????850712H?????0#"),
    "mexico rfc": shaped("????850712?A#"),
    "chile rut": shaped("%#.###.###-K"),
    "argentina cuit": shaped("20-%#######-#"),
    "colombia cedula": shaped("1.%##.###.###"),
    "passport cn": shaped("E%#######"),
    "passport jp": shaped("TR%######"),
    "passport in": shaped("M%######"),
    "passport ca": shaped("AB%#####"),
    "passport kr": shaped("M%#######"),
    "us employer number, named": shaped("EIN %#-#######"),
    "passport, named": shaped("passport %########"),
    "driving licence, named": shaped("driver's license D%######"),
    "plate cn": lambda r: (
        f"{r.choice('京沪粤苏浙')}{r.choice('ABCDE')}·{run(r, '23456789ABCDEFGH', 3)}{run(r, DIGITS, 2)}"
    ),
    "plate cn tight": lambda r: f"{r.choice('京沪粤苏浙')}{r.choice('ABCDE')}{run(r, DIGITS, 5)}",
    "plate gb": shaped("?B%# ???"),
    "plate fr": shaped("??-###-??"),
    "plate de": shaped("M-?? %###"),
    "vin": lambda r: (
        "1HGCM" + "".join(r.choice("0123456789ABCDEFGHJKLMNPRSTUVWXYZ") for _ in range(6)) + run(r, DIGITS, 6)
    ),
}

PHONES: dict[str, Made] = {
    "us dots": shaped("415.%##.###1"),
    "us with 1": shaped("1-212-%##-###1"),
    "us plain": shaped("212%#####1"),
    "us international": shaped("+1 415 %## ###1"),
    "uk mobile": shaped("077## %####1"),
    "uk mobile, other groups": shaped("077## %## ##1"),
    "uk london": shaped("020 7%## ###1"),
    "uk, brackets": shaped("(0161) %## ###1"),
    "uk international with zero": shaped("+44 (0)20 7%## ###1"),
    "france": shaped("06 %# ## ## #1"),
    "france dots": shaped("01.%#.##.##.#1"),
    "france plain": shaped("06%######1"),
    "france international": shaped("+33 6 %# ## ## #1"),
    "germany mobile": shaped("0171 %#####1"),
    "germany slash": shaped("030/%######1"),
    "germany groups": shaped("0151 %## ## ##1"),
    "germany international": shaped("+49 171 %######"),
    "switzerland": shaped("079 %## ## ##"),
    "austria": shaped("0664 %#####1"),
    "spain": shaped("6%# ## ## #1"),
    "spain groups": shaped("6%# ### ##1"),
    "spain international": shaped("+34 6%# ### ##1"),
    "italy mobile": shaped("3#% %## ####"),
    "italy international": shaped("+39 3#% %## ####"),
    "portugal": shaped("91# %## ###"),
    "poland": shaped("6%# %## ##1"),
    "poland international": shaped("+48 6%# %## ###"),
    "netherlands": shaped("06-%######1"),
    "belgium": shaped("04%# ## ## #1"),
    "sweden": shaped("070-%## ## #1"),
    "norway": shaped("+47 9%# ## ###"),
    "denmark": shaped("+45 %# ## ## #1"),
    "russia": shaped("8 (916) %##-##-##"),
    "russia international": shaped("+7 916 %##-##-##"),
    "ukraine": shaped("067 %## ## #1"),
    "turkey": shaped("0532 %## ## #1"),
    "india": shaped("9%### #####"),
    "india international": shaped("+91 9%### #####"),
    "india plain": shaped("9%########"),
    "brazil": shaped("(11) 9%###-####"),
    "brazil international": shaped("+55 11 9%###-####"),
    "mexico": shaped("55 %### ###1"),
    "argentina": shaped("+54 9 11 %###-####"),
    "japan mobile": shaped("090-%###-####"),
    "japan tokyo": shaped("03-%###-###1"),
    "japan international": shaped("+81 90-%###-####"),
    "korea": shaped("010-%###-###1"),
    "china groups": shaped("13# %### ####"),
    "china hyphens": shaped("13%-%###-###1"),
    "china landline": shaped("010-%######1"),
    "china international": shaped("+86 13# %### ####"),
    "hong kong": shaped("9%## ####"),
    "taiwan mobile": shaped("0912-%##-###"),
    "taiwan landline": shaped("(02) %###-###1"),
    "singapore": shaped("8%## ####"),
    "australia": shaped("0412 %## ##1"),
    "new zealand": shaped("021 %## ###1"),
    "south africa": shaped("082 %## ####"),
    "nigeria": shaped("0803 %## ####"),
    "egypt": shaped("0100 %## ###1"),
    "israel": shaped("052-%##-###1"),
    "vietnam": shaped("0912 %## ###"),
    "thailand": shaped("081-%##-####"),
    "philippines": shaped("0917 %## ####"),
    "indonesia": shaped("0812-%###-####"),
    "saudi arabia": shaped("050 %## ###1"),
    "zeros in front": shaped("0044 20 7%## ###1"),
}


def _iso7064(digits: str) -> bool:
    """The check digit of German tax numbers; one digit stands twice or three times in the first ten."""
    product = 10
    for digit in digits[:10]:
        total = (int(digit) + product) % 10 or 10
        product = total * 2 % 11
    return (11 - product) % 10 == int(digits[10]) and len(set(digits[:10])) in (8, 9)


def _taiwan(digits: str) -> list[int]:
    region = "ABCDEFGHJKLMNPQRSTUVXYWZIO".index(digits[0]) + 10
    return [region // 10, region % 10, *map(int, digits[1:])]
