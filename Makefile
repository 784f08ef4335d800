# Common tasks; run `make help`. Everything is installed into .venv and client/node_modules, nothing elsewhere.
PYTHON ?= python3
PORT ?= 8321
HOST ?= 127.0.0.1

VENV := .venv
BIN := $(VENV)/bin
STAMPS := build/stamps
NATIVE := build/native
PIP := $(BIN)/pip --disable-pip-version-check -qq
CLIENT_SOURCES := $(shell find client -name node_modules -prune -o -type f -print 2>/dev/null)

export PIP_NO_WARN_SCRIPT_LOCATION := 1
export NO_UPDATE_NOTIFIER := 1

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play test test-browsers bench fuzz mutants docs screenshots dev build client format lint types wheel clean prepare

help: ## list what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(STAMPS)/play build client ## install, build and start the web game on this machine
	$(BIN)/tilerummy play --host $(HOST) --port $(PORT)

test: ## install, build and run every check and test
	@$(PYTHON) scripts/run_stages.py

test-browsers: $(STAMPS)/browsers dev build client ## learn, play, watch and keep score in Firefox and WebKit
	@$(BIN)/python -m pytest -q --no-header -m browsers tests/browsers

bench: dev build ## measure, side by side with what users would pick instead
	@$(BIN)/python scripts/run_benchmarks.py

fuzz: $(STAMPS)/fuzz dev build ## look for wrong answers of the solver with random positions and inputs
	@$(BIN)/python -m tests.fuzz $(FUZZ)
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python scripts/fuzz_core.py $(FUZZ)

mutants: dev build ## put small faults into the code and count those that the tests notice
	@$(BIN)/python scripts/mutants.py $(MUTANTS)

docs: dev build ## build the documentation with its reference into build/site
	@$(PYTHON) scripts/run_stages.py --only docs
	@echo "Open build/site/index.html"

screenshots: $(STAMPS)/test dev build client ## draw every page at every size
	@$(BIN)/python -m tests.browser.screenshots

dev: $(STAMPS)/dev ## install the development environment into .venv

build: $(STAMPS)/play ## compile the native core beside its Python package
	@PATH="$(CURDIR)/$(BIN):$$PATH" cmake -S . -B $(NATIVE) -G Ninja --log-level=WARNING \
	  -DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python > $(NATIVE).log 2>&1 || { cat $(NATIVE).log; exit 1; }
	@PATH="$(CURDIR)/$(BIN):$$PATH" MAKEFLAGS= cmake --build $(NATIVE) -- --quiet
	@rm -rf build/stage && PATH="$(CURDIR)/$(BIN):$$PATH" cmake --install $(NATIVE) --prefix build/stage > $(NATIVE).log
	@if [ -d build/stage ]; then cp -r --remove-destination build/stage/. src/; fi

client: ## build the web client into the server's static files
ifneq ($(wildcard client/package-lock.json),)
client: $(STAMPS)/client
endif

format: dev ## format Python, C++ and the client
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	@git ls-files -co --exclude-standard 'core/*.cpp' 'core/*.hpp' | xargs -r $(BIN)/clang-format -i
	@if [ -f client/package.json ]; then cd client && npm run --silent format; fi

lint: dev ## check format and lint alone
	@$(PYTHON) scripts/run_stages.py --only lint

types: dev build ## check types alone
	@$(PYTHON) scripts/run_stages.py --only types

wheel: dev client ## build a wheel into dist/
	$(BIN)/pip wheel --no-deps --no-build-isolation --wheel-dir dist .

clean: ## remove what was built; the environments stay
	rm -rf build/native* build/sanitised* build/stage build/wheel dist src/tilerummy/server/static
	find src -name '_core*.so' -delete

prepare: $(STAMPS)/test $(STAMPS)/npm dev ## install everything that the tests need, run nothing

$(STAMPS)/system: scripts/system_packages.py
	@$(PYTHON) scripts/system_packages.py play
	@mkdir -p $(@D) && touch $@

$(STAMPS)/test: scripts/system_packages.py | $(STAMPS)/system
	@$(PYTHON) scripts/system_packages.py test
	@mkdir -p $(@D) && touch $@

$(STAMPS)/fuzz: scripts/system_packages.py
	@$(PYTHON) scripts/system_packages.py fuzz
	@mkdir -p $(@D) && touch $@

$(STAMPS)/browsers: scripts/system_packages.py
	@$(PYTHON) scripts/system_packages.py browsers
	@mkdir -p $(@D) && touch $@

$(BIN)/python: | $(STAMPS)/system
	$(PYTHON) -m venv $(VENV)

$(STAMPS)/play: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) install -c constraints.txt scikit-build-core nanobind
	$(PIP) install -c constraints.txt --no-build-isolation -e '.[web,build]'
	@mkdir -p $(@D) && touch $@

# After what playing needs, so that the core can be compiled meanwhile. One module in six is ever
# imported: Python compiles it then.
$(STAMPS)/dev: pyproject.toml constraints.txt | $(STAMPS)/play
	$(PIP) install --no-compile -c constraints.txt --no-build-isolation -e '.[dev]'
	@mkdir -p $(@D) && touch $@

$(STAMPS)/npm: client/package-lock.json client/package.json | $(STAMPS)/system
	cd client && npm ci --no-audit --no-fund --loglevel=error
	@mkdir -p $(@D) && touch $@

$(STAMPS)/client: $(STAMPS)/npm $(CLIENT_SOURCES)
	cd client && npm run --silent build -- --logLevel error
	@mkdir -p $(@D) && touch $@
