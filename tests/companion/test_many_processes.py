"""Several processes behind nginx with TLS on PostgreSQL, as the README says: nothing is lost, whatever goes."""

import json
import os
import re
import secrets
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from html import unescape
from random import Random

import pytest
from django.db import connection

from companion.bootstrap import missing_for_nginx
from companion.live.versions import versions
from companion.models import Battle, Campaign
from rules.games import GAMES
from tests.companion.demo import demo_of
from tests.companion.lines import free_port, wait
from tests.companion.many import NAME, Browser, Guest, cuts, deployed, process_waits
from tests.companion.serving import end
from tests.companion.test_battles_of_files import FILES
from tests.companion.test_busy_database import held, new_campaign

pytestmark = [
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite is for one process"),
    pytest.mark.django_db(transaction=True),
]

CUTTING = 6
"""Seconds for which connections are cut."""

LONGER_THAN_A_MOMENT = 2.5
"""Seconds that somebody waits for a lock: PostgreSQL lets nobody wait for more than four."""


two = pytest.mark.parametrize("site", [2], indirect=True)
two_and_four = pytest.mark.parametrize("site", [2, 4], indirect=True)


@pytest.fixture(scope="module")
def site(request, given_database, django_db_setup, tmp_path_factory):
    if missing := missing_for_nginx():
        reason = f"NOTHING BEHIND NGINX HAS RUN: install it with `sudo apt install {' '.join(missing)}`"
        if os.environ.get("REQUIRE_NGINX") == "1":
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)
    with deployed(tmp_path_factory.mktemp("deployed"), request.param) as started:
        yield started


@pytest.fixture
def browser(site):
    return Browser(site)


@contextmanager
def played_on(site, persists=False):
    """All games are played until the end of the block; then all that was answered is there, once, and nothing else."""
    players = [Guest(site, demo_of(game), Random(place), persists) for place, game in enumerate(GAMES)]
    over = threading.Event()
    with ThreadPoolExecutor(len(players)) as threads:
        for player in players:
            player.playing = threads.submit(player.play, site.port, over)
        try:
            yield players
        finally:
            over.set()
        for player in players:
            player.playing.result()
    for player in players:
        assert persists or player.flying is None, f"nginx did not answer: {player.cut!r}"
        player.recover(site.port)


def tapped(players, count=2):
    """Wait until everybody has tapped that often more."""
    for player, most in [(player, player.acknowledged + count) for player in players]:
        wait(lambda player=player, most=most: player.playing.done() or player.acknowledged >= most)
        if player.playing.done():
            player.playing.result()
            # A battle that was played to its end has no tap left; one on its way would still be noted.
            assert player.flying is None, f"{player.battle} is played no more: {player.cut!r}"


def form_data(fields, file):
    """A form with a file as a browser sends it, and its type."""
    edge = secrets.token_hex(16)
    parts = [
        f'--{edge}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{text}' for name, text in fields.items()
    ]
    named = f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="battle.json"\r\n\r\n'
    body = "\r\n".join([*parts, named]).encode() + file + f"\r\n--{edge}--\r\n".encode()
    return body, f"multipart/form-data; boundary={edge}"


@two
def test_pages_come_over_tls_and_files_from_the_disk(site, browser):
    battle = demo_of("x_wing")
    page = browser.get(battle.get_absolute_url())
    assert page.status == 200
    assert "max-age" in page.headers["Strict-Transport-Security"]
    assert all("Secure" in cookie for cookie in page.headers.get_all("Set-Cookie"))
    (style,) = re.findall(r'href="(/static/table\.[0-9a-f]{12}\.css)"', page.text)
    file = browser.ask("HEAD", style, **{"Accept-Encoding": "gzip"})
    assert (file.status, file.headers["Content-Encoding"], file.headers["Content-Type"]) == (200, "gzip", "text/css")
    assert "immutable" in file.headers["Cache-Control"]
    assert browser.get("/static/nothing.css").status == 404


@two
def test_whoever_comes_without_tls_is_sent_to_it(site):
    answer = Browser(site, plain=True).get("/help/x_wing/")
    assert (answer.status, answer.headers["Location"]) == (301, f"https://{NAME}/help/x_wing/")


@two
def test_nobody_says_whose_request_they_pass_on(site):
    """Wrong codes are counted by the address that nginx saw, however many others are named."""
    for number in range(110):
        visitor = Browser(site)
        visitor.get("/code/")
        answer = visitor.post("/code/", {"code": "anchor 11"}, **{"X-Forwarded-For": f"198.51.100.{number}"})
        if answer.status == 429:
            return
    raise AssertionError("so many wrong codes came from one address")


