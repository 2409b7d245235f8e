# Set-up happens by itself, in .venv, with uv where it is installed and with pip where it is not, and
# again whenever what has to be installed changes. All versions are those of requirements.lock.
# PYTHON=python3.13 chooses another Python, SWEEP=all runs all of the long sweeps.

PYTHON ?= python3
SWEEP ?= sample
LOCKED := table postgres club lab ray rl openspiel

VENV := .venv
BIN := $(VENV)/bin
VERSIONS := $(VENV)/versions.txt
UV := $(shell command -v uv 2>/dev/null)
INSTALL := $(if $(UV),uv pip install --quiet --compile-bytecode --python $(BIN)/python,\
  $(BIN)/python -m pip install --quiet --disable-pip-version-check)

.NOTPARALLEL:
.PHONY: help play test check format bench texts dist lock clean

help:
	@echo "make play     play in the browser (PORT=8008: at another address)"
	@echo "make test     check style and types, run the tests (SWEEP=all: every setup)"
	@echo "make format   put the code into its common form"
	@echo "make bench    measure the engine"
	@echo "make texts    gather the texts, and bring translations to them"
	@echo "make dist     build what is published, wheel and sdist, into dist"
	@echo "make lock     write requirements.lock anew, with uv (NEWEST=yes: the newest libraries)"
	@echo "make clean    remove everything that was made here"

play: $(VENV)/.play
	@$(BIN)/mirabilia serve $(if $(PORT),--port $(PORT))

test: check
	@$(BIN)/pytest -q -n auto --sweep=$(SWEEP)

# What comes before the tests; the engine is compiled once, and they share it between them.
check: $(VENV)/.test
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/mirabilia warm

format: $(VENV)/.test
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format

bench: $(VENV)/.play
	@$(BIN)/mirabilia bench

texts: $(VENV)/.test
	@$(BIN)/python -m mirabilia.texts.gathering

dist: $(VENV)/.test
	@rm -rf dist
	@$(BIN)/python -m hatchling build --target sdist --target wheel

lock:
	@command -v uv >/dev/null || { echo "The lock is written by uv: pip install uv"; exit 1; }
	@uv pip compile pyproject.toml $(foreach extra,$(LOCKED),--extra $(extra)) --group test --universal --python-version 3.11 \
	  --generate-hashes --no-emit-index-url --no-emit-find-links $(if $(NEWEST),--upgrade) \
	  --custom-compile-command 'make lock' --output-file requirements.lock --quiet

clean:
	@rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

# What builds the project is taken from the lock, too: pip before 25.3 asks PIP_CONSTRAINT for that.
$(VENV)/.play: pyproject.toml requirements.lock $(VENV)/.made
	@echo "Installing what Mirabilia needs into $(VENV) ..."
	@sed -n 's/^\([a-z].*==.*\) \\$$/\1/p' requirements.lock >$(VERSIONS)
	@PIP_CONSTRAINT=$(VERSIONS) PIP_BUILD_CONSTRAINT=$(VERSIONS) UV_BUILD_CONSTRAINT=$(VERSIONS) \
	  $(INSTALL) --constraint $(VERSIONS) --editable .
	@touch $@

# Libraries are what the lock says, to the last byte; the project itself is built with them.
$(VENV)/.test: pyproject.toml requirements.lock $(VENV)/.made
	@echo "Installing what Mirabilia and its tests need into $(VENV) ..."
	@$(INSTALL) --require-hashes --requirement requirements.lock
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@ $(VENV)/.play

# Without a PYTHON named, uv finds one that is new enough, or fetches it. Some systems ship venv
# without ensurepip; there the Python's own pip puts one in.
$(VENV)/.made:
ifneq ($(UV),)
	@rm -rf $(VENV)
	@uv venv --quiet --seed $(if $(filter file,$(origin PYTHON)),,--python $(PYTHON)) $(VENV)
else
	@command -v $(PYTHON) >/dev/null || \
	  { echo "Mirabilia needs Python 3.11 or newer, and there is no $(PYTHON) here."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Mirabilia needs Python 3.11 or newer; this is $$($(PYTHON) --version 2>&1)." \
	         "Name a newer one: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV) >/dev/null 2>&1 || \
	  { $(PYTHON) -m venv --clear --without-pip $(VENV) && \
	    $(PYTHON) -m pip --quiet --disable-pip-version-check --python $(BIN)/python install pip; }
endif
	@touch $@
