"""Made-up secrets and private details, drawn at random to the published shape of each kind; none is real."""

from __future__ import annotations

import base64
import string
from collections.abc import Callable
from random import Random

LOWER, UPPER, DIGITS = string.ascii_lowercase, string.ascii_uppercase, string.digits
LETTERS = LOWER + UPPER
ALNUM = LETTERS + DIGITS
HEX = "0123456789abcdef"
BASE36 = LOWER + DIGITS
BASE32 = UPPER + "234567"
URLSAFE = ALNUM + "_-"
BASE64 = ALNUM + "+/"
BASE58 = "".join(letter for letter in ALNUM if letter not in "0OIl")


def run(random: Random, alphabet: str, length: int) -> str:
    return "".join(random.choices(alphabet, k=length))


def of(prefix: str, alphabet: str, length: int, suffix: str = "") -> Callable[[Random], str]:
    return lambda random: prefix + run(random, alphabet, length) + suffix


def jwt(random: Random) -> str:
    head = base64.urlsafe_b64encode(b'{"alg":"HS256","typ":"JWT"}').decode().rstrip("=")
    return f"{head}.eyJ{run(random, URLSAFE, 60)}.{run(random, URLSAFE, 43)}"


def discord(random: Random) -> str:
    user = base64.b64encode(run(random, DIGITS, 18).encode()).decode().rstrip("=")
    return f"{user}.G{run(random, URLSAFE, 5)}.{run(random, URLSAFE, 38)}"


def card(random: Random) -> str:
    digits = random.choice("45") + run(random, DIGITS, 14)
    return digits + next(last for last in DIGITS if _luhn(digits + last))


def china_identity(random: Random) -> str:
    digits = f"{random.randint(11, 65)}{run(random, DIGITS, 4)}{random.randint(1940, 2010)}"
    digits += f"{random.randint(1, 12):02}{random.randint(1, 28):02}{run(random, DIGITS, 3)}"
    weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
    return digits + "10X98765432"[sum(int(d) * w for d, w in zip(digits, weights, strict=True)) % 11]


def iban(random: Random) -> str:
    account = run(random, DIGITS, 18)
    return f"DE{98 - int(account + '131400') % 97:02}{account}"


def _luhn(digits: str) -> bool:
    reverse = [int(digit) for digit in digits[::-1]]
    return (sum(reverse[::2]) + sum(sum(divmod(2 * digit, 10)) for digit in reverse[1::2])) % 10 == 0


CREDENTIALS: dict[str, Callable[[Random], str]] = {
    "aws id": of("AKIA", BASE32, 16),
    "aws temporary id": of("ASIA", BASE32, 16),
    "aws secret": of("", BASE64, 40),
    "github personal": of("ghp_", ALNUM, 36),
    "github oauth": of("gho_", ALNUM, 36),
    "github server": of("ghs_", ALNUM, 36),
    "github fine-grained": lambda r: f"github_pat_{run(r, ALNUM, 22)}_{run(r, ALNUM, 59)}",
    "gitlab": of("glpat-", URLSAFE, 20),
    "gitlab deploy": of("gldt-", URLSAFE, 20),
    "bitbucket": of("ATBB", ALNUM, 32),
    "atlassian": of("ATATT3xFfGF0", URLSAFE, 172),
    "openai old": of("sk-", ALNUM, 48),
    "openai project": of("sk-proj-", URLSAFE, 120),
    "anthropic": of("sk-ant-api03-", URLSAFE, 93, "AA"),
    "openrouter": of("sk-or-v1-", HEX, 64),
    "deepseek": of("sk-", HEX, 32),
    "groq": of("gsk_", ALNUM, 52),
    "xai": of("xai-", ALNUM, 80),
    "perplexity": of("pplx-", ALNUM, 48),
    "replicate": of("r8_", ALNUM, 37),
    "hugging face": of("hf_", LETTERS, 34),
    "langsmith": lambda r: f"lsv2_pt_{run(r, HEX, 32)}_{run(r, HEX, 10)}",
    "nvidia": of("nvapi-", URLSAFE, 64),
    "databricks": of("dapi", HEX, 32),
    "slack bot": lambda r: f"xoxb-{run(r, DIGITS, 12)}-{run(r, DIGITS, 12)}-{run(r, ALNUM, 24)}",
    "slack app": lambda r: f"xapp-1-A{run(r, UPPER + DIGITS, 10)}-{run(r, DIGITS, 13)}-{run(r, HEX, 64)}",
    "slack webhook": lambda r: (
        f"https://hooks.slack.com/services/T{run(r, UPPER, 8)}/B{run(r, UPPER, 8)}/{run(r, ALNUM, 24)}"
    ),
    "discord webhook": lambda r: f"https://discord.com/api/webhooks/{run(r, DIGITS, 19)}/{run(r, URLSAFE, 68)}",
    "discord bot": discord,
    "telegram": lambda r: f"{run(r, '123456789', 10)}:AA{run(r, URLSAFE, 33)}",
    "stripe live": of("sk_live_", ALNUM, 24),
    "stripe restricted": of("rk_live_", ALNUM, 24),
    "stripe webhook": of("whsec_", ALNUM, 32),
    "google api": of("AIza", URLSAFE, 35),
    "google client": of("GOCSPX-", URLSAFE, 28),
    "google access": of("ya29.a0", URLSAFE, 120),
    "npm": of("npm_", ALNUM, 36),
    "pypi": of("pypi-AgEIcHlwaS5vcmc", URLSAFE, 120),
    "twilio key": of("SK", HEX, 32),
    "twilio account": of("AC", HEX, 32),
    "sendgrid": lambda r: f"SG.{run(r, URLSAFE, 22)}.{run(r, URLSAFE, 43)}",
    "mailgun": of("key-", HEX, 32),
    "mailchimp": of("", HEX, 32, "-us12"),
    "azure storage": of("AccountKey=", BASE64, 86, "=="),
    "azure client secret": lambda r: f"{run(r, ALNUM, 3)}8Q~{run(r, ALNUM, 34)}",
    "square": of("sq0atp-", URLSAFE, 22),
    "shopify": of("shpat_", HEX, 32),
    "digitalocean": of("dop_v1_", HEX, 64),
    "terraform": lambda r: f"{run(r, ALNUM, 14)}.atlasv1.{run(r, ALNUM, 67)}",
    "vault": of("hvs.", URLSAFE, 90),
    "docker hub": of("dckr_pat_", URLSAFE, 27),
    "grafana": lambda r: f"glsa_{run(r, ALNUM, 32)}_{run(r, HEX, 8)}",
    "new relic": of("NRAK-", UPPER + DIGITS, 27),
    "sentry": of("sntryu_", HEX, 64),
    "notion": lambda r: f"ntn_{run(r, DIGITS, 11)}{run(r, ALNUM, 35)}",
    "linear": of("lin_api_", ALNUM, 40),
    "figma": of("figd_", URLSAFE, 40),
    "tailscale": lambda r: f"tskey-auth-{run(r, ALNUM, 17)}-{run(r, ALNUM, 32)}",
    "planetscale": of("pscale_pw_", URLSAFE, 43),
    "supabase": of("sbp_", HEX, 40),
    "rubygems": of("rubygems_", HEX, 48),
    "age": of("AGE-SECRET-KEY-1", UPPER + DIGITS, 58),
    "jwt": jwt,
    "bearer": lambda r: f"Authorization: Bearer {run(r, ALNUM, 40)}",
    "basic": lambda r: "Authorization: Basic " + base64.b64encode(f"ana:{run(r, ALNUM, 18)}".encode()).decode(),
    "postgres": lambda r: f"postgresql://ana:{run(r, ALNUM, 12)}@db.example.net:5432/app",
    "mongo": lambda r: f"mongodb+srv://root:{run(r, ALNUM, 16)}@cluster0.example.net/test",
    "redis": lambda r: f"redis://:{run(r, ALNUM, 24)}@cache.example.net:6379/0",
    "environment": lambda r: f"DB_PASSWORD={run(r, ALNUM + '!%&', 14)}",
    "json": lambda r: f'"clientSecret": "{run(r, URLSAFE, 20)}"',
    "base62 of 32": of("", ALNUM, 32),
    "base64url of 43": of("", URLSAFE, 43),
    "hex of 64": of("", HEX, 64),
    "windows key": lambda r: "-".join(run(r, "BCDFGHJKMPQRTVWXY2346789", 5) for _ in range(5)),
    "bitcoin key": of("L", BASE58, 51),
}

