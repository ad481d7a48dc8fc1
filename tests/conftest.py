"""What all tests share."""

from django.core.servers.basehttp import WSGIRequestHandler
from hypothesis import settings

# The live server sends headers and body apart; Nagle's algorithm holds the body back for 40 ms a request.
WSGIRequestHandler.disable_nagle_algorithm = True

# How long an example takes says more about what else the machine is doing than about the rule.
settings.register_profile("companion", settings(), deadline=None)
settings.load_profile("companion")
