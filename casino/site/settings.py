"""Django settings, all from the environment. The defaults run on an embedded database and serve one room.

Every command loads this module, `play` among them, so it imports nothing heavy (no channels, no ninja).
"""

import hashlib
import os
import warnings
from pathlib import Path
from wsgiref.headers import Headers

from csp.constants import NONE, SELF

from casino.common import environment
from casino.common.telemetry import logging

BASE_DIR = Path(__file__).resolve().parents[2]
# Templates, static files and catalogues: beside the code in a checkout, within the package where a wheel is installed.
PRODUCT_DIR = next(place for place in (BASE_DIR / "casino" / "product", BASE_DIR) if place.is_dir())
VAR_DIR = Path(os.environ.get("VAR_DIR", BASE_DIR / "var"))

DEBUG = environment.flag("DEBUG")
HTTPS = environment.flag("HTTPS")
BEHIND_PROXY = environment.flag("BEHIND_PROXY")
# Whose forwarded addresses are believed: the addresses or networks of the proxies in front.
_PROXIES = environment.networks("PROXIES", "127.0.0.1,::1")
PROXIES = _PROXIES if BEHIND_PROXY else ()
# Set by `make run`. The home page then shows the demo logins, so never set it in a real casino.
DEMO = environment.flag("DEMO")

SECRET_KEY = environment.secret_key(VAR_DIR / "secret_key")
ALLOWED_HOSTS = environment.hosts("ALLOWED_HOSTS", "127.0.0.1,localhost,[::1]")
CSRF_TRUSTED_ORIGINS = environment.origins("TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "axes",
    "csp",
    "casino.site",
    "casino.journal",
    "casino.house",
    "casino.people",
    "ledger",
    "ledger.cage",
    "tables",
]

MIDDLEWARE = [
    "casino.site.health.HealthMiddleware",
    "casino.common.answers.KeptByNobody",
    "django.middleware.gzip.GZipMiddleware",  # adds random bytes, so that no secret is guessed from lengths (BREACH)
    "whitenoise.middleware.WhiteNoiseMiddleware",  # before the headers that mean something for a page only
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "casino.people.middleware.UserLanguageMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "casino.people.middleware.LockMiddleware",
    "casino.common.answers.RefusalMiddleware",
    "axes.middleware.AxesMiddleware",  # must be last: it answers a lock-out raised at login
]
if BEHIND_PROXY:
    MIDDLEWARE.remove("whitenoise.middleware.WhiteNoiseMiddleware")  # nginx serves the static files

ROOT_URLCONF = "casino.site.urls"
ASGI_APPLICATION = "casino.site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [PRODUCT_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "casino.site.files.TemplateLoader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                ),
            ],
            # Each beside what it shows: Django looks for them in apps alone
            "libraries": {
                "record": "tables.screens.templatetags.record",
                "table": "tables.screens.templatetags.table",
                "report": "tables.reports.templatetags.report",
                "dashboard": "tables.reports.templatetags.dashboard",
            },
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES = {"default": environment.database(os.environ.get("DATABASE_URL"), VAR_DIR / "casino.sqlite3")}
# A house on two machines: these and the third that only votes, and which of them this one is
PAIR = environment.pair("PAIR")
PAIR_HERE = environment.choice("PAIR_HERE", "", *([*PAIR][:2] or [""]))
if PAIR:  # the database shows it to `novamas doctor` of both
    KEYS = ("SECRET_KEY", "SIGNING_KEY", "SECOND_FACTOR_KEY", "METRICS_TOKEN", "BACKUP_KEY")
    DATABASES["default"]["OPTIONS"]["application_name"] = (
        f"novamas {PAIR_HERE} {environment.fingerprint(VAR_DIR, *KEYS)}"
    )
REDIS_URL = environment.redis("REDIS_URL")  # what several server processes tell each other of changes through
NOTIFICATIONS = environment.channel(REDIS_URL, SECRET_KEY, os.environ.get("DATABASE_URL"))
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# What an administrator may change on a page is listed in `casino.house.values`
HOUSE_NAME = environment.line("HOUSE_NAME", "No Va Más")
# The head of every paper; what is empty is left out
HOUSE_ADDRESS = environment.line("HOUSE_ADDRESS")
TAX_NUMBER = environment.line("TAX_NUMBER")
LICENCE = environment.line("LICENCE")
LOGO = ""  # the digest of the picture (`casino.house.logo`); it comes from the page alone
# Money: one currency, in integers of its smallest unit (`casino.common.currency`)
USUAL_CHIPS = (1, 5, 10, 50, 100, 500, 1000, 5000, 10_000, 50_000)
CURRENCY = environment.currency("CURRENCY", "ARS")
DECIMALS = environment.number("DECIMALS", 0, most=4)
DENOMINATIONS = environment.numbers("DENOMINATIONS", "") or tuple(chip * 10**DECIMALS for chip in USUAL_CHIPS)
CHIP_COLOURS: tuple[
    str, ...
] = ()  # where they are not the usual ones (`casino.common.currency.chips`); from the page alone
LEDGER_CHART = "casino.site.chart.CHART"  # the ledger's accounts and the purposes of transfers
# The largest exchange that a cambista makes alone; it also limits the sum for one player in one shift.
COUNTER_LIMIT = environment.number("COUNTER_LIMIT", 100_000)
DAY_BEGINS = environment.number("DAY_BEGINS", 8, most=23)  # the local hour at which a casino's day begins

