# make run and make test do all of the set-up on a fresh Debian 12 with Swift 6.3; make help lists the rest.

.PHONY: run test build setup lint fuzz soak bench clean help

RELEASE := .build/release
APP ?= Sources/Apps/CommandTour

run: build
	@echo "== Running the sample app $(APP) without a browser: $(RELEASE)/qc run $(APP) --headless"
	@$(RELEASE)/qc run $(APP) --headless
	@echo "== Now try:  $(RELEASE)/qc call sendDeviceDescription   or write a plugin: docs/writing-a-plugin-swift.md"

build: setup
	@scripts/build.sh

test: setup
	@scripts/test.sh

setup:
	@scripts/setup.sh

lint:
	@scripts/lint.sh

fuzz: setup
	@scripts/fuzz.sh

soak: setup
	@scripts/soak.sh

bench: setup
	@scripts/bench.sh

clean:
	rm -rf .build .build-asan .build-tsan .build-fuzz

help:
	@echo "make run     build, then run a sample app: APP=FOLDER chooses another than $(APP)"
	@echo "make test    all tests, then again under the address and the thread sanitizer"
	@echo "make build   qc, its verbs and the plugins in release form, in $(RELEASE)"
	@echo "make lint    formatting and the rules of the house"
	@echo "make bench   what a request costs, against straight-line C++"
	@echo "make fuzz    the parsers under libFuzzer, for FUZZ_SECONDS (ten minutes unless set; 0: until stopped)"
	@echo "make soak    eight threads at random on one controller under the thread sanitizer, for SOAK_SECONDS (20 unless set)"
	@echo "make setup   install the Debian packages that are missing (QC_APT=no only names them)"
	@echo "make clean   remove all that was built"
