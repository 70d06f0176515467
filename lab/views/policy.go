package views

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/frontier"
	"contextarena.internal/reports"
	"contextarena.internal/strategies/routed"
)

// Policy writes a policy file for a terminal. One whose kind isn't that of a frontier shows what it was
// made from and by which models.
func Policy(w io.Writer, p *lab.PolicyFile) error {
	simulated := ""
	if p.Simulated {
		simulated = ", SIMULATED"
	}
	s := sheet{title: fmt.Sprintf("Policy of kind %s%s: %s", p.Kind, simulated, p.From), head: []string{"about", ""}}
	models := strings.Join(p.Models, ", ")
	if models == "" {
		models = "none"
	}
	s.notes = append(s.notes, fmt.Sprintf("folds: %d (each made without one scenario); models that it names: %s", len(p.Folds), models))
	if p.Kind != routed.FrontierKind {
		s.rows = [][]string{{"kind", p.Kind}, {"folds", fmt.Sprint(len(p.Folds))}}
		return pages{sheets: []sheet{s}}.table(w, columns(16))
	}
	f, err := routed.ReadFrontier(p.Whole)
	if err != nil {
		return arena.Mistake{Err: fmt.Errorf("policy: %w: make it again with arena policy export", err)}
	}
	s.head = []string{"configuration", costHead(f.Unit), "kept %", "sd", "surely %"}
	unbounded := false
	var mean routed.Signals // bounds are shown where every signal is at its mean
	for i, name := range f.Signals {
		switch name {
		case "density":
			mean.Density = f.Mean[i]
		case "corrections":
			mean.Corrections = f.Mean[i]
		case "length":
			mean.Length = f.Mean[i]
		}
	}
	for i, c := range f.Candidates {
		kept, low := f.Expect(i, mean)
		name, surely := c.Strategy, fmt.Sprintf("%.1f", 100*low)
		if c.MemoryModel != "" {
			name += " " + c.MemoryModel
		}
		if !c.Front {
			name += " *"
		}
		if c.SD == 0 {
			surely, unbounded = "–", true
		}
		s.rows = append(s.rows, []string{name, costCell(c.Cost, f.Unit), fmt.Sprintf("%.1f", 100*kept), fmt.Sprintf("%.1f", 100*c.SD), surely})
	}
	s.notes = append(s.notes, fmt.Sprintf("surely: lower bounds that hold together for all %d points of the sweep at %.0f %% confidence, over %d scenarios as a sample; sd: of a scenario's retention.", f.Family, 100*f.Confidence, f.Scenarios))
	if slices.ContainsFunc(f.Candidates, func(c routed.Candidate) bool { return !c.Front }) {
		s.notes = append(s.notes, "*: behind the front, but statistically on it.")
	}
	if unbounded {
		s.notes = append(s.notes, "–: all scenarios agree, and no spread gives no bound; never chosen for it.")
	}
	s.notes = append(s.notes, lineNotes(f)...)
	return pages{sheets: []sheet{s}}.table(w, columns(44, 10))
}

// lineNotes say which signals a policy decides by, and why.
func lineNotes(f *routed.Frontier) []string {
	var tried []string
	for _, m := range f.Tried {
		tried = append(tried, fmt.Sprintf("%s %.1f", signalSet(m.Signals), 100*m.Error))
	}
	out := []string{"error in foretelling a scenario from the others, in points: " + strings.Join(tried, "; ")}
	if len(f.Signals) == 0 {
		return append(out, "No signal foretells clearly better than none: the policy decides at the first message, the same for every conversation.")
	}
	return append(out, fmt.Sprintf("It decides by %s after %s of the user; figures are shown for the mean of that.", signalSet(f.Signals), reports.Plural(f.DecideAfter, "message")))
}

func signalSet(names []string) string {
	if len(names) == 0 {
		return "no signal"
	}
	return strings.Join(names, " + ")
}

// PolicyCheckForm names the form of a check of a policy in JSON.
const PolicyCheckForm = "context-arena/policy-check/1"

// PolicyCheckJSON writes a check of a policy as indented JSON. Shares and costs are exact.
func PolicyCheckJSON(w io.Writer, c frontier.Control) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(struct {
		Schema string `json:"schema"`
		frontier.Control
	}{PolicyCheckForm, c})
}

// PolicyCheck writes a check of a policy for a terminal.
func PolicyCheck(w io.Writer, c frontier.Control) error {
	simulated := ""
	if c.Simulated {
		simulated = ", SIMULATED"
	}
	s := sheet{
		title: fmt.Sprintf("Policy on scenarios it wasn't made from%s: %s", simulated, c.From),
		head:  []string{"rule", "floor", "met [95 %]", "kept", "short", costHead(c.Unit), "regret", "fell"},
	}
	for _, f := range c.Floors {
		for i, r := range f.Rules {
			floor := ""
			if i == 0 {
				floor = fmt.Sprintf("%g", 100*f.Floor)
			}
			s.rows = append(s.rows, []string{
				string(r.Rule), floor, fmt.Sprintf("%d/%d [%.0f–%.0f]", r.Met, r.Scenarios, 100*r.Interval.Low, 100*r.Interval.High),
				fmt.Sprintf("%.1f", 100*r.Kept), fmt.Sprintf("%.1f", 100*r.Short),
				costCell(r.Cost, c.Unit), costCell(r.Regret, c.Unit), fmt.Sprint(r.FellBack),
			})
		}
	}
	s.notes = append(s.notes,
		fmt.Sprintf("Every scenario is decided by the fold made without it, and judged by its stored trials (mean of %s). met: scenarios in which the floor was, and the interval of that share in %%; kept: mean %%; short: points missing to the floor, mean; regret: cost above hindsight's, below 0 where floors were missed for it; fell: decisions that fell back, as nothing met the floor.", reports.Plural(c.Repeats, "repeat")),
		"fixed: the cheapest configuration whose bound, or mean, over the other scenarios meets the floor, whatever the signals. hindsight knows each scenario's own figures; they owe something to luck.")
	for _, f := range c.Floors {
		interval := "no interval: " + f.Saved.Note
		if i := f.Saved.Interval; i != nil {
			interval = fmt.Sprintf("95 %% %s to %s", costCell(i.Low, c.Unit), costCell(i.High, c.Unit))
		}
		s.notes = append(s.notes, fmt.Sprintf("At %g %%, controlled saves %s against fixed by bound (%s).", 100*f.Floor, costCell(f.Saved.Mean, c.Unit), interval))
	}
	s.notes = append(s.notes, c.Notes...)
	return pages{sheets: []sheet{s}}.table(w, columns(14, 16))
}

// costHead heads a column of costCell.
func costHead(unit string) string {
	if unit == frontier.USD {
		return "USD/1000"
	}
	return unit
}

// costCell is what 1,000 conversations cost in USD, or one in tokens.
func costCell(cost float64, unit string) string {
	if unit == frontier.USD {
		return fmt.Sprintf("%.3f", 1000*cost)
	}
	return fmt.Sprintf("%.0f", cost)
}
