"""Made-up places, addresses, dates of birth and names on networks, and secrets as people say them; nobody's."""

from __future__ import annotations

from random import Random

from tests.unit.numbers_at_random import Made
from tests.unit.secrets_at_random import ALNUM, DIGITS, LOWER, UPPER, run


def date(random: Random, picture: str) -> str:
    return picture.format(y=random.randint(1950, 2005), m=random.randint(1, 12), d=random.randint(1, 28))


PLACES: dict[str, Made] = {
    "london": lambda r: (
        f"{r.randint(1, 200)} {r.choice(['Baker', 'King', 'Mill'])} Road, London "
        f"SW{r.randint(1, 9)} {r.randint(1, 9)}AB"
    ),
    "new york": lambda r: f"{r.randint(1, 999)} W {r.randint(2, 99)}th St, New York, NY 100{run(r, DIGITS, 2)}",
    "us box": lambda r: f"PO Box {r.randint(100, 9999)}",
    "berlin": lambda r: (
        f"{r.choice(['Kant', 'Goethe', 'Linden'])}straße {r.randint(1, 200)}, 10{run(r, DIGITS, 3)} Berlin"
    ),
    "berlin two words": lambda r: f"{r.choice(['Berliner', 'Alte', 'Neue'])} Straße {r.randint(1, 200)}",
    "paris": lambda r: (
        f"{r.randint(1, 200)} rue {r.choice(['Lepic', 'de Rivoli', 'Victor Hugo'])}, 750{run(r, DIGITS, 2)} Paris"
    ),
    "madrid": lambda r: (
        f"Calle {r.choice(['Mayor', 'de Alcalá', 'Serrano'])} {r.randint(1, 200)}, 280{run(r, DIGITS, 2)} Madrid"
    ),
    "rome": lambda r: (
        f"Via {r.choice(['Roma', 'Garibaldi', 'Giuseppe Verdi'])} {r.randint(1, 200)}, 001{run(r, DIGITS, 2)} Roma"
    ),
    "amsterdam": lambda r: (
        f"{r.choice(['Keizersgracht', 'Damstraat', 'Prinsengracht'])} {r.randint(1, 900)}, "
        f"10{run(r, DIGITS, 2)} AB Amsterdam"
    ),
    "sao paulo": lambda r: (
        f"Rua {r.choice(['Augusta', 'das Flores'])}, {r.randint(1, 900)}, 01{run(r, DIGITS, 3)}-{run(r, DIGITS, 3)}"
    ),
    "warsaw": lambda r: (
        f"ul. {r.choice(['Marszałkowska', 'Długa'])} {r.randint(1, 200)}/{r.randint(1, 40)}, "
        f"00-{run(r, DIGITS, 3)} Warszawa"
    ),
    "moscow": lambda r: f"ул. {r.choice(['Ленина', 'Тверская'])}, д. {r.randint(1, 200)}, кв. {r.randint(1, 200)}",
    "shanghai": lambda r: (
        f"上海市浦东新区{r.choice(['世纪', '张杨', '东方'])}路{r.randint(1, 2000)}弄"
        f"{r.randint(1, 40)}号{r.randint(101, 2000)}室"
    ),
    "hong kong": lambda r: f"九龍旺角{r.choice(['彌敦', '太子'])}道{r.randint(1, 700)}號{r.randint(1, 30)}樓A室",
    "taipei": lambda r: f"台北市信義區{r.choice(['松仁', '忠孝東'])}路{r.randint(1, 300)}號{r.randint(2, 20)}樓",
    "tokyo": lambda r: (
        f"東京都{r.choice(['渋谷区神南', '新宿区西新宿'])}{r.randint(1, 9)}-{r.randint(1, 30)}-{r.randint(1, 20)}"
    ),
    "tokyo, chome": lambda r: f"東京都港区六本木{r.randint(1, 7)}丁目{r.randint(1, 20)}番{r.randint(1, 20)}号",
    "seoul": lambda r: f"서울시 강남구 테헤란로 {r.randint(1, 500)}",
    "sydney": lambda r: f"{r.randint(1, 300)} {r.choice(['George', 'Pitt'])} St, Sydney NSW 20{run(r, DIGITS, 2)}",
    "mumbai": lambda r: (
        f"Flat {r.randint(101, 999)}, {r.choice(['Rose', 'Sea'])} Apartments, MG Road, Mumbai 4000{run(r, DIGITS, 2)}"
    ),
    "toronto": lambda r: (
        f"{r.randint(1, 900)} {r.choice(['Queen', 'King'])} St W, Toronto, ON M5V {r.randint(1, 9)}A{r.randint(1, 9)}"
    ),
    "coordinates": lambda r: f"{r.uniform(-80, 80):.6f},{r.uniform(-170, 170):.6f}",
    "coordinates, short": lambda r: f"{r.uniform(10, 80):.3f}, {r.uniform(10, 170):.3f}",
    "coordinates, letters": lambda r: f"{r.uniform(1, 80):.4f}° N, {r.uniform(1, 170):.4f}° W",
    "coordinates, minutes": lambda r: (
        f"{r.randint(1, 80)}°{r.randint(10, 59)}'{r.randint(10, 59)}\"N "
        f"{r.randint(1, 170)}°{r.randint(10, 59)}'{r.randint(10, 59)}\"E"
    ),
    "map link": lambda r: f"maps.google.com/?q={r.uniform(1, 80):.5f},{r.uniform(1, 170):.5f}",
    "ipv4": lambda r: f"203.0.113.{r.randint(1, 254)}",
    "ipv4 with port": lambda r: f"81.{r.randint(1, 254)}.{r.randint(1, 254)}.{r.randint(1, 254)}:8080",
    "ipv6": lambda r: "2001:db8:" + ":".join(run(r, "0123456789abcdef", 4) for _ in range(6)),
    "ipv6 short": lambda r: f"2a02:{run(r, '123456789abcdef', 4)}::{run(r, '123456789abcdef', 4)}",
    "mac": lambda r: ":".join(run(r, "0123456789abcdef", 2) for _ in range(6)),
    "mac hyphens": lambda r: "-".join(run(r, "0123456789ABCDEF", 2) for _ in range(6)),
    "e-mail": lambda r: (
        f"{run(r, LOWER, 5)}_{run(r, LOWER, 4)}@{run(r, LOWER, 6)}.{r.choice(['co.uk', 'de', 'io', 'com.br'])}"
    ),
    "e-mail with plus": lambda r: f"{run(r, LOWER, 6)}+{run(r, LOWER, 4)}@gmail.com",
    "e-mail with spaces": lambda r: f"{run(r, LOWER, 6)} @ {run(r, LOWER, 6)} . com",
    "e-mail dot": lambda r: f"{run(r, LOWER, 6)}[at]{run(r, LOWER, 6)}[dot]org",
    "e-mail zh": lambda r: f"{run(r, LOWER, 6)}#{run(r, LOWER, 5)}.com(#换成@)",
    "birth en": lambda r: date(r, "born {d}.{m}.{y}"),
    "birth en, month": lambda r: date(r, f"date of birth: {{d}} {r.choice(['March', 'June', 'Aug'])} {{y}}"),
    "birth en, iso": lambda r: date(r, "DOB {y}-{m:02}-{d:02}"),
    "birth de": lambda r: date(r, "geboren am {d}.{m}.{y}"),
    "birth de, month": lambda r: date(r, f"geb. {{d}}. {r.choice(['März', 'Juni'])} {{y}}"),
    "birth fr": lambda r: date(r, f"né le {{d}} {r.choice(['mars', 'juin', 'août'])} {{y}}"),
    "birth es": lambda r: date(r, f"nací el {{d}} de {r.choice(['marzo', 'junio'])} de {{y}}"),
    "birth pt": lambda r: date(r, "nasci em {d}/{m}/{y}"),
    "birth it": lambda r: date(r, "nato il {d}/{m}/{y}"),
    "birth ru": lambda r: date(r, "дата рождения {d:02}.{m:02}.{y}"),
    "birth nl": lambda r: date(r, "geboren op {d}-{m}-{y}"),
    "birth tr": lambda r: date(r, "doğum tarihi {d:02}.{m:02}.{y}"),
    "birth zh": lambda r: date(r, "{y}年{m}月{d}日出生"),
    "birth zh, dots": lambda r: date(r, "生日{y}.{m}.{d}"),
    "birth ja": lambda r: date(r, "生年月日は{y}年{m}月{d}日"),
    "birth ko": lambda r: date(r, "생년월일 {y}년 {m}월 {d}일"),
    "handle telegram": lambda r: f"telegram: @{run(r, LOWER, 6)}_{r.randint(10, 99)}",
    "handle instagram": lambda r: f"my ig is {run(r, LOWER, 7)}{r.randint(10, 99)}",
    "handle discord": lambda r: f"discord {run(r, LOWER, 6)}#{run(r, DIGITS, 4)}",
    "handle line": lambda r: f"LINE ID: {run(r, LOWER, 6)}{r.randint(10, 99)}",
    "handle qq": lambda r: f"加我QQ {r.choice('123456789')}{run(r, DIGITS, 8)}",
    "handle wechat": lambda r: f"微信号 {run(r, LOWER, 5)}_{run(r, DIGITS, 4)}",
    "handle wx": lambda r: f"vx: {run(r, LOWER, 5)}{run(r, DIGITS, 4)}",
    "handle kakao": lambda r: f"카톡 아이디 {run(r, LOWER, 6)}{run(r, DIGITS, 2)}",
    "profile link": lambda r: f"https://www.linkedin.com/in/{run(r, LOWER, 5)}-{run(r, LOWER, 6)}-{run(r, DIGITS, 4)}",
    "profile link ig": lambda r: f"instagram.com/{run(r, LOWER, 8)}{run(r, DIGITS, 2)}",
    "bank us": lambda r: f"routing number 021000021 account {run(r, DIGITS, 10)}",
    "bank uk": lambda r: (
        f"sort code {run(r, DIGITS, 2)}-{run(r, DIGITS, 2)}-{run(r, DIGITS, 2)} account {run(r, DIGITS, 8)}"
    ),
    "bic": lambda r: f"BIC {run(r, UPPER, 4)}DEFF{run(r, UPPER, 3)}",
    "crypto btc": lambda r: f"bc1q{run(r, '023456789acdefghjklmnpqrstuvwxyz', 38)}",
    "crypto eth": lambda r: f"0x{run(r, '0123456789abcdef', 40)}",
    "booking": lambda r: f"passport number: {run(r, UPPER, 2)}{run(r, DIGITS, 7)}",
}

