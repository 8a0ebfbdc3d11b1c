# Needs only Python >= 3.11, make and git. `make` alone lists the targets.
PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
BIN := .venv/bin
MANAGE := $(BIN)/python manage.py
# Only what the locks name, checked by hash, and no package that would run code of its own to be built.
INSTALL := $(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes --only-binary :all:
# Resolves once for every Python from 3.11 and every platform; `uv` is needed for nothing else.
UV := uv==0.13.9
LOCK := var/lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--custom-compile-command 'make lock'
BIOME := $(BIN)/node .venv/node_modules/@biomejs/biome/bin/biome
# One more than there are cores: a test with a browser mostly waits.
WORKERS := $(shell echo $$(( $$(nproc) + 1 )))

.DEFAULT_GOAL := help
.PHONY: help setup run test check format stack bench faults screens nights words lock architecture

help:  ## list the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

setup: .venv/.product .venv/.checks .venv/.front words  ## make .venv with all that the product and its checks need

run: .venv/.product words  ## a demo casino on http://127.0.0.1:8000 (PORT= and HOST= change it)
	@$(MANAGE) migrate --verbosity 0
	@$(MANAGE) demo --if-empty --host $(HOST) --port $(PORT)
	@DEMO=1 exec $(MANAGE) serve --host $(HOST) --port $(PORT) --robot

test: .venv/.product .venv/.checks words  ## every test
	$(BIN)/pytest -n $(WORKERS) --dist worksteal $(ARGS)

check: setup  ## lint and format of everything, types, the way of imports, migrations in step with models
	$(BIOME) check --error-on-warnings
	$(BIN)/djlint templates --quiet
	$(BIN)/djhtml --tabwidth 2 --check templates
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(MANAGE) makemigrations --check --dry-run

format: setup  ## write Python, JavaScript, CSS and templates in the format that `check` wants
	$(BIOME) check --write
	$(BIN)/djhtml --tabwidth 2 templates
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

stack: .venv/.product words  ## prove two workers, PostgreSQL, Redis and nginx together, on this machine
	@$(BIN)/python deploy/stack.py

bench: setup  ## figures against a floor in the same run; with DATABASE_URL, a million records searched too
	@$(BIN)/python deploy/bench.py

faults: setup  ## the server killed in the middle of a game, again and again, and audited
	@$(BIN)/python deploy/faults.py

screens: setup  ## make the pictures in docs/ anew from the running product (needs Chromium)
	@$(BIN)/python deploy/pictures.py

architecture: setup  ## draw docs/architecture.svg anew from the imports
	@$(BIN)/python deploy/draw_architecture.py

nights: .venv/.product  ## record anew the nights of the present format that tests/data/nights keeps
	@$(MANAGE) shell --verbosity 0 --command 'from tests.nights import main; main()'

words: .venv/.product  ## compile the catalogues of texts
	@$(MANAGE) compile_texts

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo 'Python 3.11 or newer is needed: make PYTHON=python3.12 ...' >&2; exit 1; }
	@$(PYTHON) -m venv .venv

.venv/.product: requirements.lock | .venv/bin/python
	@echo 'Installing what the product needs into .venv ...'
	@$(INSTALL) -r requirements.lock
	@touch $@

.venv/.checks: requirements-dev.lock | .venv/bin/python
	@echo 'Installing what the checks need into .venv ...'
	@$(INSTALL) -r requirements-dev.lock
	@touch $@ .venv/.product

# npm compares each package with the hash in package-lock.json.
.venv/.front: package.json package-lock.json .venv/.checks
	@echo 'Installing what the checks of the front end need into .venv ...'
	@cp package.json package-lock.json .venv
	@cd .venv && bin/npm ci --ignore-scripts --no-audit --no-fund --loglevel error >/dev/null
	@touch $@

lock:  ## renew requirements*.lock from requirements*.txt (ARGS=--upgrade takes the newest of what is not pinned)
	@$(PYTHON) -m venv var/lock
	@var/lock/bin/python -m pip install -qq --disable-pip-version-check $(UV)
	@$(LOCK) requirements.txt --output-file requirements.lock $(ARGS)
	@$(LOCK) requirements-dev.txt --constraint requirements.lock --output-file requirements-dev.lock $(ARGS)
