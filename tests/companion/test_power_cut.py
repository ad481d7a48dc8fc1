"""What was answered is on the disk before the answer is sent."""

import shutil
import time

import pytest

from tests.companion.serving import Visitor, served


@pytest.mark.skipif(
    not shutil.which("strace"), reason="strace is not installed, which shows what a server asks of the disk"
)
def test_whoever_was_answered_has_it_on_the_disk(played, tmp_path):
    calls = tmp_path / "calls"
    strace = ("strace", "-D", "-f", "-e", "trace=fsync,fdatasync", "-o", str(calls))
    with served(played, before=strace) as site:
        visitor = Visitor(site)
        visitor.get("/")
        # Nothing is under way any more that belongs to the start.
        time.sleep(1)
        for number in range(5):
            before = calls.read_text().count("sync(")
            visitor.get("/")
            assert calls.read_text().count("sync(") == before
            assert visitor.start_campaign(f"Winter {number}").status == 302
            assert calls.read_text().count("sync(") > before
