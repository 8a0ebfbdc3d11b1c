# Requires only Python >= 3.11, make and git. `make` alone lists the targets.
PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
BIN := .venv/bin
MANAGE := $(BIN)/python manage.py
# Installs only what the lock files name, checked by hash. No source packages, because building them runs their code.
INSTALL := $(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes --only-binary :all:
# Resolves once for all Python versions from 3.11 and all platforms. `uv` is used for nothing else.
UV := uv==0.13.9
LOCK := var/lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--custom-compile-command 'make lock'
BIOME := $(BIN)/node .venv/node_modules/@biomejs/biome/bin/biome
INPUTS ?= 100000
SEEDS ?= 1000
FIRST ?= 0
COVERING := tests/rules tests/engine tests/test_scenarios.py tests/ledger tests/test_permissions.py \
	tests/test_permission_matrix.py tests/test_permission_sockets.py tests/service/test_signatures.py \
	tests/api/test_signatures.py tests/api/test_counter_keys.py tests/test_reports_days.py tests/test_audit.py \
	tests/tampering
# What needs no database server: the pure game, and the browser, whose houses are embedded ones.
SERVERLESS := tests/rules tests/engine tests/test_scenarios.py tests/test_simulation.py tests/browser
# Two more than the number of cores, because browser tests mostly wait.
WORKERS := $(shell echo $$(( $$(nproc) + 2 )))

.DEFAULT_GOAL := help
.PHONY: help setup run test test-servers slow later check format stack bench faults soak flood returning guess stopping screens nights words lock architecture simulate wheel install install-test fuzz coverage pages lighthouse paint

help:  ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: .venv/.product .venv/.checks .venv/.front words  ## create .venv with everything the product and its checks need

run: .venv/.product words  ## run a demo casino on http://127.0.0.1:8000 (PORT= and HOST= change it)
	@$(MANAGE) migrate --verbosity 0
	@$(MANAGE) demo --if-empty --host $(HOST) --port $(PORT)
	@DEMO=1 exec $(MANAGE) serve --host $(HOST) --port $(PORT) --robot

# Compiled modules are kept whatever the shell says: each worker would compile all tests, and each process all modules.
test: export PYTHONDONTWRITEBYTECODE =
test: .venv/.product .venv/.checks .venv/.front words  ## run all tests but the slow ones
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -m "not slow" $(ARGS)

test-servers: export PYTHONDONTWRITEBYTECODE =
test-servers: .venv/.product .venv/.checks .venv/.front words  ## run the tests that use the database, on DATABASE_URL and REDIS_URL
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -m "not slow" $(addprefix --ignore=,$(SERVERLESS)) $(ARGS)

slow: export PYTHONDONTWRITEBYTECODE =
slow: .venv/.product .venv/.checks .venv/.front words  ## run the slow tests: stops of a busy server, power cuts, every page
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -m slow $(ARGS)

later: .venv/.product .venv/.checks words  ## run all but the browser's and the slow tests with the clock set DAYS=400 days ahead
	@$(BIN)/python -m tests.later $(if $(DAYS),--days $(DAYS)) $(ARGS)

check: setup  ## check lint, format, types, import layers, and that migrations match the models
	$(BIOME) check --error-on-warnings
	$(BIN)/djlint templates --quiet
	$(BIN)/djhtml --tabwidth 2 --check templates
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(MANAGE) makemigrations --check --dry-run

format: setup  ## format Python, JavaScript, CSS and templates as `check` requires
	$(BIOME) check --write
	$(BIN)/djhtml --tabwidth 2 templates
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

stack: .venv/.product words  ## check two workers, PostgreSQL, Redis and nginx together on this machine
	@$(BIN)/python -m deploy.stack

bench: setup  ## measure against floors and peers (ONLY=GROUP, FULL=1: all, SHORT=1: as CI does)
	@$(BIN)/python -m deploy.bench $(if $(FULL),--full) $(if $(SHORT),--short) $(if $(RENEW),--renew) $(if $(ONLY),--only $(ONLY))

faults: .venv/.product words  ## fail everything around a house in full play, round after round (ROUNDS=1000, SHORT=1: as CI does)
	@$(BIN)/python -m deploy.faults $(if $(SHORT),--short) $(if $(ROUNDS),--rounds $(ROUNDS)) $(ARGS)

soak: .venv/.product words  ## sixty tables in quick play for MINUTES=60: memory, drift, lost sockets (SHORT=1: as CI does)
	@$(BIN)/python -m deploy.soak $(if $(SHORT),--short) $(if $(MINUTES),--minutes $(MINUTES)) $(ARGS)

stopping: setup  ## stop a busy server ROUNDS times; it must end in order (DATABASE_URL= for PostgreSQL)
	@$(BIN)/python -m deploy.stopping --rounds $(or $(ROUNDS),100) $(ARGS)

flood: setup  ## measure a table's commands quiet and while logins, reports, sockets and half requests come (SHORT=1)
	@$(BIN)/python -m deploy.flood $(if $(SHORT),--short) $(ARGS)

returning: setup  ## kill the server of 500 sockets ROUNDS times; all must be back in time (DATABASE_URL= for PostgreSQL)
	@$(BIN)/python -m deploy.returning --rounds $(or $(ROUNDS),5) $(ARGS)

guess: setup  ## guess passphrases on a running server, at once and with forged addresses, and say how far it came
	@$(BIN)/python -m deploy.guess

screens: setup  ## make the pictures in docs/ from the running product (needs Chromium)
	@$(BIN)/python -m deploy.shown.pictures

pages: setup  ## try every page in each language and theme, and the tables in every phase: WCAG, weight, nothing moves
	@$(BIN)/python -m deploy.shown.trial $(ARGS)

lighthouse: setup  ## ask Lighthouse of every page: performance, accessibility, best practices, SEO (ARGS="--only floor")
	@$(BIN)/python -m deploy.shown.scores $(ARGS)

paint: setup  ## measure from a touch of a bet to its paint, in a real browser
	@$(BIN)/python -m deploy.shown.painting

architecture: setup  ## draw docs/architecture.svg from the imports
	@$(BIN)/python deploy/draw_architecture.py

nights: .venv/.product  ## record the nights of the present format again, with what they refuse and the reasons of everything
	@$(MANAGE) shell --verbosity 0 --command 'from tests import nights, refused, why; nights.main(); refused.main(); why.main()'

simulate: .venv/.product .venv/.checks words  ## simulate processes, database and screens while things go wrong (SEEDS=, FIRST=; PLANTED=1)
	@$(BIN)/python -m tests.simulation --seeds $(SEEDS) --first $(FIRST) $(if $(PLANTED),--planted) $(ARGS)

fuzz: .venv/.product .venv/.checks words  ## send bad input to everything that takes any (INPUTS=100000 in all, ARGS="--seed 2 --only pages")
	@$(BIN)/python -m tests.fuzz --inputs $(INPUTS) $(ARGS)

coverage: .venv/.product .venv/.checks words  ## show the branches of game, ledger and permissions that their tests do not take
	@$(BIN)/coverage run -m pytest -q -n 0 $(COVERING) $(ARGS)
	@$(BIN)/coverage report

wheel:  ## build the product as a wheel, into dist/
	@$(PYTHON) -m deploy.installation.wheel dist

install:  ## install or bring up to date on Debian, as root (NAME=tables.casino.example, ARGS="--help" lists the rest)
	@$(PYTHON) -m deploy.installation $(if $(NAME),--name $(NAME)) $(ARGS)

install-test: .venv/.product  ## install into an empty folder, play, upgrade, restore; BARE=1: on a bare Debian with its systemd
	@$(BIN)/python -u -m deploy.$(if $(BARE),bare,trial) $(ARGS)

words: .venv/.product  ## compile the message catalogues
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

# npm checks each package against the hash in package-lock.json.
.venv/.front: package.json package-lock.json .venv/.checks
	@echo 'Installing what the checks of the front end need into .venv ...'
	@cp package.json package-lock.json .venv
	@cd .venv && bin/npm ci --ignore-scripts --no-audit --no-fund --loglevel error >/dev/null
	@touch $@

lock:  ## update requirements*.lock from requirements*.txt (ARGS=--upgrade for the newest of what is not pinned)
	@$(PYTHON) -m venv var/lock
	@var/lock/bin/python -m pip install -qq --disable-pip-version-check $(UV)
	@$(LOCK) requirements.txt --output-file requirements.lock $(ARGS)
	@$(LOCK) requirements-build.txt --output-file requirements-build.lock $(ARGS)
	@$(LOCK) requirements-dev.txt --constraint requirements.lock --output-file requirements-dev.lock $(ARGS)