# The signed heads of all chains: where they are kept, and a second place for them, a file or a command
ANCHORS = Path(os.environ.get("ANCHORS") or VAR_DIR / "anchors.jsonl")
ANCHORS_COPY = os.environ.get("ANCHORS_COPY", "")
ANCHORS_COMMAND = os.environ.get("ANCHORS_COMMAND", "")  # it reads each anchor from its standard input

# Login
AUTH_USER_MODEL = "accounts.User"
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/work/"  # the first page of each role (`casino.site.home`)
LOGOUT_REDIRECT_URL = "login"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "casino.people.login.passphrases.PassphraseBackend",
]
PASSWORD_HASHERS = [
    "casino.people.login.passphrases.Argon2",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
    {"NAME": "casino.people.login.passphrases.NotOnlyNames"},
]
# The house's: minutes after which a tablet that nobody touches is locked (0: never), sessions that a person may have at
# once (0: any number; those of a demo are everybody's)
IDLE_MINUTES = environment.number("IDLE_MINUTES", 15)
SESSIONS_PER_PERSON = environment.number("SESSIONS_PER_PERSON", 0 if DEMO else 3)
# Whether a croupier works only at the tables to which he is assigned
ASSIGNED_ONLY = environment.flag("ASSIGNED_ONLY")
# After how many minutes who deals is due to be relieved (0: never), and how long his break is at least
RELIEF_MINUTES = environment.number("RELIEF_MINUTES", 60)
BREAK_MINUTES = environment.number("BREAK_MINUTES", 20)
# Seconds after which a phase takes unusually long, and the floor says so (0: never)
LONG_CUTTING = environment.number("LONG_CUTTING", 300)
LONG_BURNING = environment.number("LONG_BURNING", 300)
LONG_AUCTION = environment.number("LONG_AUCTION", 300)
LONG_OFFER = environment.number("LONG_OFFER", 300)
LONG_BETTING = environment.number("LONG_BETTING", 300)
LONG_DEALING = environment.number("LONG_DEALING", 180)
LONG_WILL = environment.number("LONG_WILL", 120)
LONG_BANK_CHOICE = environment.number("LONG_BANK_CHOICE", 120)
LONG_RESOLVED = environment.number("LONG_RESOLVED", 180)
LONG_SUITE = environment.number("LONG_SUITE", 300)
LONG_SHUFFLING = environment.number("LONG_SHUFFLING", 1200)
# Seconds without its console after which the tablet of a table in play is lost (0: nobody asks)
TABLET_SECONDS = environment.number("TABLET_SECONDS", 30)
# What a wall counts down while bets are open (0: nothing); it informs, and nothing happens at its end
BET_SECONDS = environment.number("BET_SECONDS", 0)
NEXT_GAME = ""  # when play begins, such as 21:00, for the walls of idle tables; it comes from the page alone
# How many passes an hour a table should play (0: no target)
PASSES_PER_HOUR = environment.number("PASSES_PER_HOUR", 40)
# Of whom a second factor is asked: `off`, of the `roles` that may do much (`casino.people.permissions`), or of `all`.
# An installed house has `roles` in its settings; a demo and a checkout work without a phone.
SECOND_FACTOR = environment.choice("SECOND_FACTOR", "off", "off", "roles", "all")
# The house's directory, by which people come in (OpenID Connect); without one nothing of it is loaded
DIRECTORY_ISSUER = environment.issuer("DIRECTORY_ISSUER", "DIRECTORY_CLIENT_ID", "DIRECTORY_CLIENT_SECRET")
DIRECTORY_CLIENT_ID = environment.line("DIRECTORY_CLIENT_ID")
DIRECTORY_CLIENT_SECRET = os.environ.get("DIRECTORY_CLIENT_SECRET", "").strip()
DIRECTORY_NAME = environment.line("DIRECTORY_NAME")
DIRECTORY_SCOPES = environment.line("DIRECTORY_SCOPES", "openid profile offline_access")
DIRECTORY_GROUPS = environment.line("DIRECTORY_GROUPS", "groups")  # the claim that has a person's groups
# What `acr` or `amr` says where the directory has asked for a second factor (RFC 8176)
DIRECTORY_SECOND_FACTOR = frozenset(environment.words("DIRECTORY_SECOND_FACTOR", "mfa"))
AXES_HANDLER = "casino.people.login.lockout.FailureLimits"
AXES_FAILURE_LIMIT = 5  # for one name from one address; the other limits stand in the handler
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = "casino.people.login.lockout.counted_by"
AXES_USERNAME_CALLABLE = "casino.people.login.lockout.counted_as"
AXES_CLIENT_IP_CALLABLE = "casino.people.login.lockout.address_of"
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_CALLABLE = "casino.people.login.lockout.locked_out"
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # what is not looked at does not count
AXES_VERBOSE = False

