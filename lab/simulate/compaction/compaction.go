// Package compaction simulates what the compactor of rlm_code makes of generated sessions: how much it removes by its own
// count and in truth, whether it stays below its triggers, and what of the values that were told can still be read.
//
//  1. workload.go draws sessions and the simulated model, play.go plays them by every recipe.
//  2. claims.go sets what was found beside what the source says.
package compaction

import (
	"context"
	"math/rand/v2"

	"contextarena.internal/lab/simulate"
	"contextarena.internal/strategies/compaction"
)

// Study is arena simulate compaction.
var Study = simulate.Study{
	Use: "compaction", Short: "What compaction removes and keeps, by rules and simulated",
	Long: `Compact generated sessions by the source's recipes, by rules and by a simulated
model, as documented and carrying the summary, and say how much is removed and
what can still be read. docs/compaction.md tells what the source claims and what
is true.`,
	Example: `  arena simulate compaction
  arena simulate compaction --seeds 3 --cases 5 --format md --out compaction.md`,
	Case: "session", Cases: 10, Run: run,
}

// modes are both, in the order of the tables.
var modes = []compaction.Mode{compaction.AsDocumented, compaction.CarrySummary}

// found is what one case came to, by sizing.
type found struct {
	by          [][]outcome // and by contender
	talkedHas   []float64   // by mode
	talkedShown []float64
}

func playAll(ctx context.Context, r *rand.Rand) (found, error) {
	var out found
	for _, s := range sizings {
		steps, values := session(r, s)
		var played []outcome
		for _, c := range contenders {
			o, err := play(ctx, r, c, s, steps, values)
			if err != nil {
				return out, err
			}
			played = append(played, o)
		}
		out.by = append(out.by, played)
		if s.chat {
			for _, mode := range modes {
				has, shown := talked(mode, steps, values)
				out.talkedHas, out.talkedShown = append(out.talkedHas, has), append(out.talkedShown, shown)
			}
		}
	}
	return out, nil
}

func run(ctx context.Context, settings simulate.Settings) (simulate.Report, error) {
	out := simulate.Report{
		Name: "compaction", Title: "Compaction of a history", Case: "session",
		Seed: settings.Seed, Seeds: settings.Seeds, Cases: settings.Cases, Workload: workload,
	}
	all, err := simulate.Each(ctx, settings, func(r *rand.Rand, _, _ int) (found, error) { return playAll(ctx, r) })
	if err != nil {
		return out, err
	}
	for i, s := range sizings {
		out.Tables = append(out.Tables, table(all, i, s.name))
	}
	out.Tables = append(out.Tables, talkTable(all))
	out.Verdicts = verdicts(out.Tables)
	return out, nil
}

// bySeed is the mean over each seed's cases.
func bySeed(all [][]found, value func(found) float64) []float64 {
	out := make([]float64, len(all))
	for seed, cases := range all {
		for _, f := range cases {
			out[seed] += value(f) / float64(len(cases))
		}
	}
	return out
}

// measures are the columns of a table of contenders.
var measures = []struct {
	column simulate.Column
	of     func(outcome) float64
}{
	{simulate.Column{Name: "times", Decimals: 0}, func(o outcome) float64 { return float64(o.compactions) }},
	{simulate.Column{Name: "ratio %", Decimals: 1}, func(o outcome) float64 { return o.ratio }},
	{simulate.Column{Name: "applied %", Decimals: 1}, func(o outcome) float64 { return o.applied }},
	{simulate.Column{Name: "grew %", Decimals: 0}, func(o outcome) float64 { return o.grew }},
	{simulate.Column{Name: "peak %", Decimals: 0}, func(o outcome) float64 { return o.most }},
	{simulate.Column{Name: "kept %", Decimals: 1}, func(o outcome) float64 { return o.kept }},
}

func table(all [][]found, sizing int, name string) simulate.Table {
	t := simulate.Table{ID: "recipes-" + name, Title: "Recipes, sizes " + name, Rows: "recipe, writer", Notes: []string{
		"The model is simulated. +: the summary is carried; the others are as documented. Mean of a session's compactions (times): ratio, characters removed as the source counts them; applied, with what is written around a summary; grew, compactions that made it longer.",
		"peak: the longest history after a step, as a share of max_chars. kept: values that can be read in the end.",
	}}
	for _, m := range measures {
		t.Columns = append(t.Columns, m.column)
	}
	for i, c := range contenders {
		var values [][]float64
		for _, m := range measures {
			values = append(values, bySeed(all, func(f found) float64 { return m.of(f.by[sizing][i]) }))
		}
		t.Add(c.name(), values...)
	}
	return t
}

// talkTable says what conversation memory makes of the chats.
func talkTable(all [][]found) simulate.Table {
	t := simulate.Table{ID: "conversation", Title: "Conversation memory of 20 turns, sizes chat", Rows: "mode", Columns: []simulate.Column{{Name: "shown %", Decimals: 1}, {Name: "kept %", Decimals: 1}}, Notes: []string{
		"Of the last context: characters of all that was said, and values that can be read. As documented 100 characters of a message are quoted.",
	}}
	for i, mode := range modes {
		t.Add(string(mode), bySeed(all, func(f found) float64 { return f.talkedShown[i] }), bySeed(all, func(f found) float64 { return f.talkedHas[i] }))
	}
	return t
}
