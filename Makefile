# make run     play the default benchmark and print its leaderboard
# make test    every test but those below; no network, no key
# make test-slow  every example of every help page, and CONTRIBUTING's, as they are written; scripts to their end; tests that draw, with all their repeats; what measures chance
# make test-clients  what other programs read: the endpoint with curl and the official OpenAI client for Node, tables with pandas
# make test-examples  memories in other languages (examples): whole trials twice with equal bytes, and every fault its outcome
# make test-deploy  what starts arena on other machines (deploy, Dockerfile): linted, decoded, and its own commands run, confined as in a container
# make test-slurm  a run in an array job of a real Slurm on this machine, tasks killed and requeued
# make test-faults  every operation on files and every reply fails once, FAULTS of each workload (0 for all)
# make test-servers  trials and embeddings with a real server: Ollama, built once (some minutes), and a tiny model
# make web     build the browser's program (web/src) into web/dist, which is committed
# make test-browser  reports and arena view in a real browser; that web/dist is what web/src builds
# make lint    formatting, vet, staticcheck, layers
# make bench   benchmarks (docs/performance.md says how they are read)
# make scale   a merge, reports and exports of 1,000 to 100,000 trials: time, memory and their bounds (docs/scale.md; half an hour, 12 GB)
# make fix     format and tidy
# make docs    regenerate the generated parts of the docs
# make release  a static program for Linux in dist/, packed with README and licence, and its checksum; what is packed is tried
# make pictures  play the default run, and draw its pictures in docs/images
# make notices  collect the licences of the modules and of the page's packages anew (after a change of go.mod or web/package.json)
# make fuzz    every fuzz target for FUZZTIME

GO       ?= go
FUZZTIME ?= 20s
FAULTS   ?= 200
TOOL     := $(GO) tool -modfile=tools.mod

# Equal code is compiled once, whatever folder it is checked out to; so are tests that read no files run once.
export GOFLAGS := $(strip $(filter-out -trimpath,$(shell $(GO) env GOFLAGS)) -trimpath)

.PHONY: scale pages notices web test-browser run test test-slow test-clients test-examples test-servers test-deploy test-slurm test-faults lint bench fix docs fuzz build static release pictures proposals

build:
	@$(GO) build -o bin/arena ./cmd/arena

# With a C compiler for the machine that builds, and for no other: SQLite is C. GOARCH and CC name another where there is one.
RELEASED := $(shell git describe --tags --always --dirty)
RELEASE := arena-$(RELEASED)-linux-$(shell $(GO) env GOARCH)

STATIC := bin/arena-static

static:
	CGO_ENABLED=1 GOOS=linux $(GO) build -trimpath -tags netgo,osusergo,sqlite_omit_load_extension -ldflags '-s -w -extldflags -static -X contextarena.internal/internal/program.released=$(RELEASED)' -o $(STATIC) ./cmd/arena

release:
	@rm -rf dist/$(RELEASE) && mkdir -p dist/$(RELEASE)
	@$(MAKE) static STATIC=dist/$(RELEASE)/arena
	@cp README.md LICENSE dist/$(RELEASE)
	@cd dist && tar -czf $(RELEASE).tar.gz --owner=0 --group=0 $(RELEASE) && sha256sum $(RELEASE).tar.gz > checksums.txt && rm -r $(RELEASE)
	@dir=$$(mktemp -d) && set -e && trap 'rm -rf '"$$dir" EXIT; cd dist && sha256sum -c --quiet checksums.txt && tar -xzf $(RELEASE).tar.gz -C $$dir && \
	if [ $$($(GO) env GOARCH) = $$($(GO) env GOHOSTARCH) ]; then cd $$dir/$(RELEASE) && ./arena --version && ./arena run -q --scenario early-fact-recall --strategy window --repeats 1 > /dev/null; fi
	@ls -l dist/$(RELEASE).tar.gz

run: build
	@./bin/arena run

# Tests allocate much and keep little: with a collector that comes seldom, they take a tenth less of the processor. Properties draw
# 30 cases, and 100 in make test-slow. make lint vets. A third of the processor's time goes into linking a hundred programs: gold, where
# it is there, takes an eighth less for those with SQLite than ld does.
LINKER := $(if $(shell command -v ld.gold),-ldflags=-extldflags=-fuse-ld=gold)

test:
	RAPID_CHECKS=30 GOGC=400 $(GO) test -vet=off $(LINKER) -timeout 40m ./...

