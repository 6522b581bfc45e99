# `make demo` and `make test` are all a newcomer needs; README.md says more.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help demo test test-hard test-thread test-address test-address-build test-autobahn test-peers \
  test-fuzz fuzz fuzz-planted test-costs test-chaos chaos mutations lint bench build clean

help: ## what can be made
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 20

demo: ## the whole story, live, until interrupted (ARGS=--once: ends by itself)
	@tools/demo $(ARGS)

test: ## everything that has to hold for each change
	@tools/need build test python
	@$(MAKE) --no-print-directory lint
	swift build --build-tests
	@tools/test
	@tools/demo --once >/dev/null

test-hard: ## what takes longer: sanitizers, chaos, Autobahn, peers, fuzzing; says each part's minutes
	@tools/need build test python autobahn costs
	@tools/timed "thread sanitizer" $(MAKE) --no-print-directory test-thread
	@tools/timed "address sanitizer" $(MAKE) --no-print-directory test-address
	@tools/timed "chaos" $(MAKE) --no-print-directory test-chaos
	@tools/timed "Autobahn" $(MAKE) --no-print-directory test-autobahn
	@tools/timed "independent peers" $(MAKE) --no-print-directory test-peers
	@tools/timed "costs" $(MAKE) --no-print-directory test-costs
	@tools/timed "fuzzing" $(MAKE) --no-print-directory test-fuzz

# Optimised: unoptimised code under a sanitizer is ten times slower, and misses its deadlines.
SANITIZED = --scratch-path .build/$(1) --sanitize=$(1)
# Not what measures or searches a program's memory or holds its bytes to those without us: a sanitizer
# changes all that. Nor what it takes wrongly for a race (docs/reliability.md).
MEASURING = --skip ByteForByte --skip Plateaus --skip Canaries --skip Displayed --skip LargeValues --skip Budgets
# Nor what reads sources.
WATCHED = $(filter-out DoorTests HouseTests,$(notdir $(wildcard Tests/*Tests)))

test-thread: ## every suite under the thread sanitizer
	swift build --build-tests $(call SANITIZED,thread) -Xswiftc -O
	TSAN_OPTIONS="halt_on_error=1 die_after_fork=0 suppressions=$(CURDIR)/tools/thread.supp" \
	  SUITES="$(WATCHED)" tools/test $(call SANITIZED,thread) $(MEASURING)

test-address: test-address-build ## every suite under the address sanitizer
	ASAN_OPTIONS="detect_leaks=0" SUITES="$(WATCHED)" tools/test $(call SANITIZED,address) $(MEASURING)

# Not under a sanitizer, which keeps what is let go of: memory is among what is measured.
CHAOS = $$(swift build --show-bin-path)/Chaos $(ARGS)

test-chaos: ## faults on purpose against real processes (ARGS=--seed N)
	swift build
	$(CHAOS)

chaos: ## the same for half an hour
	swift build
	$(CHAOS) --long

test-address-build:
	swift build --build-tests $(call SANITIZED,address) -Xswiftc -O

test-autobahn: ## RFC 6455: the Autobahn suite against both transports, better or equal
	@tools/need build python autobahn
	swift build -c release --product Echo
	@tools/autobahn

mutations: ## mistakes on purpose, each noticed by a test (half an hour; docs/security.md)
	@tools/need build test python
	@tools/mutations $(ARGS)

test-peers: ## other people's WebSocket libraries against the daemon and InspectLink
	@tools/need build python
	swift build
	@.build/python/bin/python tools/peers

test-costs: ## instructions, allocations and bytes of the hot paths, counted; fails where one costs more (ARGS=--update)
	@tools/need build costs
	for product in Counted TypedUpdate KeyPaths BindingMemory inspectord inspect-cli; do \
	  swift build -c release --product $$product; done
	@tools/costs $(ARGS)
	@tools/budgets

test-fuzz: ## what faces strangers, fuzzed for ten seconds each
	@tools/need build
	@tools/fuzz 10

fuzz: ## the same for ten minutes each (FUZZ_KEEP=1 keeps new inputs)
	@tools/need build
	@tools/fuzz 600

fuzz-planted: ## that fuzzing finds a mistake, made on purpose for each target
	@tools/need build
	@tools/planted

lint: ## format and house rules
	@swift format lint --strict --recursive Package.swift Sources Tests Examples Benchmarks Fuzz

build: ## debug build of everything
	@tools/need build
	swift build

bench: ## figures of the goals, in a release build, into docs/benchmarks.md (ARGS=--quick: a minute, printed only)
	@tools/need build
	@tools/bench $(ARGS)

clean: ## what was built
	rm -rf .build
