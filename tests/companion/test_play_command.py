import io
import socket

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import CommandError

from companion import network
from companion.management.commands import play


@pytest.fixture
def served(monkeypatch):
    """The addresses that would have been served, instead of serving for ever."""
    addresses = []
    monkeypatch.setattr(play, "loaded", lambda: None)
    monkeypatch.setattr(play, "serve", lambda server, listener: addresses.append(listener.getsockname()))
    return addresses


def run_play(port=0, **options):
    out = io.StringIO()
    call_command("play", port=port, stdout=out, **options)
    return out.getvalue()


@pytest.mark.django_db
def test_the_first_start_shows_a_password_that_signs_in(served, client):
    printed = run_play()
    password = printed.partition("user admin, password ")[2].split()[0]
    answer = client.post("/admin/login/?next=/admin/", {"username": "admin", "password": password})
    assert (answer.status_code, answer.url) == (302, "/admin/")
    assert len(served) == 1


@pytest.mark.django_db
def test_every_name_and_address_that_is_answered_to_is_printed(served, settings):
    settings.ALLOWED_HOSTS = network.OwnHosts(["board.example"])
    printed = run_play()
    assert "board.example" in printed
    assert all(name in printed for name in settings.ALLOWED_HOSTS)


@pytest.mark.django_db
def test_a_later_start_leaves_the_account_alone_and_says_how_to_reset_it(served):
    run_play()
    before = get_user_model().objects.get().password
    printed = run_play()
    assert "password " not in printed.partition("changepassword")[0].replace("a new password", "")
    assert "python3 manage.py changepassword admin" in printed
    assert get_user_model().objects.get().password == before


@pytest.mark.django_db
def test_the_demo_campaign_is_loaded_once_and_its_address_shown(served):
    first, second = run_play(), run_play()
    demo = [line for line in first.splitlines() if "Demo campaign" in line]
    assert len(demo) == 1
    assert demo[0] in second


@pytest.mark.django_db
def test_a_single_address_is_served_if_asked_for(served):
    printed = run_play(host="127.0.0.1")
    assert "http://127.0.0.1:" in printed
    assert served[0][0] == "127.0.0.1"


@pytest.mark.django_db
@pytest.mark.parametrize("host", ["::1", "0:0:0:0:0:0:0:1"])
def test_an_address_of_ipv6_stands_in_brackets_and_is_answered_to(served, settings, client, host):
    settings.ALLOWED_HOSTS = []
    printed = run_play(host=host)
    assert f"http://[{host}]:0/" in printed
    assert client.get("/", headers={"host": f"[{host}]:0"}).status_code == 200


@pytest.mark.django_db
def test_a_port_in_use_is_said_in_one_sentence_and_nothing_changes(served):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(CommandError, match=rf"^Port {port} is already in use, .*--port\.$"):
            run_play(port=port, host="127.0.0.1")
    assert not served
    assert not get_user_model().objects.exists()


@pytest.mark.parametrize("port", [-1, 70_000])
def test_an_impossible_port_is_refused(port):
    with pytest.raises(CommandError, match="from 0 to 65535"):
        play.listen("127.0.0.1", port)


def test_an_address_of_another_machine_is_refused():
    with pytest.raises(CommandError, match=r"^Cannot serve on port 0 of 203\.0\.113\.7: "):
        play.listen("203.0.113.7", 0)


def test_the_likeliest_address_comes_first_and_containers_are_left_out(monkeypatch):
    interfaces = {"lo": "127.0.0.1", "docker0": "172.17.0.1", "eth0": "192.168.1.5", "wlan0": "192.168.1.20"}
    monkeypatch.setattr(network.socket, "if_nameindex", lambda: list(enumerate(interfaces)))
    monkeypatch.setattr(network, "address_of", interfaces.get)
    monkeypatch.setattr(network, "address_towards_the_internet", lambda: "192.168.1.20")
    assert network.addresses() == ["192.168.1.20", "192.168.1.5"]


def test_without_any_network_there_is_localhost(monkeypatch):
    monkeypatch.setattr(network, "addresses", list)
    assert play.reachable(network.EVERYWHERE) == ["localhost"]
