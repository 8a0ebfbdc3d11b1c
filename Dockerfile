FROM python:3.13-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_NO_CACHE_DIR=1
WORKDIR /house
RUN useradd --system --home /house house

COPY requirements.lock .
RUN pip install --require-hashes --only-binary :all: -r requirements.lock

COPY . .
# The command `novamas`, as in a house that `make install` has made.
COPY deploy/novamas /usr/local/bin/novamas
# The key is only for these two commands: neither signs anything.
RUN SECRET_KEY=build python manage.py compile_texts \
    && SECRET_KEY=build STATIC_ROOT=/house/staticfiles python manage.py collectstatic --noinput --verbosity 0 \
    && mkdir -p var && chown house var

USER house
EXPOSE 8000
# `exec` form: SIGTERM reaches the server, which drains its sockets before it stops.
CMD ["python", "manage.py", "serve", "--host", "0.0.0.0", "--port", "8000"]
