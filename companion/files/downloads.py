"""Files on their way to whoever keeps them."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.text import slugify


def download(data: bytes, name: str, kind: str) -> HttpResponse:
    """A file to be kept, called after what is in it."""
    response = HttpResponse(data, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{slugify(name) or kind}.{kind}.json"'
    return response
