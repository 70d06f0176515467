//go:build slow

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
)

// What makes examples small: trials, nights, sweeps, searches, learning and simulations.
const (
	little  = "--scenario early-fact-recall --strategy rlm --repeats 1"
	night   = "--night 2026-11-24" // else every day would be another test
	twice   = "--repeats 1 --scenario early-fact-recall --scenario rapid-fire-corrections"
	search  = "--suite original --scenario contradiction-resolution --held-out 0 --evaluations 8 --batch 8 --fresh 0 --random 0 --tasks 0"
	session = "--train early-fact-recall --held-out implicit-corrections --sessions 1 --chains 1"
	cases   = "--seeds 1 --cases 1"
	few     = "--suite original --scenario early-fact-recall"
)

// smaller is what stands behind an example that plays too much for a test: the example with all it says, on fewer
// scenarios, points or repeats. --dry-run is behind those that nothing else makes small.
var smaller = map[string]string{
	`arena run`:                  little,
	`arena run --suite original`: little,
	`arena run --scenario early-fact-recall --strategy "rlm(depth=2)"`:                                             "--repeats 1",
	`arena run --model openai:gpt-5-nano --budget-usd 3`:                                                           little,
	`arena run --model ollama:llama3.2:3b --suite original --dialogue scripted`:                                    little,
	`arena run --stretch 16000`:                                                                                    little,
	`arena run --budgets 500,1000,2000 --strategy rlm --strategy window`:                                           "--scenario early-fact-recall --repeats 1",
	`arena run --suite extended --stretch 16000 --budgets 500,1000,2000,4000,8000 --dialogue scripted --repeats 1`: "--scenario clinic-intake --strategy window",
	`arena run --scenarios-dir mine --suite generated`:                                                             "--strategy window --repeats 1 --dialogue scripted",
	`arena run --suite extended --strategy 'emas_routed(policy=archive.json)'`:                                     "--scenario clinic-intake --repeats 1 --dialogue scripted",
	`arena run --strategy 'controlled(policy=policy.json,floor=0.6)'`:                                              "--scenario early-fact-recall --repeats 1 --dialogue scripted",
	`arena nightly nightly.yaml --update-baseline`:                                                                 night,
	`arena nightly nightly.yaml --out out`:                                                                         "--night 2026-11-25",
	`arena nightly nightly.yaml --dry-run`:                                                                         "--night 2026-11-26",
	`arena sweep`:                                                                                                  "space.yaml " + twice,
	`arena sweep --floor 0.9 --questions 50 --require 'tasks>=0.5'`:                                                "space.yaml " + twice,
	`arena choose`: few,
	`arena choose --tokens 8000 --budget 2000 --questions 50`:          few,
	`arena choose --floor 0.9 --require 'tasks>=0.5'`:                  few,
	`arena choose --model openai:gpt-5-nano --budget-usd 5 --dry-run`:  few,
	`arena sweep --exhaustive --repeats 4`:                             "space.yaml --scenario early-fact-recall",
	`arena sweep --exhaustive --shard 1/8 --db s1.db`:                  "space.yaml --scenario early-fact-recall",
	`arena sweep --shard 1/8 --round next --db s1.db`:                  "space.yaml --scenario early-fact-recall",
	`arena sweep --suite extended --objective tasks --objective worst`: "space.yaml --repeats 1 --scenario clinic-intake --scenario travel-desk",
	`arena sweep --stretch 0`:                                          "space.yaml --repeats 1 --scenario early-fact-recall",
	`arena sweep my-space.yaml --model ollama:llama3.2:3b --repeats 2`: "--scenario implicit-corrections --dry-run",
	`arena sweep --model openai:gpt-5-nano --budget-usd 20 --dry-run`:  "--scenario early-fact-recall",
	`arena lab evolve`: search,
	`arena lab evolve --evaluations 160 --scenario clinic-intake`:            "--evaluations 8 --batch 8 --fresh 0 --random 0",
	`arena lab evolve --descriptors cost,phone/id --bins 3`:                  search,
	`arena lab evolve --model ollama:llama3.2:3b --evaluations 64 --dry-run`: search,
	`arena lab learn`: session,
	`arena lab learn --format svg --out learning.svg`:                                       session,
	`arena lab learn --strategy "episodic(type_threshold=0.1)"`:                             session,
	`arena lab learn --train clinic-intake --held-out travel-desk --sessions 10 --chains 3`: "--sessions 1 --chains 1",
	`arena lab learn --model openai:gpt-5-nano --sessions 8 --budget-usd 2`:                 session,
	`arena lab experiment proposals --dialogue scripted`:                                    "--scenario early-fact-recall --repeats 1 --ablate none",
	`arena lab experiment proposals --dialogue scripted --ablate exact`:                     "--scenario early-fact-recall --repeats 1",
	`arena lab experiment proposals --suite original --format md --out p.md`:                "--scenario early-fact-recall --repeats 1 --ablate none --dialogue scripted",
	`arena lab experiment proposals --model openai:gpt-5-nano --dry-run`:                    "--scenario early-fact-recall --repeats 1",
	`arena lab experiment correction-formats`:                                               "--scenario implicit-corrections --repeats 1 --dialogue scripted",
	`arena lab experiment correction-formats --dialogue scripted --repeats 10`:              "--scenario implicit-corrections --repeats 1",
	`arena lab experiment correction-formats --model openai:gpt-5-nano --dry-run`:           "--scenario implicit-corrections --repeats 1",
	`arena scenarios lint`: "my-scenario.yaml",
	`arena certify`:        "--labels labels.yaml",
	`arena certify --judge openai:gpt-5-nano --dry-run`:                             "--labels labels.yaml",
	`arena simulate compaction`:                                                     cases,
	`arena simulate compaction --seeds 3 --cases 5 --format md --out compaction.md`: cases,
	`arena simulate eviction`:                                                       cases,
	`arena simulate eviction --trace session.csv`:                                   "--seeds 2",
	`arena simulate eviction --seeds 3 --cases 100 --format md --out eviction.md`:   cases,
	`arena simulate eviction --format svg --out sweep.svg`:                          cases,
	`arena simulate pruning --seeds 3 --out pruning.md`:                             cases,
	`arena simulate pruning --format svg --out kept.svg`:                            cases,
	`arena simulate selection --seeds 3 --out selection.md`:                         cases,
}

