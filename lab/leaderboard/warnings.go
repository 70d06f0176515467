package leaderboard

import (
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/tally"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
	"contextarena.internal/scenarios/datasets"
)

// Where a tripwire goes off.
const (
	tooManyErrors = 0.02 // of the planned trials of a strategy that were begun
	saturated     = 0.8  // of the conversation stands in the context
)

// warnings say what a reader must know before believing the figures.
func warnings(r lab.Result, rep Report) []string {
	var out []string
	if rep.Experiment.Simulated {
		out = append(out, "Simulated: what strategies do and cost, not whether they help a real model.")
	}
	if rewords := r.Planned.Rewords(); rewords != "" {
		out = append(out, rewords)
	}
	cut, incomplete, unpriced := 0, 0, map[string]bool{}
	for _, row := range rep.Leaderboard {
		cut += row.Cost.CutCycles
		incomplete += row.Outcomes.Planned - row.Outcomes.Completed
		if !row.Cost.Priced && row.Outcomes.Completed > 0 {
			unpriced[row.Model] = true
		}
	}
	if incomplete > 0 {
		out = append(out, fmt.Sprintf("%d planned trials were not completed and are in no retention figure; the JSON report bounds each figure with them all lost and all kept.", incomplete))
	}
	out = append(out, errorRates(rep)...)
	out = append(out, voidReplies(r, rep)...)
	out = append(out, cutContexts(rep)...)
	out = append(out, undelivered(rep)...)
	out = append(out, countedHere(rep)...)
	if cut > 0 {
		out = append(out, fmt.Sprintf("%d memory replies were cut at the token cap: what they lost counts as lost, but a higher max_tokens may keep it.", cut))
	}
	for _, model := range r.Planned.Models {
		if unpriced[model] {
			out = append(out, fmt.Sprintf("%s has no price: its cost is unknown (add one with --prices FILE).", model))
		}
	}
	if r.Stale > 0 {
		out = append(out, fmt.Sprintf("%d trials were scored by other matchers than this program's: bring them up to date with arena rescore.", r.Stale))
	}
	out = append(out, r.Edited()...)
	out = append(out, variants(r)...)
	out = append(out, imported(r)...)
	out = append(out, missingControls(r)...)
	out = append(out, belowNone(r, rep)...)
	return append(out, saturation(rep)...)
}

// errorRates names the strategies too many of whose trials ended otherwise than completed.
// Trials that were never begun are no errors.
func errorRates(rep Report) []string {
	var out []string
	for _, row := range rep.Leaderboard {
		o := row.Outcomes
		bad, begun := o.Failed+o.Refused+o.Truncated, o.Planned-o.NotRun-o.Unfunded
		if begun > 0 && float64(bad) > tooManyErrors*float64(begun) {
			out = append(out, fmt.Sprintf("%s on %s: %d of %d trials failed, were refused or cut (more than %.0f %%): those completed may not stand for all.", row.Strategy, row.Model, bad, begun, 100*tooManyErrors))
		}
	}
	return out
}

// naming are the strategies of which there is something to say, with that in brackets.
func (r Report) naming(say func(Row) string) string {
	var names []string
	for _, row := range r.Leaderboard {
		if text := say(row); text != "" {
			names = append(names, fmt.Sprintf("%s (%s)", r.label(row.Strategy, row.Model), text))
		}
	}
	return strings.Join(names, ", ")
}

