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
COVERING := tests/rules tests/engine tests/scenarios/test_scenarios.py tests/ledger tests/people/test_permissions.py \
	tests/people/test_permission_matrix.py tests/people/test_permission_sockets.py tests/door/test_signatures.py \
	tests/api/test_signatures.py tests/api/test_counter_keys.py tests/reports/test_days.py tests/record/test_audit.py \
	tests/tampering
# What asks the database nothing of its own: the pure game, texts and pages that are drawn from what is tried elsewhere,
# and the browser, whose houses are embedded ones. It is run once, on SQLite.
SERVERLESS := tests/rules tests/engine tests/scenarios/test_scenarios.py tests/browser tests/common tests/repository \
	tests/proof tests/screens tests/site tests/reports/test_pages.py
# Hundreds of passes and whole nights. They are run once as well, on the servers that such a house has.
LENGTHY := tests/night/test_whole_night.py tests/robot tests/operations/test_put_away.py tests/operations/test_seal.py
# Two more than the number of cores, because browser tests mostly wait.
WORKERS := $(shell echo $$(( $$(nproc) + 2 )))

.DEFAULT_GOAL := help
.PHONY: help setup run test test-servers slow later check format bench audits bytes faults soak flood returning stopping two-machines screens nights words lock printed architecture size wheel bundle install install-test coverage pages

help:  ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: .venv/.product .venv/.checks .venv/.front words  ## create .venv with everything the product and its checks need

run: .venv/.product words  ## run a demo casino on http://127.0.0.1:8000 (PORT= and HOST= change it)
	@$(MANAGE) migrate --verbosity 0
	@$(MANAGE) demo --if-empty --host $(HOST) --port $(PORT)
	@$(MANAGE) collectstatic --noinput --verbosity 0
	@DEMO=1 exec $(MANAGE) serve --host $(HOST) --port $(PORT) --robot

# Compiled modules are kept whatever the shell says: each worker would compile all tests, and each process all modules.
test: export PYTHONDONTWRITEBYTECODE =
test: .venv/.product .venv/.checks .venv/.front words  ## run all tests but the slow and the lengthy ones
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -m "not slow" $(if $(ARGS),$(ARGS),$(addprefix --ignore=,$(LENGTHY)))

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
	@$(BIN)/python -m tests.private_interfaces
	$(MANAGE) makemigrations --check --dry-run

format: setup  ## format Python, JavaScript, CSS and templates as `check` requires
	$(BIOME) check --write
	$(BIN)/djhtml --tabwidth 2 templates
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/.product .venv/.checks words  ## measure eight rows against plain Channels and the ORM (SHORT=1; REPORT=SECONDS before)
	@$(BIN)/python -m tests.bench $(if $(SHORT),--short) $(if $(REPORT),--report $(REPORT))

audits: .venv/.product .venv/.checks words  ## measure audits of houses that are 10, 100 and 1,000 nights old (ARGS="--nights 10")
	@$(BIN)/python -m tests.bench.nights $(ARGS)

bytes: .venv/.product .venv/.checks words  ## measure how many bytes a pass takes, by table and index (ARGS="--passes 250")
	@$(BIN)/python -m tests.bench.bytes $(ARGS)

size: .venv/.product .venv/.checks words  ## print how large the parts are
	@$(BIN)/python -m tests.size

faults:  ## fail everything around a house in full play, round after round (ROUNDS=1000, SHORT=1: as CI does)
soak:  ## sixty tables in quick play for MINUTES=60: memory, drift, lost sockets (SHORT=1)
stopping:  ## stop a busy server ROUNDS=100 times; it must end in order (SHORT=1)
flood:  ## measure a table's commands quiet and while logins, reports, sockets and half requests come (SHORT=1)
returning:  ## kill the server of 500 sockets ROUNDS=5 times; all must be back in time (SHORT=1)

faults soak stopping flood returning: .venv/.product words
	@$(BIN)/python -m tests.live $(patsubst returning,return,$(patsubst stopping,stop,$@)) $(if $(SHORT),--short) \
		$(if $(ROUNDS),--rounds $(ROUNDS)) $(if $(MINUTES),--minutes $(MINUTES)) $(ARGS)

two-machines: .venv/.product words  ## lose each of two machines and a witness in turn, as root (ARGS="--only WORDS")
	@$(BIN)/python -u -m tests.two_machines $(ARGS)

screens: setup  ## make the pictures in docs/ from the running product (needs Chromium)
	@$(BIN)/python -m tests.pages.pictures

pages: setup  ## try every page in each language and theme, and the tables in every phase: WCAG, weight, nothing moves
	@$(BIN)/python -m tests.pages.trial $(ARGS)

printed: .venv/.product words  ## print the documents that are made from the code: permissions, HTTP, sockets
	@$(MANAGE) permissions > docs/permissions.md
	@$(MANAGE) openapi > docs/openapi.json
	@$(MANAGE) asyncapi > docs/asyncapi.json

architecture: setup  ## draw docs/architecture.svg from the imports
	@$(BIN)/python tests/draw_architecture.py

nights: .venv/.product  ## record the nights of the present format again, with what they refuse and the reasons of everything
	@$(MANAGE) shell --verbosity 0 --command 'from tests.support import nights, refused, why; nights.main(); refused.main(); why.main()'

coverage: .venv/.product .venv/.checks words  ## show the branches of game, ledger and permissions that their tests do not take
	@$(BIN)/coverage run -m pytest -q -n 0 $(COVERING) $(ARGS)
	@$(BIN)/coverage report

wheel:  ## build the product as a wheel, into dist/
	@$(PYTHON) -m deploy.installation.wheel dist

bundle:  ## make one signed file for a machine without network (KEY=~/.ssh/key DEBIAN=12), into dist/
	@$(BIN)/python -m deploy.installation.bundle --key $(or $(KEY),nowhere) $(if $(DEBIAN),--debian $(DEBIAN)) $(ARGS)

install:  ## install or bring up to date on Debian, as root (NAME=tables.casino.example, ARGS="--help" lists the rest)
	@$(PYTHON) -m deploy.installation $(if $(NAME),--name $(NAME)) $(ARGS)

install-test: .venv/.product  ## install into an empty folder, play, upgrade, restore; BARE=13: on a bare Debian 12 or 13; NEXT=1: from 12 to 13
	@$(BIN)/python -u -m tests.installation $(if $(BARE),--bare $(BARE)) $(if $(NEXT),--next) $(ARGS)

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