# The tests with the tag, the scripts of cmd/arena whole, tests that ask internal/thorough how often, and properties.
test-slow:
	files=$$(grep -rlE --include='*_test.go' '^//go:build slow|thorough\.(Times|Some|Slow)|rapid\.Check\(' .) && \
	$(GO) test -count=1 -tags slow -timeout 40m -run "^(TestScripts|$$(awk 'FNR == 1 {slow = 0} /^\/\/go:build slow/ {slow = 1} \
		/^func / {t = $$2; sub(/\(.*/, "", t); if (slow) print t} /thorough\.(Times|Some|Slow)|rapid\.Check\(/ {print t}' $$files | grep ^Test | sort -u | paste -sd'|'))$$" \
		$$(echo "$$files" | xargs -n1 dirname | sort -u)

# Needs node, npm and curl, and npm its registry or cache; pandas is installed where it is missing.
test-clients:
	@/usr/bin/python3 -c 'import pandas' 2>/dev/null || python3 -c 'import pandas' 2>/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends python3-pandas; }
	$(GO) test -count=1 -tags clients -run 'Node|Curl' ./llm/serve
	$(GO) test -count=1 -tags clients -run Pandas ./cmd/arena

# Needs python3, node, npm and faketime, which are installed where they are missing, and npm its registry or cache (150 MB).
test-examples:
	@missing=; for p in python3 node npm faketime; do command -v $$p > /dev/null || missing="$$missing $$p"; done; test -z "$$missing" || { apt-get update -qq && apt-get install -y -qq --no-install-recommends $$(echo $$missing | sed 's/\bnode\b/nodejs/'); }
	cd examples/node && npm ci --prefer-offline
	$(GO) test -count=1 -tags examples ./examples

# As root: commands run in namespaces of their own.
test-deploy:
	$(GO) vet -modfile=deploy.mod deploy/*_test.go
	$(GO) test -modfile=deploy.mod -count=1 -skip Slurm deploy/*_test.go

# As root, and Slurm is installed where it is missing. Its daemons end with the test.
test-slurm:
	@for p in slurmctld slurmd sbatch munged; do command -v $$p > /dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends slurm-wlm munge; break; }; done
	$(GO) test -modfile=deploy.mod -count=1 -run Slurm deploy/*_test.go

# FAULTS=0 takes an hour or more.
test-faults:
	$(GO) test -count=1 -tags faults ./internal/faultfs
	$(GO) test -count=1 -tags faults -timeout 12h -v ./lab/faults -points $(FAULTS)

# Ollama is a Go module with C++ in it, which leaves out three headers: two are Debian's, one is malgo's. It is built once for each
# version, outside the checkout, for all checkouts. Nothing waits for its speed, so little is optimised.
SERVERS := $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/contextarena/ollama
OLLAMA  := $(SERVERS)/$(shell sed -n 's/^\tgithub.com\/ollama\/ollama \(v[^ ]*\).*/\1/p' tools/ollama/go.mod)
HEADERS := g++ nlohmann-json3-dev libstb-dev

test-servers: $(OLLAMA)
	OLLAMA_BINARY=$(OLLAMA) $(GO) test -count=1 -tags servers -timeout 10m -run Ollama ./lab

$(OLLAMA):
	@{ command -v g++ > /dev/null && [ -e /usr/include/nlohmann/json.hpp ] && [ -e /usr/include/stb/stb_image.h ]; } || \
	{ apt-get update -qq && apt-get install -y -qq --no-install-recommends $(HEADERS); } || { echo "Ollama can't be built: apt-get install $(HEADERS)"; exit 1; }
	cd tools/ollama && $(GO) mod download github.com/gen2brain/malgo && mkdir -p $(SERVERS)/include && \
	ln -sfn $$($(GO) list -m -f '{{.Dir}}' github.com/gen2brain/malgo) $(SERVERS)/include/miniaudio && \
	CGO_CPPFLAGS=-I$(SERVERS)/include CGO_CFLAGS=-O1 CGO_CXXFLAGS=-O0 $(GO) build -trimpath -ldflags '-s -w' -o $@.new github.com/ollama/ollama && mv $@.new $@

# Needs node, and npm its registry or cache.
web:
	cd web && npm ci --prefer-offline --no-audit --no-fund && npm run check && npm run build

# Chromium is installed where it is missing.
test-browser: web
	@git diff --exit-code --stat -- web/dist || { echo "web/dist isn't what web/src builds: run make web and commit it"; exit 1; }
	@command -v chromium-headless-shell > /dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium-headless-shell; }
	$(GO) test -count=1 -tags browser ./web

