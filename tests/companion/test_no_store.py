"""What carries keys or names is kept by no browser and no proxy: a walk over all addresses."""

from ipaddress import ip_network

import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse

from companion.services.rosters import make_roster
from companion.setups.usual import setup_of
from companion.watching import proof_of
from rules.games import GAMES
from tests.companion.demo import demo_of
from tests.companion.playing import Device
from tests.companion.test_attack_path import play_the_seed


@pytest.fixture
def device(db, settings):
    """A tablet at the demo, with an attack under way; this machine may look from outside."""
    settings.HEALTH_FOR = settings.FIGURES_FOR = [ip_network("127.0.0.1")]
    device = Device(demo_of("mobile_frame_zero"), name="Anna")
    play_the_seed(device)
    return device


def names(resolver):
    """The names of the app's own addresses, those of its games among them."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from names(pattern) if pattern.app_name != "admin" else ()
        else:
            yield pattern.name


def roster_of(battle):
    """A roster of the battle's game in its campaign, nobody's."""
    given = {"campaign": battle.campaign, "game": battle.game, "name": "Veterans", "once": "a-roster-to-look-at"}
    return make_roster(**given, owner=None, who="Anna")


def addresses(device):
    """One address for every name, with arguments that lead somewhere."""
    known = device.battle.campaign.members.order_by("pk").first()
    whom = known.pk if known else 1
    battle, declaration = device.battle, device.open
    roster = roster_of(battle)
    ships = demo_of("x_wing")
    given = {
        **{name: [] for name in ("home", "health", "figures", "manifest", "worker", "offline")},
        "watch": [battle.pk, proof_of(battle)],
        "screen": [battle.pk, proof_of(battle)],
        "watch-score-lines": [battle.pk, proof_of(battle)],
        "watch-step": [battle.pk, proof_of(battle), 1],
        **{name: [battle.campaign.key] for name in ("campaign", "campaign-file", "bring-in", "people")},
        **{
            name: [battle.campaign.key]
            for name in ("people-found", "people-add", "people-invite", "people-code", "people-only", "campaign-rename")
        },
        **{name: [battle.campaign.key] for name in ("standings", "standings-by")},
        "member": [battle.campaign.key, whom],
        "people-forgotten": [battle.campaign.key, whom],
        **{name: [battle.campaign.key] for name in ("shelf", "campaign-anew")},
        "battle-back": [battle.campaign.key, 1],
        "keep": [battle.key],
        **{f"battle-{name}": [battle.key] for name in ("rename", "archive", "copy", "delete")},
        "member-luck": [battle.campaign.key, whom, "app"],
        "battle-luck": [battle.key, battle.sides.first().pk, "app"],
        **{f"people-{name}": [battle.campaign.key, 1] for name in ("role", "name", "link", "ask", "account")},
        **{f"people-{name}": [battle.campaign.key, 1] for name in ("let-in", "forget", "withdraw")},
        "join": [1, "a" * 43],
        "code": [],
        **{name: [] for name in ("account", "account-members", "account-delete", "account_login", "account_signup")},
        **{name: [] for name in ("account_logout", "account_change_password", "account_reset_password")},
        **{f"account_reset_password_{name}": [] for name in ("done", "from_key_done")},
        "account_reset_password_from_key": ["1", "a-key"],
        **{name: [battle.campaign.key] for name in ("rosters", "rosters-usual", "roster-bring-in")},
        "roster": [battle.campaign.key, roster.pk],
        **{f"roster-{name}": [battle.campaign.key, roster.pk] for name in ("rename", "again", "away", "back", "file")},
        "who": [],
        "theme": [],
        "hand": [],
        "record": [battle.key, declaration.pk],
        **{name: [battle.key, 1] for name in ("event", "correct", "rule", "replay-step")},
        **{name: [next(iter(GAMES))] for name in ("help", "try")},
        "score": [battle.key, f"company-{battle.sides.first().pk}"],
        "setup-remove": [battle.key, 1],
        "setup-again": [battle.key, 1],
        "setup-put": [battle.key, 1],
        "seats": [battle.key],
        "seat": [battle.key, battle.sides.first().pk],
        "roster-keep": [battle.key, 1],
        "setup-look": [battle.key, 1],
        "setup-add": [battle.key, setup_of(battle.game).parts[0].slug],
        **{name: [battle.key, declaration.pk] for name in ("dice", "choice", "add", "back", "off", "apply")},
        **{
            name: [battle.key]
            for name in (
                "battle",
                "battle-file",
                "declare",
                "undo",
                "log",
                "setup",
                "setup-known",
                "setup-take",
                "setup-deploy",
                "homecoming",
                "rematch",
                "redo",
                "dispute",
                "answer",
                "replay",
                "share",
                "pin",
                "watch-anew",
                "battle-anew",
                "battle-qr",
                "score-lines",
            )
        },
        **{name: [ships.key, ships.sides.first().pk] for name in ("squad", "squad-file", "squad-now", "squad-rules")},
    }
    return {name: reverse(name, args=arguments) for name, arguments in given.items()}


def test_the_walk_leaves_no_address_out(device):
    assert set(names(get_resolver())) == set(addresses(device))


ASKED_EACH_TIME = {"score-lines", "watch-score-lines"}
"""Pictures without a key or a name, which a browser may keep if it asks before each use whether it still may."""


@pytest.mark.parametrize("accounts", ["off", "open"])
def test_no_answer_of_ours_is_kept(device, settings, accounts):
    settings.ACCOUNTS, settings.EMAIL_HOST = accounts, "mail.example"
    for name, address in addresses(device).items():
        expected = "private, no-cache" if name in ASKED_EACH_TIME else "no-store"
        assert expected in device.client.get(address).headers.get("Cache-Control", ""), name
    assert "no-store" in device.client.get("/nothing/").headers.get("Cache-Control", "")


def test_nor_is_a_redirect_to_what_carries_a_key(device):
    address = device.battle.get_absolute_url()
    answer = device.client.get(address.rstrip("/"))
    assert (answer.status_code, answer.headers["Location"]) == (301, address)
    assert answer.headers["Cache-Control"] == "no-store"


def test_nor_is_one_to_https(device, settings):
    settings.SECURE_SSL_REDIRECT = True
    answer = Client().get(device.battle.get_absolute_url())
    assert (answer.status_code, answer.headers["Cache-Control"]) == (301, "no-store")


def test_static_files_are_kept(client, settings):
    settings.WHITENOISE_USE_FINDERS = settings.WHITENOISE_AUTOREFRESH = True
    assert "no-store" not in client.head("/static/live.js").headers["Cache-Control"]


def test_no_page_of_the_admin_is_kept(device, admin_client):
    for page in ("admin:index", "admin:companion_campaign_changelist"):
        answer = admin_client.get(reverse(page))
        assert answer.status_code == 200
        assert "no-store" in answer.headers["Cache-Control"]