DETAILS: dict[str, Callable[[Random], str]] = {
    "card": card,
    "card in groups": lambda r: (lambda n: f"{n[:4]} {n[4:8]} {n[8:12]} {n[12:]}")(card(r)),
    "card with hyphens": lambda r: (lambda n: f"{n[:4]}-{n[4:8]}-{n[8:12]}-{n[12:]}")(card(r)),
    "iban": iban,
    "iban in groups": lambda r: (lambda n: " ".join(n[i : i + 4] for i in range(0, 22, 4)))(iban(r)),
    "china identity": china_identity,
    "social security": lambda r: f"{r.randint(100, 665)}-{r.randint(10, 99)}-{r.randint(1000, 9999)}",
    "china mobile": lambda r: f"1{r.choice('3456789')}{run(r, DIGITS, 9)}",
    "us phone": lambda r: f"({r.randint(200, 989)}) {r.randint(200, 999)}-{run(r, DIGITS, 4)}",
    "uk phone": lambda r: f"+44 20 {r.randint(7000, 8999)} {run(r, DIGITS, 4)}",
    "french phone": lambda r: "06 " + " ".join(run(r, DIGITS, 2) for _ in range(4)),
    "japanese phone": lambda r: f"090-{run(r, DIGITS, 4)}-{run(r, DIGITS, 4)}",
    "korean phone": lambda r: f"010-{run(r, DIGITS, 4)}-{run(r, DIGITS, 4)}",
    "hong kong phone": lambda r: f"+852 {r.choice('569')}{run(r, DIGITS, 3)} {run(r, DIGITS, 4)}",
    "e-mail": lambda r: f"{run(r, LOWER, 6)}.{run(r, LOWER, 5)}{r.randint(1, 99)}@{run(r, LOWER, 7)}.com",
    "e-mail spelled out": lambda r: f"{run(r, LOWER, 8)} at {run(r, LOWER, 7)} dot com",
    "street": lambda r: (
        f"{r.randint(1, 999)} {r.choice(['Maple', 'High', 'Station', 'King'])} Street, Apt {r.randint(1, 99)}"
    ),
    "chinese street": lambda r: (
        f"北京市朝阳区{r.choice(['建国', '人民', '中山'])}路{r.randint(1, 300)}号{r.randint(1, 30)}楼"
    ),
    "hong kong identity": lambda r: f"{r.choice(UPPER)}{run(r, DIGITS, 6)}({r.choice(DIGITS)})",
    "coordinates": lambda r: f"{r.uniform(-80, 80):.5f}, {r.uniform(-170, 170):.5f}",
}
