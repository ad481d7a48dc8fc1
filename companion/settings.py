"""Django's settings: from the environment, or else as one machine beside the table needs them."""

import os
from datetime import timedelta
from pathlib import Path

from csp.constants import NONE, SELF

from companion.environment import database, machine_time_zone, networks, number, one_of, switch, words
from companion.keeping import given_key, made, secret_key
from companion.network import OwnHosts

BASE_DIR = Path(__file__).resolve().parent.parent

# Where this machine keeps its own, the database and the secret key, unless it is told of both.
DATA_DIR = Path(os.environ.get("COMPANION_DATA") or BASE_DIR / ".data")
if not (os.environ.get("SECRET_KEY") and os.environ.get("DATABASE_URL")):
    made(DATA_DIR)

# --- Who may ask, and how

SECRET_KEY = given_key(os.environ.get("SECRET_KEY", "")) or secret_key(DATA_DIR / "secret_key")
DEBUG = switch("DEBUG")
ALLOWED_HOSTS = words("ALLOWED_HOSTS")
if switch("COMPANION_OWN_HOSTS"):
    ALLOWED_HOSTS = OwnHosts(ALLOWED_HOSTS)
CSRF_TRUSTED_ORIGINS = words("CSRF_TRUSTED_ORIGINS")

if switch("COMPANION_HTTPS"):
    SECURE_SSL_REDIRECT = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
    # Whether other names under this domain can do HTTPS only its owner knows.
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

BEHIND_PROXY = switch("COMPANION_BEHIND_PROXY")
if BEHIND_PROXY:
    # Only safe where the proxy sets this header itself, whatever the visitor sent.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        # Bootstrap's stylesheet draws its arrows and ticks as data.
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# --- How much one may take (companion/line)

# A club behind one router is one address: forty tablets, each with a stream and the six connections of a browser.
# Behind a proxy all connections are the proxy's, and only the streams are told apart.
CONNECTIONS_OF_ONE_ADDRESS = number("COMPANION_CONNECTIONS_OF_ONE_ADDRESS", 512)
STREAMS_OF_ONE_ADDRESS = number("COMPANION_STREAMS_OF_ONE_ADDRESS", 250)
STREAMS_OF_ONE_BATTLE = number("COMPANION_STREAMS_OF_ONE_BATTLE", 250)

# The largest that any page takes; the line lets in less where less is needed.
DATA_UPLOAD_MAX_MEMORY_SIZE = 4_100_000
DATA_UPLOAD_MAX_NUMBER_FILES = 2

# --- Who signs in (companion/accounts.py): staff to the admin; with accounts, players too, all through the same page

# Who may make an account: nobody where accounts are off or closed, else who was invited to a campaign, or anybody.
ACCOUNTS = one_of("COMPANION_ACCOUNTS", "off", "closed", "invited", "open")

LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "account"
ACCOUNT_ADAPTER = "companion.accounts.Accounts"
ACCOUNT_FORMS = {
    "login": "companion.forms.accounts.SignInForm",
    "signup": "companion.forms.accounts.SignUpForm",
    "change_password": "companion.forms.accounts.PasswordForm",
    "reset_password": "companion.forms.accounts.ForgottenForm",
    "reset_password_from_key": "companion.forms.accounts.NewPasswordForm",
}
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_UNIQUE_EMAIL = False
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = True
# By the address, which may be a whole club's, each of whom mistypes a few times; wrong passwords are counted below, for
# every page that asks for one.
ACCOUNT_RATE_LIMITS = {
    "login": "300/m/ip",
    "login_failed": None,
    "change_password": None,
    "signup": "200/h/ip",
    "reset_password": "30/h/ip,3/h/key",
    "reset_password_from_key": "60/h/ip",
}

# Without a server for mail none is sent, and no page speaks of it.
EMAIL_HOST = os.environ.get("EMAIL_HOST", "")
EMAIL_PORT = number("EMAIL_PORT", 587)
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_SSL = EMAIL_PORT == 465
EMAIL_USE_TLS = EMAIL_PORT == 587
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL") or EMAIL_HOST_USER or "companion@localhost"