// some is a number, nothing for 0.
func some(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

// voidReplies counts the replies to probes that are in no answer figure, and names the strategies
// they belong to: a void reply may be the one that would have been wrong.
func voidReplies(r lab.Result, rep Report) []string {
	void, replies := 0, 0
	names := rep.naming(func(row Row) string { void += row.Voided; return some(row.Voided) })
	for _, t := range r.Trials {
		if t.Outcome == arena.Completed {
			replies += len(t.Score.Findings)
		}
	}
	if void == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d of %d replies to probes were %s, and count neither as kept nor as lost: %s.", void, replies, probes.VoidReply, names)}
}

// cutContexts names the strategies that don't keep to their budget, with how many replies that concerns.
func cutContexts(rep Report) []string {
	names := rep.naming(func(row Row) string { return some(row.CutContexts) })
	if names == "" {
		return nil
	}
	return []string{"Replies on a context that was over its budget and was cut: " + names + "."}
}

// undelivered names the strategies whose model didn't give what it was asked for: their figures are of
// what arrived, not of what the strategy would do with a model that follows it.
func undelivered(rep Report) []string {
	var out []string
	for _, row := range rep.Leaderboard {
		if d := row.Delivery; tally.Incomplete(d) {
			dropped := reports.Plural(d.Dropped, "item") + " were"
			if d.Dropped == 1 {
				dropped = "1 item was"
			}
			out = append(out, fmt.Sprintf("%s on %s: of %d replies asked for, %d couldn't be read and %d held nothing, and %s dropped: what it is credited with rests on the rest.",
				row.Strategy, row.Model, d.Asked, d.Asked-d.Parsed-d.Empty, d.Empty, dropped))
		}
	}
	return out
}

// missingControls says which controls this experiment isn't read against.
func missingControls(r lab.Result) []string {
	var out []string
	for _, name := range lab.ControlNames {
		if slices.ContainsFunc(r.Planned.Strategies, func(s string) bool { return lab.WithoutBudget(s) == name }) {
			continue
		}
		for _, model := range r.Planned.Models {
			out = append(out, fmt.Sprintf("%s on %s was not played: nothing shows what the figures would be %s (add --strategy %s).", name, model, without[name], name))
		}
	}
	return out
}

// without says what a control shows.
var without = map[string]string{
	lab.None: "with no memory at all", lab.FullContext: "with the whole conversation", lab.Oracle: "with the evidence alone",
}

// belowNone names the strategies that score below having no memory.
func belowNone(r lab.Result, rep Report) []string {
	var out []string
	for _, model := range r.Planned.Models {
		floor := tally.Of(r, lab.None, model).Kept(arena.LevelAnswer)
		if !floor.Defined() {
			continue
		}
		for _, row := range rep.Leaderboard {
			if row.Model == model && row.Strategy != lab.None && row.Answer.Defined() && row.Answer.Estimate().Mean < floor.Estimate().Mean {
				out = append(out, fmt.Sprintf("%s on %s keeps less than no memory at all: look at its trials before comparing it.", row.Strategy, row.Model))
			}
		}
	}
	return out
}

// saturation names the candidates that are shown most of the conversation anyway.
func saturation(rep Report) []string {
	names := rep.naming(func(row Row) string {
		if row.Control || row.Cost.Saturation() < saturated {
			return ""
		}
		return fmt.Sprintf("%.0f %%", 100*row.Cost.Saturation())
	})
	if names == "" {
		return nil
	}
	return []string{fmt.Sprintf("A question's context has %.0f %% or more of the conversation's tokens: %s. No memory is needed there; longer conversations tell more.", 100*saturated, names)}
}

// variants warns that variants and their originals are no independent scenarios.
func variants(r lab.Result) []string {
	n := 0
	for _, s := range r.Scenarios {
		if s.VariantOf != "" {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d of %s are variants of others: intervals over scenarios take them for independent and are too narrow, but for those of the view variants.", n, reports.Plural(len(r.Scenarios), "scenario"))}
}

// imported names the dataset that is played, and says what the matchers can judge of it.
func imported(r lab.Result) []string {
	if len(r.Scenarios) == 0 || r.Scenarios[0].Dataset == "" {
		return nil
	}
	return []string{fmt.Sprintf("Dataset %s. %s Those for a judge are in no figure here (arena judge).", r.Scenarios[0].Dataset, datasets.SharesOf(r.Scenarios...))}
}

// constant counts the probes that gave the same verdict in every trial of every candidate.
func constant(r lab.Result) []string {
	candidates := map[string][]*lab.Trial{} // by scenario
	for i := range r.Trials {
		if t := &r.Trials[i]; !lab.IsControl(t.Strategy) {
			candidates[t.Scenario] = append(candidates[t.Scenario], t)
		}
	}
	all, never := 0, 0
	for _, s := range r.Scenarios {
		for i, p := range s.Probes {
			if !tally.Headline(p) {
				continue
			}
			kept, n := 0, 0
			for _, t := range candidates[s.ID] {
				if i >= len(t.Score.Findings) {
					continue
				}
				if v := keptAt(t.Score.Findings[i], arena.LevelAnswer); v.Counts {
					n++
					if v.Yes {
						kept++
					}
				}
			}
			if n > 1 {
				all++
				if kept == 0 || kept == n {
					never++
				}
			}
		}
	}
	if never == 0 || len(r.Planned.Strategies) < 2 {
		return nil
	}
	return []string{fmt.Sprintf("%d of %d probes gave the same verdict in every trial of every candidate: they tell the candidates apart in nothing.", never, all)}
}
