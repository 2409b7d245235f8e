# Set-up happens by itself, in .venv, and again whenever pyproject.toml changes.
# PYTHON=python3.13 chooses another Python, SWEEP=all runs all of the long sweeps.

PYTHON ?= python3
SWEEP ?= sample

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

.NOTPARALLEL:
.PHONY: help play test format bench texts clean

help:
	@echo "make play     play in the browser (PORT=8008: at another address)"
	@echo "make test     check style and types, run the tests (SWEEP=all: every setup)"
	@echo "make format   put the code into its common form"
	@echo "make bench    measure the engine"
	@echo "make texts    gather the texts for translators"
	@echo "make clean    remove everything that was made here"

play: $(VENV)/.play
	@$(BIN)/mirabilia serve $(if $(PORT),--port $(PORT))

# The engine is compiled once, before the tests share it between them.
test: $(VENV)/.test
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/mirabilia warm
	@$(BIN)/pytest -q -n auto --sweep=$(SWEEP)

format: $(VENV)/.test
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format

bench: $(VENV)/.play
	@$(BIN)/mirabilia bench

texts: $(VENV)/.test
	@$(BIN)/python -m mirabilia.table.extract

clean:
	@rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.play: pyproject.toml $(VENV)/.made
	@echo "Installing what Mirabilia needs into $(VENV) ..."
	@$(PIP) install --editable '.[table]'
	@touch $@

$(VENV)/.test: pyproject.toml $(VENV)/.made
	@echo "Installing what Mirabilia and its tests need into $(VENV) ..."
	@$(PIP) install --editable '.[test]'
	@touch $@ $(VENV)/.play

# Some systems ship venv without ensurepip; there the Python's own pip puts one in.
$(VENV)/.made:
	@command -v $(PYTHON) >/dev/null || \
	  { echo "Mirabilia needs Python 3.11 or newer, and there is no $(PYTHON) here."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Mirabilia needs Python 3.11 or newer; this is $$($(PYTHON) --version 2>&1)." \
	         "Name a newer one: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV) >/dev/null 2>&1 || \
	  { $(PYTHON) -m venv --clear --without-pip $(VENV) && \
	    $(PYTHON) -m pip --quiet --disable-pip-version-check --python $(BIN)/python install pip; }
	@touch $@