# Nothing may be reachable from tests alone, but for their helpers and the sandbox without a process of its own, which these use. What C calls in
# internal/faultfs looks dead. Not with -trimpath: cgo's output, kept for all checkouts, would name files of another.
lint: export GOFLAGS := $(filter-out -trimpath,$(GOFLAGS))
lint:
	@out=$$($(TOOL) gofumpt -l . ); if [ -n "$$out" ]; then echo "not formatted (make fix):"; echo "$$out"; exit 1; fi
	$(GO) vet ./...
	$(GO) vet -tags faults ./internal/faultfs ./lab/faults
	$(GO) vet -tags browser ./web
	$(GO) vet -tags slow $$(grep -rlE --include='*_test.go' '^//go:build slow' . | xargs -n1 dirname | sort -u)
	$(GO) vet -tags scale ./cmd/arena
	$(GO) vet -tags calibrate ./lab/calibrate
	$(GO) vet -tags pages ./cmd/arena
	$(GO) vet -tags clients ./llm/serve ./cmd/arena
	$(GO) vet -tags servers ./lab
	$(GO) vet -tags examples ./examples
	$(TOOL) golangci-lint run ./...
	$(GO) test -count=1 ./internal/rooms
	@$(TOOL) deadcode -tags faults,slow ./... | grep -vE "^($$(sed -n '/^helpers:/,/^$$/s/^  - //p' rooms.yaml | paste -sd'|'))/|InProcess.Eval" | tee -a /dev/stderr | (! grep -q .)
	@$(TOOL) deadcode -tags faults,slow -test ./... | grep -v ^internal/faultfs/ | tee -a /dev/stderr | (! grep -q .)

bench:
	$(GO) test -run '^$$' -bench . -benchmem ./...

# TRIALS names other numbers.
TRIALS ?= 1000,10000,100000
scale:
	$(GO) test -count=1 -tags scale -timeout 3h -run Scale -v ./cmd/arena -trials $(TRIALS)

fix:
	$(TOOL) gofumpt -w .
	$(GO) mod tidy

notices: web
	sh cmd/arena/third_party.sh > cmd/arena/third_party.txt

docs: build
	$(GO) test ./scenarios -run TestPacked -update
	$(GO) test ./strategies -run TestVersions -update
	$(GO) test ./lab/certify -run 'TestVerdictsPage' -update
	$(GO) test ./llm -run 'TestWorkersBehindOneLimit' -update
	$(GO) test ./lab/check -run 'TestChecksPage' -update
	$(GO) test ./lab/calibrate -run 'TestPage' -update
	$(GO) test ./cmd/arena -tags slow -run 'TestDocs$$' -update

# The tables of pages that have the commands they are made by. PAGE names some only, such as PAGE=ladder.
pages:
	$(GO) test -count=1 -tags pages -timeout 3h -run TestPages -v ./cmd/arena -pages '$(PAGE)'

# The tables of the page on the proposals: some 20 minutes.
proposals: build
	@dir=$$(mktemp -d) && set -e && trap 'rm -rf '"$$dir" EXIT; \
	./bin/arena lab experiment proposals --suite extended --repeats 3 --dialogue scripted --db $$dir/p.db --format md --out $$dir/p.md; \
	(grep -E '^(\||Perfect|## What|$$)' $$dir/p.md | sed 's/^##/###/' | cat -s; \
	printf '\n### What a real model would take\n\n| with `--model openai:gpt-5-nano --dry-run` | trials | calls | USD |\n| --- | ---:| ---:| ---:|\n'; \
	for c in 'lab experiment proposals --suite extended --repeats 3 --dialogue scripted' 'lab experiment correction-formats' 'lab evolve' 'lab learn'; do \
		./bin/arena $$c --model openai:gpt-5-nano --dry-run --db $$dir/d.db 2>/dev/null | awk -v c="$$c" '/ trials of / { trials = $$1 } /^openai:/ { calls += $$2; usd += $$5 } END { printf "| `arena %s` | %d | %d | %.2f |\n", c, trials, calls, usd }'; \
	done; echo) > $$dir/tables.md; \
	sed -i -e '/^<!-- tables -->/,/^<!-- end of tables -->/{//!d}' -e "/^<!-- tables -->/r $$dir/tables.md" docs/research/proposals.md

pictures: build
	@dir=$$(mktemp -d) && set -e && trap 'rm -rf '"$$dir" EXIT; \
	./bin/arena run --db $$dir/run.db > /dev/null; \
	./bin/arena report --db $$dir/run.db --out docs/images/report-cost.svg; \
	./bin/arena report --db $$dir/run.db --chart survival --out docs/images/report-survival.svg

calibrate:
	$(GO) test -count=1 ./lab/calibrate -tags calibrate -run 'TestCalibrate$$' -timeout 30m
	$(MAKE) docs

fuzz:
	@for p in $$($(GO) list ./...); do \
		for f in $$($(GO) test -list '^Fuzz' $$p 2>/dev/null | grep '^Fuzz'); do \
			echo "$$p $$f"; $(GO) test -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 1x $$p || exit 1; \
		done; \
	done
