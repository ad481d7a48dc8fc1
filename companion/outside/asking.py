"""`python -m companion.outside.asking PORT`: ends with 0 where the server on this machine says that it is well.

It asks as a proxy would for the server's own name, since other names are refused; it loads nothing of the app.
"""

import http.client
import os
import sys

HERE = "127.0.0.1"
SECONDS = 10


def is_well(port: int) -> bool:
    """Whether the health page is answered, and says that all is well."""
    name = os.environ.get("ALLOWED_HOSTS", "").partition(",")[0].strip().lstrip(".*")
    line = http.client.HTTPConnection(HERE, port, timeout=SECONDS)
    headers = {"Host": name or HERE, "X-Forwarded-Proto": "https", "X-Forwarded-For": HERE}
    try:
        line.request("GET", "/health/", headers=headers)
        return line.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        line.close()


if __name__ == "__main__":
    sys.exit(not is_well(int(sys.argv[1])))
