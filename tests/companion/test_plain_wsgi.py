"""A plain WSGI server hands on what it has, and half a form is not stored there either."""

from io import BytesIO

import pytest

from companion.models import Campaign
from companion.wsgi import application
from tests.companion.lines import TOKEN

FORM = f"csrfmiddlewaretoken={TOKEN}&once=Whole0Jp3f0a&name=Alexandra".encode()


def status_of(body, announced):
    said = []
    environ = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": "/",
        "QUERY_STRING": "",
        "SERVER_NAME": "testserver",
        "SERVER_PORT": "80",
        "HTTP_COOKIE": f"csrftoken={TOKEN}",
        "CONTENT_TYPE": "application/x-www-form-urlencoded",
        "CONTENT_LENGTH": str(announced),
        "wsgi.input": BytesIO(body),
        "wsgi.url_scheme": "http",
    }
    answer = application(environ, lambda status, headers: said.append(status))
    answer.close()
    return int(said[0].split()[0])


@pytest.mark.django_db(transaction=True)
def test_a_form_that_was_cut_short_stores_nothing_and_a_whole_one_is_stored():
    assert status_of(FORM[:-5], len(FORM)) == 400
    assert not Campaign.objects.exists()
    assert status_of(FORM, len(FORM)) == 302
    assert Campaign.objects.get().name == "Alexandra"
