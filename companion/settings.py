"""Django's settings: from the environment, or else as one machine beside the table needs them."""

import os
import secrets
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import dj_database_url
from csp.constants import NONE, SELF

BASE_DIR = Path(__file__).resolve().parent.parent


def switch(name: str) -> bool:
    """Whether a switch in the environment is on."""
    return os.environ.get(name, "").strip().lower() in {"1", "true", "yes", "on"}


def words(name: str) -> list[str]:
    """Return a comma-separated list from the environment."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def secret_key(path: Path) -> str:
    """Return the key kept in a file that only its owner reads, made at the first start."""
    if not path.exists():
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        draft.touch(mode=0o600, exist_ok=False)
        draft.write_text(secrets.token_urlsafe(50), encoding="utf-8")
        try:
            # Unlike a rename, a link never replaces the key of another process that was faster.
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text(encoding="utf-8")


def machine_time_zone() -> str:
    """Return the time zone of this machine, so that the log shows the time on the players' own clocks."""
    name = os.environ.get("TZ") or str(Path("/etc/localtime").resolve()).partition("/zoneinfo/")[2]
    try:
        return ZoneInfo(name).key if name else "UTC"
    except (ZoneInfoNotFoundError, ValueError):
        return "UTC"


def database(url: str, test_file: Path) -> Any:
    """Return Django's settings for the database at a URL."""
    settings = dict(dj_database_url.parse(url))
    if settings["ENGINE"] == "django.db.backends.sqlite3":
        settings["OPTIONS"] = {
            # Whoever means to write takes the lock first and waits for it; taken later it would fail at once.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        }
        # A file: one in memory is shared by all threads of the live server, and their writes fail.
        settings["TEST"] = {"NAME": test_file}
    else:
        settings["OPTIONS"] = {"pool": {"min_size": 1, "max_size": 16, "timeout": 10}}
        settings["CONN_HEALTH_CHECKS"] = True
    return settings


# Where this machine keeps its own: the database and the secret key.
DATA_DIR = Path(os.environ.get("COMPANION_DATA") or BASE_DIR / ".data")
DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)

# --- Who may ask, and how

SECRET_KEY = os.environ.get("SECRET_KEY") or secret_key(DATA_DIR / "secret_key")
DEBUG = switch("DEBUG")
ALLOWED_HOSTS = words("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = words("CSRF_TRUSTED_ORIGINS")

if switch("COMPANION_HTTPS"):
    SECURE_SSL_REDIRECT = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
    # Whether other names under this domain can do HTTPS only its owner knows.
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

if switch("COMPANION_BEHIND_PROXY"):
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
    "crispy_bootstrap5",
    "csp",
]

MIDDLEWARE = [
    "companion.encoding.only_utf8",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "companion.urls"
WSGI_APPLICATION = "companion.wsgi.application"
ASGI_APPLICATION = "companion.asgi:application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

CRISPY_ALLOWED_TEMPLATE_PACKS = "bootstrap5"
CRISPY_TEMPLATE_PACK = "bootstrap5"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]

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

# A deployment names STATIC_ROOT and runs `collectstatic`: files then have a hash in their name and are cached
# for good. Without it they are served from where they lie, and nothing needs collecting.
STATIC_ROOT = os.environ.get("STATIC_ROOT") or None
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

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        # Django's own handlers would mail nobody, and would print only while debugging.
        "django": {"handlers": [], "propagate": True},
        # Whoever scans the internet asks for hosts that are not here; they get their 400 without a traceback.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
    },
}