# Wrong passwords are counted in the database, by name and address together: whoever guesses locks nobody else out,
# and a club behind one router is not locked out by one of its own. Other processes and a later start know it too.
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=5)
# Who waits is let in after that, however often the others have tried meanwhile.
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True
AXES_ENABLE_ADMIN = False
AXES_USERNAME_CALLABLE = "companion.signing_in.name_tried"
AXES_CLIENT_IP_CALLABLE = "companion.signing_in.client_address"
AXES_CLIENT_STR_CALLABLE = "companion.signing_in.client_in_the_log"
AXES_LOCKOUT_CALLABLE = "companion.signing_in.slowed"

# Wrong codes and links (companion/tries.py) are counted by this process: enough for what is open for minutes. Larger
# than all that a hundred addresses can fill, so that nobody's count is pushed out.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    }
}

# --- What machines see from outside (companion/outside): nothing, unless they are named

HEALTH_FOR = networks("COMPANION_HEALTH_FOR")
FIGURES_FOR = networks("COMPANION_FIGURES_FOR")
LOG_REQUESTS = switch("COMPANION_LOG_REQUESTS")

# --- What Django is made of

INSTALLED_APPS = [
    "companion.apps.CompanionConfig",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "crispy_forms",
    "csp",
    "axes",
    "allauth",
    "allauth.account",
]

MIDDLEWARE = [
    # In front of all that redirects: an address holds a key. Static files say themselves how long they are kept.
    "companion.front.front",
    # It pads what it compresses against BREACH; the streams are answered in front of it.
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.security.SecurityMiddleware",
    # It refuses names that are not this server's, before anything is answered to them.
    "django.middleware.common.CommonMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "companion.sessions.Sessions",
    "companion.devices.remembered",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "companion.views.refused.Refused",
    "allauth.account.middleware.AccountMiddleware",
    "axes.middleware.AxesMiddleware",
]

SESSION_ENGINE = "companion.sessions"

ROOT_URLCONF = "companion.urls"
WSGI_APPLICATION = "companion.wsgi.application"
ASGI_APPLICATION = "companion.asgi:application"

# What a game has of its own for its cards is loaded by the name of its folder.
OWN_CARDS = [path.parent.name for path in BASE_DIR.glob("companion/games/*/cards.py")]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "libraries": {game: f"companion.games.{game}.cards" for game in OWN_CARDS},
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "companion.members.rights",
                "companion.accounts.offered",
            ],
        },
    },
]

CRISPY_ALLOWED_TEMPLATE_PACKS = "table"
CRISPY_TEMPLATE_PACK = "table"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
# It refuses none: it ends what was reached by the password before.
AUTH_PASSWORD_VALIDATORS.append({"NAME": "companion.accounts.OthersSignedOut"})

# --- Where things are kept

DATABASES = {
    "default": database(
        os.environ.get("DATABASE_URL") or f"sqlite:///{DATA_DIR / 'companion.sqlite3'}",
        test_file=DATA_DIR / "test.sqlite3",
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]

# Once collected, files have a hash in their name, are compressed and are cached for good: `play` collects them beside
# its database, a deployment names STATIC_ROOT and runs `collectstatic`. Else they are served from where they lie.
STATIC_ROOT = os.environ.get("STATIC_ROOT") or (DATA_DIR / "static" if switch("COMPANION_OWN_HOSTS") else None)
WHITENOISE_USE_FINDERS = STATIC_ROOT is None
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if STATIC_ROOT
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# --- Language, time, log

LANGUAGE_CODE = "en"
USE_I18N = False
USE_TZ = True
TIME_ZONE = machine_time_zone()
FORMAT_MODULE_PATH = "companion.formats"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "companion.line.log.WithoutKeys",
            "fmt": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        }
    },
    "filters": {"seldom": {"()": "companion.line.log.Seldom"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        # Django's own handlers would mail nobody, and would print only while debugging.
        "django": {"handlers": [], "propagate": True},
        # Whoever scans the internet asks for hosts that are not here; they get their 400 without a traceback.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        # The server's own handlers would print the keys in an address. Every request is the proxy's to log.
        "uvicorn": {"handlers": [], "level": "INFO", "propagate": True},
        "uvicorn.error": {"filters": ["seldom"]},
        "uvicorn.access": {"handlers": [], "propagate": False},
        # One line a request, without the keys in its address, where somebody wants that.
        "companion.requests": {"level": "INFO" if LOG_REQUESTS else "WARNING"},
    },
}
