package probes_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/internal/measured"
	"contextarena.internal/probes"
	"contextarena.internal/scenarios"
)

var update = flag.Bool("update", false, "write the measured parts of docs/matchers.md and docs/measuring.md anew")

// TestMatchersPage keeps the figures of the docs those that are computed.
func TestMatchersPage(t *testing.T) {
	pairs := judged(t)
	measured.Page(t, "../docs/matchers.md", *update, map[string]string{
		"pairs": counts(pairs), "accuracy": accuracyTables(pairs), "original's rule": originalsRule(t, pairs), "misses": misses(pairs),
	})
	measured.Page(t, "../docs/measuring.md", *update, map[string]string{"matchers": shortTable(pairs)})
}

// shortTable is how good each kind of matcher is.
func shortTable(pairs []pair) string {
	var b strings.Builder
	b.WriteString("| matcher | sensitivity | specificity | stale found |\n|---|---|---|---|\n")
	for _, p := range properties(pairs)[:3] {
		if p.name == "Level" {
			continue
		}
		groups := group(pairs, p)
		for _, v := range p.values {
			a := groups[v]
			fmt.Fprintf(&b, "| %s | %v | %v | %v |\n", v, a.sensitivity, a.specificity, a.stale)
		}
	}
	return b.String()
}

// counts says how the pairs are made up.
func counts(pairs []pair) string {
	texts := map[string]bool{}
	labels := map[probes.Result]int{}
	sources := map[string]int{}
	changed := 0
	for _, p := range pairs {
		texts[p.Scenario+string(p.Level)+p.Text] = true
		labels[p.label]++
		sources[p.Source]++
		if p.changed {
			changed++
		}
	}
	return fmt.Sprintf("| | |\n|---|---|\n| pairs | %d |\n| texts | %d |\n| labelled kept / stale / lost | %d / %d / %d |\n"+
		"| from memory logs / final answers / variants | %d / %d / %d |\n| labels changed on a second reading | %d |\n",
		len(pairs), len(texts), labels[probes.Kept], labels[probes.Stale], labels[probes.Lost],
		sources["memory-log"], sources["final-answer"], sources["variant"], changed)
}

func accuracyTables(pairs []pair) string {
	var b strings.Builder
	for _, p := range properties(pairs) {
		groups := group(pairs, p)
		fmt.Fprintf(&b, "\n| %s | sensitivity | specificity | stale found | not stale, and not called so |\n|---|---|---|---|---|\n", p.name)
		for _, v := range p.values {
			a := groups[v]
			fmt.Fprintf(&b, "| %s | %v | %v | %v | %v |\n", v, a.sensitivity, a.specificity, a.stale, a.notStale)
		}
	}
	return b.String()[1:]
}

// originalsRule sets the original benchmark's substrings beside the matchers on the probes that
// have such patterns: on the labelled pairs, on texts of their own scenario from before the fact
// was stated, and on the transcripts of the other scenarios.
func originalsRule(t *testing.T, pairs []pair) string {
	t.Helper()
	var ours, theirs accuracy
	for _, p := range pairs {
		if p.probe.Extended {
			continue
		}
		ours.add(p.label, p.verdict.Result)
		verdict := probes.Lost
		if p.verdict.Legacy == probes.LegacyHit {
			verdict = probes.Kept
		}
		theirs.add(p.label, verdict)
	}
	all, err := scenarios.Builtin()
	require.NoError(t, err)
	var ss []*arena.Scenario
	for _, s := range all {
		if s.Suite == "original" {
			ss = append(ss, s)
		}
	}
	var early, theirsEarly, others, theirsOthers share
	tries := func(v probes.Verdict, ours, theirs *share) {
		ours.add(v.Result == probes.Kept)
		theirs.add(v.Legacy == probes.LegacyHit)
	}
	for _, s := range ss {
		sc, err := probes.NewScorer(s)
		require.NoError(t, err)
		turns := map[string]arena.Turn{}
		for _, f := range s.Facts {
			turns[f.ID] = f.Turn
		}
		for i, p := range s.Probes {
			if p.Extended {
				continue
			}
			if turn := turns[p.Fact]; turn > 1 {
				tries(sc.ScoreText(arena.LevelMemory, transcript(s, turn-1))[i], &early, &theirsEarly)
			}
		}
		for _, other := range ss {
			if other.ID == s.ID {
				continue
			}
			for i, v := range sc.ScoreText(arena.LevelMemory, transcript(other, arena.Turn(len(other.Turns)))) {
				if !s.Probes[i].Extended {
					tries(v, &others, &theirsOthers)
				}
			}
		}
	}
	var b strings.Builder
	b.WriteString("| On the probes of the original | our matchers | the original's rule |\n|---|---|---|\n")
	for _, row := range []struct {
		name         string
		ours, theirs share
	}{
		{"sensitivity", ours.sensitivity, theirs.sensitivity},
		{"specificity", ours.specificity, theirs.specificity},
		{"found before the fact was stated", early, theirsEarly},
		{"found in another scenario's script", others, theirsOthers},
	} {
		fmt.Fprintf(&b, "| %s | %v | %v |\n", row.name, row.ours, row.theirs)
	}
	return b.String()
}

// transcript is a scenario's script up to a turn, with the system prompt, as one text.
func transcript(s *arena.Scenario, last arena.Turn) string {
	parts := []string{s.System}
	for _, ex := range s.Turns[:last] {
		parts = append(parts, ex.User)
		for _, tool := range ex.Tools {
			parts = append(parts, tool.Result)
		}
		parts = append(parts, ex.Assistant)
	}
	return strings.Join(parts, "\n\n")
}

// misses lists every pair on which label and verdict differ.
func misses(pairs []pair) string {
	var b strings.Builder
	b.WriteString("| Probe | Level | Read as | Verdict | Text |\n|---|---|---|---|---|\n")
	escape := strings.NewReplacer("|", `\|`, "*", `\*`, "<", `\<`, "~", `\~`)
	for _, p := range pairs {
		if p.verdict.Result == p.label {
			continue
		}
		text := p.Text
		if p.verdict.Why != "" && len(text) > 120 {
			text = "… " + p.verdict.Why + " …"
		}
		if r := []rune(strings.Join(strings.Fields(text), " ")); len(r) > 120 {
			text = string(r[:119]) + "…"
		} else {
			text = string(r)
		}
		if p.note != "" {
			text += " — " + p.note
		}
		fmt.Fprintf(&b, "| %s: %s | %s | %s | %s | %s |\n", p.Scenario, p.probe.ID, p.Level, p.label, p.verdict.Result, escape.Replace(text))
	}
	return b.String()
}
