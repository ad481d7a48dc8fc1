"""What all tests share."""

import pytest
from django.core.servers.basehttp import WSGIRequestHandler
from django.test import override_settings
from hypothesis import settings

# The live server sends headers and body apart; Nagle's algorithm holds the body back for 40 ms a request.
WSGIRequestHandler.disable_nagle_algorithm = True

# How long an example takes says more about what else the machine is doing than about the rule.
settings.register_profile("companion", settings(), deadline=None)
settings.load_profile("companion")


@pytest.fixture(scope="session", autouse=True)
def quick_passwords():
    """What a deployment hashes slowly, to be safe from guessing, is hashed at once here."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield
