"""`manage.py test` hands everything to pytest, on every core unless told otherwise."""

import os
import sys

import pytest
from django.core.management import execute_from_command_line
from django.db import connection


class Become(Exception):
    """Instead of becoming pytest."""


@pytest.fixture
def pytest_of(monkeypatch):
    """What pytest would be called with for some arguments."""

    def instead(program, arguments):
        raise Become(program, *arguments)

    def call(*given):
        with pytest.raises(Become) as become:
            execute_from_command_line(["manage.py", "test", *given])
        program, *arguments = become.value.args
        assert (program, *arguments[:3]) == (sys.executable, sys.executable, "-m", "pytest")
        return arguments[3:]

    monkeypatch.setattr(os, "execv", instead)
    return call


def test_every_core_is_used(pytest_of):
    assert pytest_of() == ["--numprocesses=auto", "--dist=worksteal"]


@pytest.mark.parametrize("given", [["-n0"], ["-n", "3", "-x"], ["tests/rules", "-k", "a or b"]])
def test_what_is_given_comes_last_and_so_wins(pytest_of, given):
    assert pytest_of(*given)[2:] == given


@pytest.mark.parametrize("given", [["-p", "no:xdist"], ["-pno:xdist", "tests/rules"]])
def test_xdist_can_be_switched_off(pytest_of, given):
    assert pytest_of(*given) == given


@pytest.mark.django_db
def test_every_worker_has_a_database_of_its_own():
    assert str(connection.settings_dict["NAME"]).endswith(os.environ.get("PYTEST_XDIST_WORKER", ""))
