# `make demo` and `make test` are all a newcomer needs; README.md says more.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help demo test test-hard test-autobahn test-sanitized test-thread test-address lint bench build clean

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

# What has been seen clean on two cores; docs/reliability.md names the rest and why it is not here.
THREAD := BindInspectTests BindInspectFoundationTests
ADDRESS := BindInspectTests BindInspectFoundationTests InspectSystemTests InspectWireTests
REST := InspectLinkTests InspectReporterTests InspectServerTests InspectordTests

test-hard: ## suites under both sanitizers, those seen clean there
	@tools/need build test
	@$(MAKE) --no-print-directory test-thread test-address test-autobahn

test-thread:
	swift build --build-tests --sanitize=thread --scratch-path .build/thread
	SUITES="$(THREAD)" TSAN_OPTIONS="halt_on_error=1 die_after_fork=0 suppressions=$(CURDIR)/tools/thread.supp" \
	  tools/test --sanitize=thread --scratch-path .build/thread

test-address:
	swift build --build-tests --sanitize=address --scratch-path .build/address
	SUITES="$(ADDRESS)" ASAN_OPTIONS="detect_leaks=0" \
	  tools/test --sanitize=address --scratch-path .build/address

test-autobahn: ## RFC 6455: the Autobahn suite against both transports, better or equal
	@tools/need build python autobahn
	swift build -c release --product Echo
	@tools/autobahn

test-sanitized: ## the rest of the rooms under both sanitizers; not clean yet
	@$(MAKE) --no-print-directory test-thread THREAD="InspectSystemTests InspectWireTests $(REST)"
	@$(MAKE) --no-print-directory test-address ADDRESS="$(REST)"

lint: ## format and house rules
	@swift format lint --strict --recursive Package.swift Sources Tests Examples Benchmarks

build: ## debug build of everything
	@tools/need build
	swift build

bench: ## figures of docs/goals.md, in a release build
	@tools/need build
	@tools/bench $(ARGS)

clean: ## what was built
	rm -rf .build