// goesOn are pages whose examples go on where those of arena certify stopped.
var goesOn = map[string]bool{"arena judge": true, "arena review": true}

// of says which of the prepared databases is the one of a page, where it isn't that of runs.
var of = map[string]string{
	"arena report frontier": "sweep.db", "arena lab policy export": "sweep.db",
	"arena report evolution": "evolve.db", "arena lab policy export-archive": "evolve.db",
	"arena lab archive show": "evolve.db", "arena lab archive export": "evolve.db",
	"arena lab ladder": "lengths.db",
}

// TestExamples runs every example of every help page as a shell does, in a copy of a folder that
// testdata/examples/prepared.txtar prepares, with servers on loopback in the places of OpenAI and Ollama.
func TestExamples(t *testing.T) {
	t.Parallel()
	var pages []*cobra.Command
	ran := map[string]bool{}
	var walk func(*cobra.Command)
	walk = func(page *cobra.Command) {
		if page.Hidden {
			return // a page of the lab under its old name
		}
		if page.Example != "" {
			pages = append(pages, page)
		}
		for _, example := range examples(page) {
			ran[example] = true
		}
		for _, sub := range page.Commands() {
			walk(sub)
		}
	}
	walk(command(&world{env: func(string) string { return "" }}))
	require.Greater(t, len(ran), 120)
	for example := range smaller {
		require.True(t, ran[example], "there is no such example: %s", example)
	}
	w := prepareExamples(t)
	for _, page := range pages {
		if goesOn[page.CommandPath()] {
			continue
		}
		t.Run(page.CommandPath(), func(t *testing.T) {
			t.Parallel()
			dir := w.folder(t, page.CommandPath())
			for _, p := range pages {
				if p != page && !(page.CommandPath() == "arena certify" && goesOn[p.CommandPath()]) {
					continue
				}
				for _, example := range examples(p) {
					t.Run(example, func(t *testing.T) { w.run(t, dir, example, smaller[example]) })
				}
			}
		})
	}
}

// TestHelpFitsATerminal: no line of a help page is wider than 80 columns.
func TestHelpFitsATerminal(t *testing.T) {
	t.Parallel()
	var walk func(*cobra.Command)
	walk = func(page *cobra.Command) {
		var help strings.Builder
		page.SetOut(&help)
		require.NoError(t, page.Help())
		for line := range strings.Lines(help.String()) {
			require.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), 80, "%s: %s", page.CommandPath(), line)
		}
		for _, sub := range page.Commands() {
			walk(sub)
		}
	}
	walk(command(&world{env: func(string) string { return "" }}))
}

// continued is where an example goes on in the next line.
var continued = regexp.MustCompile(`\s*\\\n\s*`)

// examples are the commands of a page's examples, without what explains them.
func examples(page *cobra.Command) []string {
	var found []string
	for line := range strings.SplitSeq(continued.ReplaceAllString(page.Example, " "), "\n") {
		line, _, _ = strings.Cut(strings.TrimSpace(line), "   ")
		if line != "" {
			found = append(found, strings.Join(strings.Fields(line), " "))
		}
	}
	return found
}

// folder is what a page finds: nothing where it begins, else a copy of what is prepared.
func (w *exampleWorld) folder(t *testing.T, page string) string {
	t.Helper()
	dir := t.TempDir()
	if page == "arena init" {
		return dir
	}
	require.NoError(t, os.CopyFS(dir, os.DirFS(w.prepared)))
	if db := of[page]; db != "" {
		require.NoError(t, os.Rename(filepath.Join(dir, db), filepath.Join(dir, "arena.db")))
	}
	return dir
}
