package certify

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v4"

	"contextarena.internal/arena"
	"contextarena.internal/internal/measured"
	"contextarena.internal/lab"
	"contextarena.internal/probes"
	"contextarena.internal/reports/reportstest"
)

// text is a memory or an answer to the final task, with what a reader found in it. What none of the lists has is lost.
type text struct {
	Scenario             string
	Level                arena.Level
	Manner               string
	Upto                 string // the last turn that its writer had seen
	Text                 string
	Kept, Stale, Unclear []string // probes
}

// textSets are the labelled texts: those that rules may be made in view of, and last those that are only measured.
var textSets = []string{"practice-a", "practice-b", "practice-c", "practice-d", "practice-e", "held-out"}

func readTexts(t testing.TB, set string) []text {
	t.Helper()
	data, err := os.ReadFile("testdata/texts/" + set + ".yaml")
	require.NoError(t, err)
	var out []text
	require.NoError(t, yaml.Load(data, &out, yaml.WithKnownFields()))
	return out
}

// label is what the reader said of a probe; Unclear if nothing is measured by it.
func (x text) label(probe string) probes.Result {
	switch {
	case slices.Contains(x.Kept, probe):
		return probes.Kept
	case slices.Contains(x.Stale, probe):
		return probes.Stale
	case slices.Contains(x.Unclear, probe):
		return Unclear
	}
	return probes.Lost
}

// found is a set of texts, with a verdict on each probe that has a fact.
type found struct {
	part
	texts, unclear int
}

func readTextSet(t *testing.T, set string) found {
	t.Helper()
	known, err := lab.Scenarios("")
	require.NoError(t, err)
	subjects, scorers := map[string]*arena.Scenario{}, map[string]*probes.Scorer{}
	for _, s := range known {
		subjects[s.ID] = s
		scorers[s.ID], err = probes.NewScorer(s)
		require.NoError(t, err)
	}
	var out found
	for _, x := range readTexts(t, set) {
		out.texts++
		s := subjects[x.Scenario]
		require.NotNil(t, s, "scenario %s", x.Scenario)
		ids := map[string]bool{}
		for i, v := range scorers[s.ID].ScoreText(x.Level, x.Text) {
			p := s.Probes[i]
			ids[p.ID] = true
			if p.Kind == arena.Absent {
				continue
			}
			label := x.label(p.ID)
			if label == Unclear {
				out.unclear++
				continue
			}
			out.judged = append(out.judged, judged{
				Reply: Reply{Scenario: s.ID, Probe: p.ID, Label: label, Kind: string(x.Level), Manner: x.Manner, Way: string(p.Kind)}, factType: string(p.Type), verdict: v.Result,
			})
		}
		for _, id := range slices.Concat(x.Kept, x.Stale, x.Unclear) {
			require.True(t, ids[id], "scenario %s has no probe %s", s.ID, id)
		}
	}
	return out
}

// TestTextsPage keeps what the docs say of verdicts on memories and final answers what is measured.
func TestTextsPage(t *testing.T) {
	var sets []found
	for _, set := range textSets {
		sets = append(sets, readTextSet(t, set))
	}
	suites := map[string]string{}
	known, err := lab.Scenarios("")
	require.NoError(t, err)
	for _, s := range known {
		suites[s.ID] = s.Suite
	}
	practice, held := sets[0].part, sets[len(sets)-1]
	for _, s := range sets[1 : len(sets)-1] {
		practice.judged = append(practice.judged, s.judged...)
	}
	both := page{practice: practice, heldOut: held.part}
	measured.Page(t, "../../docs/matchers.md", reportstest.Updates(), map[string]string{
		"texts": textCounts(sets), "texts' targets": textTargets(practice, held.part),
		"texts by level and suite": both.table("level, suite", func(j judged) string { return j.Kind + ", " + suites[j.Scenario] }),
		"texts by fact type":       both.table("fact type", func(j judged) string { return j.factType }),
		"texts by kind of probe":   both.table("probe", func(j judged) string { return j.Way }),
		"texts' verdicts":          both.confusions(),
	})
	measured.Page(t, "../../README.md", reportstest.Updates(), map[string]string{"verdicts on texts": fmt.Sprintf(
		`  In %d memories and final answers that no rule was made by, %.0f %% of the facts that are there are found, and %.0f %% of those that
  aren't ([matchers](docs/matchers.md#memories-and-final-answers)).
  `, held.texts, 100*held.sensitivity().estimate.Mean, 100*held.wrongAccepted().estimate.Mean)})
}

// textCounts says what the sets are made of.
func textCounts(sets []found) string {
	var b strings.Builder
	b.WriteString("| set | texts | scenarios | verdicts | labelled kept / stale / lost | unclear |\n|---|---|---|---|---|---|\n")
	for i, s := range sets {
		n, scenarios := map[probes.Result]int{}, map[string]bool{}
		for _, j := range s.judged {
			n[j.Label]++
			scenarios[j.Scenario] = true
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d / %d / %d | %d |\n", textSets[i], s.texts, len(scenarios), len(s.judged), n[probes.Kept], n[probes.Stale], n[probes.Lost], s.unclear)
	}
	return b.String()
}

// textTargets sets what is measured beside what is wanted.
func textTargets(practice, heldOut part) string {
	unread := [][4]float64{{91.1, 89.6, 95.0, 94.4}, {98.7, 98.5, 98.4, 99.3}, {88.4, 86.0, 91.1, 87.1}} // practice-b to -e, when they were last held out
	var b strings.Builder
	b.WriteString("| | practice-b, when last held out | -c | -d | -e | practice, now | held out, now | wanted | |\n|---|---|---|---|---|---|---|---|---|\n")
	for _, x := range targetsOfReplies {
		if strings.Contains(x.name, ":") { // natural and awkward are kinds of replies
			continue
		}
		now, verdict := x.of(heldOut), "met"
		switch {
		case !now.estimate.Defined():
			verdict = "–"
		case 100*now.estimate.Mean < x.wanted:
			verdict = "**missed**"
		}
		fmt.Fprintf(&b, "| %s | %.1f %% | %.1f %% | %.1f %% | %.1f %% | %s | %s | ≥ %g %% | %s |\n", x.name, unread[0][0], unread[0][1], unread[0][2], unread[0][3], x.of(practice).cell(), now.cell(), x.wanted, verdict)
		unread = unread[1:]
	}
	return b.String()
}