METRICS_TOKEN = os.environ.get(
    "METRICS_TOKEN", ""
)  # lets Prometheus read /metrics; without it there is no such page

SECURITY_CONTACT = environment.contact("SECURITY_CONTACT")  # for /.well-known/security.txt

# Cookies and headers. Browsers do not tell ports apart: two houses under one name have cookies of their own names.
OWN_COOKIES = hashlib.sha256(f"cookies of {SECRET_KEY}".encode()).hexdigest()[:8]
SESSION_COOKIE_NAME = f"{'__Host-' if HTTPS else ''}sessionid_{OWN_COOKIES}"
CSRF_COOKIE_NAME = f"{'__Host-' if HTTPS else ''}csrftoken_{OWN_COOKIES}"
SESSION_COOKIE_AGE = 12 * 60 * 60  # seconds; a shift and its handover
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = HTTPS
CSRF_FAILURE_VIEW = "casino.common.answers.bad_csrf"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"  # our addresses are nobody else's business
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
X_FRAME_OPTIONS = "DENY"
SILENCED_SYSTEM_CHECKS = [
    "security.W005",  # HSTS is for this name alone: what else the house has under its domain is not ours to promise
    "security.W008",  # nginx leads from HTTP to HTTPS
    "security.W021",  # nor is its domain ours to put on the browsers' list
]
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "media-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}
# Bytes of a request, without files: a command has a few hundred. deploy/nginx.conf says the same.
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024

# Languages: Spanish is the default
LANGUAGE_CODE = "es"
LANGUAGES = [("es", "Español"), ("en", "English"), ("fr", "Français"), ("sl", "Slovenščina")]
HOUSE_LANGUAGES = tuple(code for code, _name in LANGUAGES)  # those that the house offers
FORMAT_MODULE_PATH = ["casino.site.formats"]
LOCALE_PATHS = [PRODUCT_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = environment.time_zone("TIME_ZONE", "America/Argentina/Buenos_Aires")


# Mail, for reports on a schedule; without a server none is sent
EMAIL_HOST = environment.line("EMAIL_HOST")
EMAIL_PORT = environment.number("EMAIL_PORT", 587, most=65_535)
EMAIL_HOST_USER = environment.line("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_SSL = environment.flag("EMAIL_USE_SSL")
EMAIL_USE_TLS = environment.flag("EMAIL_USE_TLS", default=not EMAIL_USE_SSL)
EMAIL_TIMEOUT = 30  # seconds
DEFAULT_FROM_EMAIL = environment.line("DEFAULT_FROM_EMAIL", "reports@localhost")
# Who is told what a house must know (`casino.operations.telling`)
TELL_MAIL = environment.mail_addresses("TELL_MAIL")
TELL_WEBHOOK = environment.webhook("TELL_WEBHOOK", "TELL_WEBHOOK_SECRET")
TELL_WEBHOOK_SECRET = os.environ.get("TELL_WEBHOOK_SECRET", "")
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'dummy'}.EmailBackend"


# Static files
def headers_of_a_file(headers: Headers, path: str, url: str) -> None:
    """No browser takes a file for anything but what its type says."""
    headers["X-Content-Type-Options"] = "nosniff"


STATIC_URL = "/static/"
STATICFILES_DIRS = [PRODUCT_DIR / "static"]
STATIC_ROOT = os.environ.get("STATIC_ROOT") or str(VAR_DIR / "static")  # where collectstatic puts the files
# Django says so of each file that WhiteNoise serves: it reads the file whole, and ours are small.
warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous iterators")
# Where nothing was collected they are served as they are written; WhiteNoise warns of the folder that is not there.
WHITENOISE_USE_FINDERS = not Path(STATIC_ROOT).is_dir()
warnings.filterwarnings("ignore", "No directory at")
WHITENOISE_ALLOW_ALL_ORIGINS = False  # nobody else's page has a use for them
WHITENOISE_ADD_HEADERS_FUNCTION = headers_of_a_file
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    # collectstatic joins the files of a page, and compresses each once
    "staticfiles": {"BACKEND": "casino.site.files.StaticStorage"},
}
FILE_UPLOAD_PERMISSIONS, FILE_UPLOAD_DIRECTORY_PERMISSIONS = (
    0o644,
    0o755,
)  # nginx is another user, whatever the umask

LOGGING = logging.plain(environment.choice("LOG_LEVEL", "info", *environment.LOG_LEVELS).upper())
LOG_JSON = environment.flag("LOG_JSON")

# For so many weeks a backup is kept
BACKUP_KEEP_WEEKS = environment.number("BACKUP_KEEP_WEEKS", 8, least=1)

# What only some commands read is looked at here as well, so that none finds it wrong when it has done half of its work.
environment.key("SIGNING_KEY")
environment.ports("WORKER_PORTS")
if _owner := os.environ.get("DATABASE_OWNER_URL"):
    environment.database(_owner, VAR_DIR, "DATABASE_OWNER_URL")
