"""What all tests share."""

from django.core.servers.basehttp import WSGIRequestHandler

# The live server sends headers and body apart; Nagle's algorithm holds the body back for 40 ms a request.
WSGIRequestHandler.disable_nagle_algorithm = True
