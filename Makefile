# Everything runs in .venv, which the first target that needs it makes. Only Python 3.11 or newer with venv, make and git
# are needed beforehand; a missing one is named in one line.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: demo test check bench eval format clean help

help:  ## Show what there is to make
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

demo: $(STAMP)  ## Show the main job: two people's chat, two different briefs
	@$(BIN)/style-memory demo

test: $(STAMP)  ## Run all tests
	@$(BIN)/python -m pytest -q

check: $(STAMP)  ## Lint, format check, types, layers
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

bench: $(STAMP)  ## Measure, as ratios against floors taken in the same run
	@code=0; for part in tests.bench tests.bench.mcp tests.bench.hooks; do \
	  $(BIN)/python -m $$part || code=1; \
	done; exit $$code

eval: $(STAMP)  ## Measure how well it learns, on the corpora in the folder DATA
	@$(BIN)/python -m tests.quality "$(DATA)"

format: $(STAMP)  ## Format the code
	@$(BIN)/ruff check --fix -q .
	@$(BIN)/ruff format .

clean:  ## Remove what make has made
	rm -rf $(VENV) dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .cache

$(STAMP): pyproject.toml constraints.txt
	@command -v git >/dev/null || { echo "git is missing: install it (Debian: apt-get install git)."; exit 1; }
	@command -v $(PYTHON) >/dev/null || { echo "$(PYTHON) is missing: install Python 3.11 or newer (Debian: apt-get install python3 python3-venv)."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed: set PYTHON=/path/to/python3.11."; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "Python's venv is missing: install it (Debian: apt-get install python3-venv)."; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing into $(VENV) (once, about a minute) ..."
	@$(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@$(BIN)/python -m compileall -q middleware storage migrations integrations  # so that the first run is no slower
	@touch $@
