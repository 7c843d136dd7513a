# attachfetch: what people and CI call. `make help` lists it.

SHELL := /bin/bash
PREFIX ?= /usr/local
# Swift's runtime goes into the program; Debian's libraries stay shared.
RELEASE := -c release --static-swift-stdlib
.DEFAULT_GOAL := help
# SwiftPM uses all cores and locks its directory: parallel targets would only wait for each other.
.NOTPARALLEL:
.PHONY: help packages build run test lint bench corpus fuzz sanitize docs install clean

help:
	@echo 'make run                 the main job on Fixtures/payloads/welcome.json, from an origin of our own on loopback'
	@echo 'make run PAYLOAD=my.json the main job on your file, from the real network'
	@echo 'make test                all tests'
	@echo 'make build               release build: .build/release/attachfetch'
	@echo 'make install PREFIX=DIR  build and copy to DIR/bin ($(PREFIX))'
	@echo 'make lint                formatting, imports, linkage'
	@echo 'make bench               speed, memory and lateness beside curl; QUICK=1 for a short run, WORK=DIR elsewhere'
	@echo 'make corpus              what is recognised of the labelled files, by format, and the cost; CORPUS=DIR of others'
	@echo 'make fuzz SECONDS=60     made-up input of every kind under libFuzzer and the address sanitizer, for 60 s in all'
	@echo 'make fuzz TARGET=url     one kind: payload, url, head, retry, coding, cache, or a reader such as png; media: all readers'
	@echo 'make sanitize            all tests under the address and the thread sanitizer'
	@echo 'make docs                the library reference: .build/docs'
	@echo 'make clean               remove all that was built, the demo and its cache'

packages:
	@scripts/install-packages

# Silent, and what the compiler says goes to standard error: `make run` leaves standard output to the records.
build: packages
	@swift build $(RELEASE) --product attachfetch >&2

# ORIGIN_PORT=N where 8734 is taken; without it another free port is used by itself.
run: build
	@[ -n '$(PAYLOAD)' ] || swift build $(RELEASE) --product attachfetch-origin >&2
	@ORIGIN_PORT='$(ORIGIN_PORT)' scripts/demo $(if $(PAYLOAD),'$(PAYLOAD)')

# Without XCTest's empty run the last line is the summary of Swift Testing.
test: packages
	swift test --no-parallel --disable-xctest

lint: packages
	@scripts/lint

bench: packages
	@scripts/install-packages curl
	swift build $(RELEASE) --product attachfetch >&2
	swift build $(RELEASE) --product attachfetch-bench >&2
	@.build/release/attachfetch-bench $(if $(QUICK),--quick) $(if $(WORK),--work '$(WORK)')

# Exit code 1 when a promise about the corpus is broken.
corpus: packages
	swift build $(RELEASE) --product attachfetch-corpus >&2
	@.build/release/attachfetch-corpus $(if $(CORPUS),'$(CORPUS)')

# A broken promise or a memory error ends it with the input that shows it in .build/fuzz.
fuzz: packages
	@scripts/fuzz $(or $(SECONDS),60) $(TARGET)

sanitize: packages
	@# Without the leak check: it takes the values of Swift's own one-time globals for lost.
	ASAN_OPTIONS=detect_leaks=0 swift test --no-parallel --disable-xctest --sanitize=address --scratch-path .build/address
	swift test --no-parallel --disable-xctest --sanitize=thread --scratch-path .build/thread

docs: packages
	@scripts/docs

install: build
	install -D -m 755 .build/release/attachfetch '$(DESTDIR)$(PREFIX)/bin/attachfetch'
	@[ ! -f cache-policy.json ] || install -D -m 644 cache-policy.json '$(DESTDIR)$(PREFIX)/share/attachfetch/cache-policy.json'

clean:
	rm -rf .build examples/*/.build
