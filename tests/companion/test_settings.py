import json
import os
import re
import stat
import subprocess
import sys

import pytest
from django.conf import settings as django_settings
from django.db import connection

from companion import settings
from companion.bootstrap import ROOT


def test_a_secret_key_is_made_once_and_only_its_owner_reads_it(tmp_path):
    path = tmp_path / "secret_key"
    key = settings.secret_key(path)
    assert len(key) >= 50
    assert settings.secret_key(path) == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_of_two_first_starts_the_faster_ones_key_is_kept(tmp_path, monkeypatch):
    path = tmp_path / "secret_key"

    def link(_, target):
        path.write_text("the faster one's" * 4)
        raise FileExistsError(target)

    monkeypatch.setattr(os, "link", link)
    assert settings.secret_key(path) == "the faster one's" * 4
    assert list(tmp_path.iterdir()) == [path]


def test_accounts_are_off_unless_they_are_asked_for_and_a_word_that_is_none_is_told(monkeypatch):
    monkeypatch.delenv("COMPANION_ACCOUNTS", raising=False)
    known = ("COMPANION_ACCOUNTS", "off", "closed", "invited", "open")
    assert settings.one_of(*known) == "off"
    monkeypatch.setenv("COMPANION_ACCOUNTS", " Invited ")
    assert settings.one_of(*known) == "invited"
    monkeypatch.setenv("COMPANION_ACCOUNTS", "yes")
    with pytest.raises(SystemExit, match="has to be one of off, closed, invited, open, and 'yes' is none of them"):
        settings.one_of(*known)


@pytest.mark.parametrize(("value", "on"), [("1", True), ("true", True), ("On", True), ("0", False), ("", False)])
def test_a_switch_is_on_only_when_it_says_so(monkeypatch, value, on):
    monkeypatch.setenv("COMPANION_HTTPS", value)
    assert settings.switch("COMPANION_HTTPS") is on


def test_an_unknown_time_zone_becomes_utc(monkeypatch):
    monkeypatch.setenv("TZ", "Europe/Berlin")
    assert settings.machine_time_zone() == "Europe/Berlin"
    monkeypatch.setenv("TZ", "Nowhere/Land")
    assert settings.machine_time_zone() == "UTC"
    monkeypatch.setenv("TZ", "../secret")
    assert settings.machine_time_zone() == "UTC"


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "sqlite", reason="PRAGMAs are SQLite's")
def test_sqlite_writes_ahead_and_waits_for_its_lock():
    with connection.cursor() as cursor:
        for pragma, value in {"journal_mode": "wal", "synchronous": 2, "busy_timeout": 4_000}.items():
            cursor.execute(f"PRAGMA {pragma}")
            assert cursor.fetchone() == (value,)
    assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "memory" not in str(connection.settings_dict["NAME"])


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has a PRAGMA for it, which is tested above")
def test_postgresql_answers_a_commit_once_it_is_on_the_disk():
    with connection.cursor() as cursor:
        cursor.execute("SHOW synchronous_commit")
        assert cursor.fetchone() == ("on",)
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == ("4s",)


def test_every_answer_forbids_inline_script_and_foreign_sources(client, db):
    answer = client.get("/admin/login/")
    policy = answer["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert answer["X-Frame-Options"] == "DENY"


def test_no_template_and_no_picture_has_an_inline_style_or_script():
    inline = re.compile(r"<style|\sstyle\s*=|<script(?![^>]*\ssrc=)|\son[a-z]+\s*=\s*[\"']|javascript:", re.IGNORECASE)
    read = [*(ROOT / "templates").rglob("*.html"), *ROOT.glob("templates/**/*.svg"), *ROOT.glob("static/**/*.svg")]
    assert len(read) > 100
    assert [(path.name, found[0]) for path in read for found in inline.finditer(path.read_text("utf-8"))] == []
    assert inline.search('<p style="color: red">')
    assert inline.search("<script>alert(1)</script>")
    assert inline.search('<a onclick="go()">')


def test_templates_keep_djangos_cached_loader():
    assert "loaders" not in django_settings.TEMPLATES[0]["OPTIONS"]


def test_a_deployment_behind_a_proxy_uses_https_only(tmp_path):
    deployment = deployed(
        tmp_path,
        COMPANION_HTTPS="1",
        COMPANION_BEHIND_PROXY="1",
        ALLOWED_HOSTS="companion.example, other.example",
        CSRF_TRUSTED_ORIGINS="https://companion.example",
        DATABASE_URL="postgres://companion@db.example/companion",
        STATIC_ROOT=str(tmp_path / "static"),
    )
    assert deployment["SECURE_SSL_REDIRECT"] is True
    assert deployment["SESSION_COOKIE_SECURE"] is True
    assert deployment["CSRF_COOKIE_SECURE"] is True
    assert deployment["SECURE_PROXY_SSL_HEADER"] == ["HTTP_X_FORWARDED_PROTO", "https"]
    assert deployment["ALLOWED_HOSTS"] == ["companion.example", "other.example"]
    assert deployment["CSRF_TRUSTED_ORIGINS"] == ["https://companion.example"]
    assert deployment["DATABASES"]["default"]["CONN_MAX_AGE"] > 0
    assert deployment["DATABASES"]["default"]["CONN_HEALTH_CHECKS"] is True
    assert deployment["WHITENOISE_USE_FINDERS"] is False
    assert "Manifest" in deployment["STORAGES"]["staticfiles"]["BACKEND"]


def test_what_the_address_of_the_database_asks_for_is_kept(tmp_path):
    options = deployed(tmp_path, DATABASE_URL="postgres://db.example/companion?sslmode=require&options=-c%20x.y%3D1")
    kept = options["DATABASES"]["default"]["OPTIONS"]
    assert kept["sslmode"] == "require"
    assert kept["options"] == "-c lock_timeout=4s -c x.y=1"


def test_mail_is_sent_by_the_server_that_the_environment_names(tmp_path):
    given = {"EMAIL_HOST": "mail.example", "EMAIL_HOST_USER": "companion@example.org", "EMAIL_HOST_PASSWORD": "x"}
    mail = deployed(tmp_path, COMPANION_ACCOUNTS="invited", **given)
    assert mail["ACCOUNTS"] == "invited"
    assert (mail["EMAIL_HOST"], mail["EMAIL_PORT"], mail["EMAIL_USE_TLS"]) == ("mail.example", 587, True)
    assert mail["DEFAULT_FROM_EMAIL"] == "companion@example.org"
    assert deployed(tmp_path, EMAIL_PORT="465", **given)["EMAIL_USE_SSL"] is True


def test_what_is_not_said_is_closed(tmp_path):
    alone = deployed(tmp_path)
    assert alone["DEBUG"] is False
    assert alone["ALLOWED_HOSTS"] == []
    assert alone["ACCOUNTS"] == "off"
    assert alone["EMAIL_HOST"] == ""
    assert "SECURE_PROXY_SSL_HEADER" not in alone
    assert (tmp_path / "secret_key").exists()


def deployed(data_dir, **environment):
    """The settings as a fresh process reads them from nothing but this environment."""
    dump = (
        "import json, companion.settings as s;"
        "print(json.dumps({k: v for k, v in vars(s).items() if k.isupper()}, default=str))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", dump],
        cwd=ROOT,
        env={"COMPANION_DATA": str(data_dir), **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(ran.stdout)