def is_told(stream, version):
    """Whether a stream tells this version; one tap may make two, as a result reaches the campaign after its battle."""
    while line := stream.readline():
        if line.strip() == f"data: {version}".encode():
            return True
    raise AssertionError("the stream has ended")


@two
def test_every_stream_hears_of_a_tap_in_whichever_process_it_is(site, browser):
    player = Guest(site, demo_of("gods_gloom"), Random(1))
    page = browser.get(player.battle.get_absolute_url()).text
    address = unescape(re.search(r'data-live="([^"]+)"', page)[1])
    with ExitStack() as stack:
        lines = [stack.enter_context(closing(line)) for line in (browser.line(), *site.lines())]
        for line in lines:
            line.request("GET", address, headers={"Host": NAME, "X-Forwarded-Proto": "https"})
        streams = [line.getresponse() for line in lines]
        (before,) = versions([player.battle.key]).values()
        assert all(is_told(stream, before) for stream in streams)
        assert player.post(site.port, player.next_tap()) == 200
        (after,) = versions([player.battle.key]).values()
        assert after != before
        assert all(is_told(stream, after) for stream in streams)


@two
def test_what_is_sent_is_taken_up_to_what_the_page_takes(browser):
    campaign = Campaign.objects.create(name="Winter")
    address = campaign.get_absolute_url()
    browser.get(address)
    large = json.dumps(json.loads(FILES[0].read_bytes()), indent=2).encode().ljust(3_900_000)
    said = ""
    for file, status in ((large, 302), (large.ljust(4_050_000), 422), (large.ljust(7_000_000), 413)):
        fields = {"csrfmiddlewaretoken": browser.cookies["csrftoken"], "once": secrets.token_urlsafe(9)}
        body, kind = form_data(fields, file)
        answer = browser.ask("POST", f"{address}bring-in/", body, **{"Content-Type": kind})
        assert (answer.status, "nginx" in answer.text) == (status, False)
        said += answer.text
    assert "larger than 4 MB" in said
    assert Battle.objects.get(campaign=campaign).game == "airsoft_squads"


@two_and_four
def test_processes_that_are_started_anew_one_after_the_other_lose_no_tap(site, browser):
    with played_on(site) as players:
        address = players[0].battle.get_absolute_url()
        for port in site.ports:
            site.stop(port)
            tapped(players)
            assert browser.get(address).status == 200
            site.start(port)


@two
def test_a_process_that_is_killed_loses_no_tap(site, browser):
    # nginx asks another process only where no answer has begun: one that breaks off is asked for again by who tapped.
    with played_on(site, persists=True) as players:
        tapped(players)
        site.kill(site.ports[0])
        tapped(players)
        assert {browser.get(player.battle.get_absolute_url()).status for player in players} == {200}
        site.start(site.ports[0])


@two_and_four
def test_connections_to_the_database_that_are_cut_are_nobodys_trouble(site, browser):
    with played_on(site) as players, cuts(every=1) as cut:
        address, over = players[0].battle.get_absolute_url(), time.monotonic() + CUTTING
        answers = []
        while time.monotonic() < over:
            answers.append(browser.get(address).status)
        tapped(players, 1)
    assert set(answers) == {200}
    assert sum(cut) > len(site.ports)


@two
def test_a_process_that_stops_answers_first_what_it_has_begun(site, browser):
    fields = new_campaign(browser, "Winter")
    with ThreadPoolExecutor(1) as thread:
        with held():
            writing = thread.submit(browser.post, "/", fields)
            wait(process_waits)
            stopping = dict(site.processes)
            for process in stopping.values():
                process.terminate()
            time.sleep(LONGER_THAN_A_MOMENT)
        assert writing.result().status == 302
    for process in stopping.values():
        end(process)
    assert_nobody_answers(browser, fields)
    for port in stopping:
        site.start(port)


def assert_nobody_answers(browser, fields):
    """Where no process is left, a page of the app's own says so, and what that means for what was sent."""
    for answer in (browser.get("/"), browser.post("/", fields)):
        assert (answer.status, answer.headers["Content-Type"]) == (502, "text/html")
        assert "The app did not answer" in answer.text
        assert "What was stored before is safe." in answer.text
        for address in re.findall(r'(?:src|href)="(/static/[^"]+)"', answer.text):
            assert browser.get(address).status == 200


@two
def test_a_process_listens_once_it_can_answer(site):
    port = free_port()
    with ThreadPoolExecutor(1) as thread:
        with held(table="django_migrations", how="ACCESS EXCLUSIVE"):
            starting = thread.submit(site.start, port)
            wait(process_waits)
            assert not site.listens(port)
        starting.result()
    site.stop(port)
