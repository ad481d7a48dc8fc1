"""`manage.py test` hands everything to pytest, on every core unless told otherwise."""

import os
import subprocess
import sys

import pytest
from django.core.management import execute_from_command_line
from django.db import connection

from companion.bootstrap import ROOT


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


def test_what_starts_processes_at_the_database_of_the_run_is_run_on_every_kind():
    """As the run on PostgreSQL chooses: nothing but `given_database` tells such a test from those that ask for none."""
    names = ("backup_on_postgresql", "bench_live", "kill_test", "many_processes", "bootstrap")
    files = [f"tests/companion/test_{name}.py" for name in names]
    command = [sys.executable, "-m", "pytest", "-n0", "-q", "--collect-only", "-m", "not any_database", *files]
    chosen = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120).stdout
    assert chosen.count("test_backup_on_postgresql.py::") == 5
    assert "test_bench_live.py::test_devices_hear_of_every_tap" in chosen
    assert "test_kill_test.py::test_nothing_acknowledged_is_lost" in chosen
    assert chosen.count("test_many_processes.py::") == 12
    assert "test_bootstrap.py::" not in chosen


@pytest.mark.django_db
def test_every_worker_has_a_database_of_its_own():
    assert str(connection.settings_dict["NAME"]).endswith(os.environ.get("PYTEST_XDIST_WORKER", ""))
