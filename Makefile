# Two commands do everything: `make run` and `make test`. Both may be repeated at any time.
SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: help run test bench check format lock clean setup setup-test

VENV ?= .venv
BIN := $(VENV)/bin
# The first Python on this machine that is new enough; set PYTHON to choose another.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; exit; }; done; echo python3)

help:
	@echo "make run     set everything up and serve the notebook on http://127.0.0.1:8000"
	@echo "make test    set everything up and check the code"
	@echo "make bench   measure the product beside nginx (needs nginx and wrk), and two nodes"
	@echo "make format  put the code into its one form"
	@echo "make lock    write the three locks anew: what runs, what several machines need, what tests need"
	@echo "make clean   remove the virtual environment and everything generated (never instance/)"

run: setup
	@exec $(BIN)/python -m flask blog serve --sample

setup: $(VENV)/.ready

$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Bokashi needs Python 3.11 or newer, and '$(PYTHON)' is not: install one and name it, as in 'make run PYTHON=python3.12'." >&2; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV) || { \
		echo "The virtual environment could not be made in '$(VENV)': see the line above (folder not writable, disk full, or Python without its venv module; Debian has it in python3-venv)." >&2; exit 1; }
	@touch $@

$(VENV)/.ready: requirements.lock $(VENV)/.python
	@echo "Installing the locked dependencies (once, needs the network) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements.lock || { \
		echo "The dependencies could not be installed: see the lines above (no network, or disk full). Nothing else was changed; run the same command again." >&2; exit 1; }
	@$(BIN)/python -m flask blog assets
	@$(BIN)/python -m compileall -q app.py blog
	@touch $@

setup-test: $(VENV)/.ready-test

$(VENV)/.ready-test: tests/requirements.lock $(VENV)/.ready
	@echo "Installing what the tests need (once, needs the network) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r tests/requirements.lock || { \
		echo "The test dependencies could not be installed: see the lines above (no network, or disk full)." >&2; exit 1; }
	@touch $@

test: check
	@$(BIN)/python -m pytest -n auto

check: setup-test
	@$(BIN)/python -m ruff check .
	@$(BIN)/python -m ruff format --check .
	@$(BIN)/python -m mypy

bench: setup-test
	@$(BIN)/python -m bench $(BENCH)
	@$(BIN)/python -m bench.nodes || test $$? = 2

format: setup-test
	@$(BIN)/python -m ruff check --fix-only .
	@$(BIN)/python -m ruff format .

LOCK = $(BIN)/uv pip compile pyproject.toml -q --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate --no-emit-index-url \
	--no-emit-package django --no-emit-package asgiref --no-emit-package sqlparse --extra htmx

lock: $(VENV)/.python
	@$(BIN)/python -m pip install --quiet uv
	@$(LOCK) -o requirements.lock
	@$(LOCK) --extra postgresql --extra redis --extra s3 -c requirements.lock -o deploy/requirements.lock
	@$(LOCK) --extra test -c deploy/requirements.lock -o tests/requirements.lock

clean:
	rm -rf $(VENV) static/vendor .mypy_cache .ruff_cache .pytest_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
