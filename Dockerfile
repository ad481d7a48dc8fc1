# One process of the app, without root, with everything it keeps in the volume /data (README.md, "Deploy").
ARG BASE=python:3.13-slim

FROM ${BASE} AS packages
COPY requirements.txt .
# What stands above the line of the tests, in a place of its own and without pip.
RUN sed '/^# Development only/,$d' requirements.txt > needed.txt \
 && python3 -m venv --without-pip /venv \
 && python3 -m pip --python /venv/bin/python install --no-cache-dir -r needed.txt

FROM ${BASE}
COPY --from=packages /venv /venv
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 \
    COMPANION_DATA=/data TMPDIR=/data STATIC_ROOT=/app/.static COMPANION_HEALTH_FOR=127.0.0.1
WORKDIR /app
COPY . .
# The key that collecting needs is thrown away: each volume makes its own. Later nothing is written but to the volume,
# temporary files of SQLite among it.
RUN python -m compileall -q . \
 && TMPDIR=/tmp COMPANION_DATA=/tmp/thrown-away python manage.py collectstatic --noinput --verbosity 0 \
 && rm -r /tmp/thrown-away \
 && install --directory --owner=10001 --group=10001 --mode=700 /data
USER 10001:10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --start-period=60s CMD ["python", "-m", "companion.outside.asking", "8000"]
CMD ["sh", "-c", "python manage.py migrate --noinput --verbosity 0 && exec python manage.py serve --host 0.0.0.0 --port 8000"]
