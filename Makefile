# Every target sets up .venv first; nothing needs to be installed by hand but Python 3.11 and make.
PYTHON ?= python3
BIN := .venv/bin
# Tests start hundreds of processes, which would each compile our sources again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo web test tests check lint types bench corpus refute mutate signatures deep faults engines pictures imports wheel clean

.venv/ready: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable . --group dev
	touch $@

demo: .venv/ready ## read a game, draw it, say what was found, play a match
	$(BIN)/zermelo demo

web: .venv/ready ## play any game in the browser
	$(BIN)/zermelo web --open

# Types are looked at by one process: tests run beside it. A third one fills the time that others wait.
# A file is run by one process: the tests of a file share games, proofs, and pages in a browser.
test: .venv/ready ## lint, types, tests
	$(MAKE) --no-print-directory --jobs 2 check tests

tests: .venv/ready ## tests alone
	$(BIN)/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder -m "not slow" --durations 20

check: lint types ## lint and types alone

lint: .venv/ready
	$(BIN)/ruff format --check
	$(BIN)/ruff check

types: .venv/ready
	$(BIN)/mypy

deep: .venv/ready ## everything that takes minutes
	$(BIN)/python -m pytest -n 2 --hypothesis-profile deep

faults: .venv/ready ## every write fails, every file is damaged, clocks jump (part of `make deep`)
	$(BIN)/python -m pytest -n 2 tests/faults

corpus: .venv/ready ## hold every rule sheet of $$ZERMELO_CORPUS to its reference
	$(BIN)/python -m tests.corpus

engines: .venv/ready ## every engine, and machine code at every level, on all games and the sheets of $$ZERMELO_CORPUS
	$(BIN)/python -m tests.engines

refute: .venv/ready ## random games that try to refute every claim of the program; REFUTE has options
	$(BIN)/python -m tests.refute $(REFUTE)

mutate: .venv/ready ## change the core in 200 small ways, and see which no test notices; MUTATE has options
	$(BIN)/python -m tests.mutate $(MUTATE)

signatures: .venv/ready ## write the signatures again after a change that is meant; review the diff
	ZERMELO_SIGNATURES=write $(BIN)/python -m pytest -q -k signature

.venv/peers: .venv/ready
	$(BIN)/python -m pip install --quiet --group peers
	touch $@

bench: .venv/peers ## playouts, searches and paths beside other engines, in one run
	$(BIN)/python -m benchmarks.peers
	$(BIN)/python -m benchmarks.search
	$(BIN)/python -m benchmarks.grids

pictures: .venv/ready ## the pictures of all web pages for the docs, taken in Chromium
	$(BIN)/python -m tests.web.pictures

imports: .venv/ready ## print which folder imports which, and draw it for CONTRIBUTING.md
	$(BIN)/python -m tests.layers

wheel: .venv/ready ## build the wheel into dist/
	$(BIN)/python -m build --wheel

clean:
	rm -rf .venv dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