SAID: dict[str, Made] = {
    "en": lambda r: f"my password is {run(r, ALNUM, 9)}",
    "en, word": lambda r: f"my password is {r.choice(['sunflower', 'butterfly', 'dragonfly'])}{r.randint(1, 99)}",
    "en, pin": lambda r: f"my pin is {run(r, DIGITS, 4)}",
    "en, otp": lambda r: f"the OTP code is {run(r, DIGITS, 6)}",
    "en, code": lambda r: f"your verification code: {run(r, DIGITS, 6)}",
    "en, 2fa": lambda r: f"2FA code {run(r, DIGITS, 3)} {run(r, DIGITS, 3)}",
    "en, wifi": lambda r: f"wifi pw: {run(r, LOWER, 5)}{run(r, DIGITS, 3)}",
    "en, pwd": lambda r: f"pwd: {run(r, ALNUM, 10)}",
    "en, passcode": lambda r: f"the door passcode is {run(r, DIGITS, 4)}",
    "en, safe": lambda r: f"safe combination is {r.randint(10, 99)}-{r.randint(10, 99)}-{r.randint(10, 99)}",
    "en, answer": lambda r: f"security question answer: {run(r, LOWER, 9)}",
    "zh": lambda r: f"密码是{run(r, ALNUM, 9)}",
    "zh, colon": lambda r: f"密码：{run(r, ALNUM, 8)}",
    "zh, long": lambda r: f"我银行卡的密码是{run(r, DIGITS, 6)}",
    "zh, code": lambda r: f"验证码是{run(r, DIGITS, 6)}",
    "zh-hk": lambda r: f"個密碼係{run(r, ALNUM, 8)}",
    "zh, account": lambda r: f"账号 {run(r, LOWER, 6)} 密码 {run(r, ALNUM, 8)}",
    "ja": lambda r: f"パスワードは{run(r, ALNUM, 9)}です",
    "ja, pin": lambda r: f"暗証番号は{run(r, DIGITS, 4)}",
    "ko": lambda r: f"비밀번호는 {run(r, ALNUM, 9)}이야",
    "ko, code": lambda r: f"인증번호 {run(r, DIGITS, 6)}",
    "de": lambda r: f"mein Passwort lautet {run(r, ALNUM, 9)}",
    "de, pin": lambda r: f"die PIN ist {run(r, DIGITS, 4)}",
    "de, access": lambda r: f"Zugangscode: {run(r, DIGITS, 6)}",
    "es": lambda r: f"mi contraseña es {run(r, ALNUM, 9)}",
    "es, clave": lambda r: f"la clave es {run(r, ALNUM, 9)}",
    "es, code": lambda r: f"el código de verificación es {run(r, DIGITS, 6)}",
    "fr": lambda r: f"mon mot de passe c'est {run(r, ALNUM, 9)}",
    "fr, mdp": lambda r: f"mdp: {run(r, ALNUM, 9)}",
    "fr, code": lambda r: f"le code est {run(r, DIGITS, 4)}",
    "pt": lambda r: f"minha senha é {run(r, ALNUM, 9)}",
    "it": lambda r: f"la mia password è {run(r, ALNUM, 9)}",
    "ru": lambda r: f"мой пароль: {run(r, ALNUM, 9)}",
    "ru, code": lambda r: f"код подтверждения {run(r, DIGITS, 6)}",
    "uk": lambda r: f"мій пароль {run(r, ALNUM, 9)}",
    "pl": lambda r: f"moje hasło to {run(r, ALNUM, 9)}",
    "nl": lambda r: f"mijn wachtwoord is {run(r, ALNUM, 9)}",
    "tr": lambda r: f"şifrem {run(r, ALNUM, 9)}",
    "ar": lambda r: f"كلمة المرور هي {run(r, ALNUM, 9)}",
    "hi": lambda r: f"मेरा पासवर्ड {run(r, ALNUM, 9)} है",
    "vi": lambda r: f"mật khẩu của tôi là {run(r, ALNUM, 9)}",
    "id": lambda r: f"kata sandi saya {run(r, ALNUM, 9)}",
    "th": lambda r: f"รหัสผ่านคือ {run(r, ALNUM, 9)}",
    "sv": lambda r: f"mitt lösenord är {run(r, ALNUM, 9)}",
    "he": lambda r: f"הסיסמה שלי היא {run(r, ALNUM, 9)}",
}
