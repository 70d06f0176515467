package reports

import (
	"fmt"
	"math"
	"strings"

	"contextarena.internal/arena"
)

// sheet is a table before it is rendered.
type sheet struct {
	title string
	head  []string
	rows  [][]string
	notes []string
}

// sheets are the tables of a report, each at most 80 columns wide.
func (r Report) sheets() []sheet {
	return []sheet{r.leaderboard(), r.costs(), r.types(), r.columns()}
}

// title says what was played.
func (r Report) title() string {
	p := r.Experiment.Plan
	simulated := ""
	if r.Experiment.Simulated {
		simulated = ", SIMULATED"
	}
	return fmt.Sprintf("%s: %s suite, %s × %d, %s, %s", simulated,
		p.Suite, plural(len(p.Scenarios), "scenario"), p.Repeats, strings.Join(p.Models, " + "), p.Dialogue)
}

func (r Report) leaderboard() sheet {
	s := sheet{
		title: "Leaderboard" + r.title(),
		head:  []string{"strategy", "answer %", "context %", "memory %", "tasks", "not done"},
		notes: []string{
			fmt.Sprintf("Retention of %d current and derived probes, repeats averaged, in brackets the 95 %% interval over scenarios (as a sample: a claim about strategies). answer: the model's reply to the probe's question; context: all it saw for it; memory: the notes, of facts that had left the window (how many a repeat). Where intervals overlap the order isn't established; [n/a]: fewer than three scenarios, or all agree.", r.Experiment.Probes.Headline),
			"tasks: final tasks passed, a repeat. not done: trials failed, refused, truncated, unfunded or not run; they are in no figure.",
		},
	}
	for _, row := range r.Leaderboard {
		memory := "–"
		if row.Memory.Mean != nil {
			memory = fmt.Sprintf("%s of %.0f", percent(row.Memory.Mean), row.Memory.N)
		}
		s.rows = append(s.rows, []string{
			r.name(row), interval(row.Answer), interval(row.Context), memory, tasks(row), notDone(row.Outcomes),
		})
	}
	return s
}

func (r Report) costs() sheet {
	s := sheet{
		title: "Cost of a trial, at nominal prices",
		head:  []string{"strategy", "context", "write", "read", "write USD", "read USD", "cycles", "cut"},
		notes: []string{"Tokens and USD, means of completed trials. context: given to the model for a question; write: upkeep of the memory; read: the dialogue and the final task. cut: memory replies cut at the token cap, in all trials."},
	}
	for _, row := range r.Leaderboard {
		write, read := fmt.Sprintf("%.5f", row.Cost.WriteUSD), fmt.Sprintf("%.5f", row.Cost.ReadUSD)
		if !row.Cost.Priced {
			write, read = "unknown", "unknown"
		}
		s.rows = append(s.rows, []string{
			r.name(row), thousands(row.Cost.ContextTokens), thousands(row.Cost.WriteTokens), thousands(row.Cost.ReadTokens),
			write, read, fmt.Sprintf("%.1f", row.Cost.Cycles), fmt.Sprint(row.Cost.CutCycles),
		})
	}
	return s
}

// short names of the fact types, for columns.
var short = map[arena.FactType]string{
	arena.Entity: "entity", arena.PhoneID: "ph/id", arena.Relationship: "relat", arena.Quantity: "quant",
	arena.Date: "date", arena.Decision: "decis", arena.Correction: "corr", arena.Spatial: "spat",
}

func (r Report) types() sheet {
	s := sheet{
		title: "Retention by fact type, answer level, % ± half the 95 % interval over scenarios",
		head:  []string{"strategy"},
		notes: []string{"†: not estimable across scenarios, because the type lives in fewer than three of them. =: all scenarios agree, so there is no spread to estimate from."},
	}
	probes := []string{"(probes)"}
	for _, t := range arena.FactTypes {
		s.head = append(s.head, short[t])
		probes = append(probes, fmt.Sprint(r.Experiment.Probes.ByType[t]))
	}
	s.rows = append(s.rows, probes)
	for _, row := range r.Leaderboard {
		line := []string{r.name(row)}
		for _, t := range arena.FactTypes {
			line = append(line, half(row.ByType[t]))
		}
		s.rows = append(s.rows, line)
	}
	return s
}

func (r Report) columns() sheet {
	p := r.Experiment.Probes
	s := sheet{
		title: "Other columns, %",
		head:  []string{"strategy", "stale", "histor.", "original", "extended", "final", "leg. A", "L-last"},
		notes: []string{
			fmt.Sprintf("stale: answers that use the old value. histor.: %d historical probes. original, extended: current and derived probes of the original %d and beyond them. final: the reply to the final task, which need not volunteer what it isn't asked.", p.Historical, p.Original),
			"leg. A and L-last: the original benchmark's own rule (all patterns occur as substrings) on the final reply and on the last memory text, over its probes, exposed or not: for comparison with old figures only.",
		},
	}
	for _, row := range r.Leaderboard {
		s.rows = append(s.rows, []string{
			r.name(row), percent(row.Stale.Mean), percent(row.Historical.Mean), percent(row.Original.Mean),
			percent(row.Extended.Mean), percent(row.Final.Mean), percent(row.LegacyFinal.Mean), percent(row.LegacyMemory.Mean),
		})
	}
	return s
}

// name is the strategy, with the model where there are several.
func (r Report) name(row Row) string {
	if len(r.Experiment.Plan.Models) == 1 {
		return row.Strategy
	}
	return row.Strategy + " " + row.Model
}

func percent(x *float64) string {
	if x == nil {
		return "–"
	}
	return fmt.Sprintf("%.1f", 100**x)
}

func interval(f Figure) string {
	if f.Mean == nil {
		return "–"
	}
	if f.Low == nil {
		return percent(f.Mean) + " [n/a]"
	}
	return fmt.Sprintf("%.1f [%.0f–%.0f]", 100**f.Mean, 100**f.Low, 100**f.High)
}

func half(f Figure) string {
	switch {
	case f.Mean == nil:
		return "–"
	case f.Low != nil:
		return fmt.Sprintf("%.0f±%.0f", 100**f.Mean, 50*(*f.High-*f.Low))
	case f.Scenarios >= 3:
		return fmt.Sprintf("%.0f=", 100**f.Mean)
	}
	return fmt.Sprintf("%.0f†", 100**f.Mean)
}

func tasks(row Row) string {
	if row.Tasks.Mean == nil {
		return "–"
	}
	return fmt.Sprintf("%.1f/%d", *row.Tasks.Mean*row.Tasks.N, int(row.Tasks.N))
}

// notDone counts the trials that are in no figure, by their first letters.
func notDone(o Outcomes) string {
	var parts []string
	for _, c := range []struct {
		n    int
		name string
	}{{o.Failed, "failed"}, {o.Refused, "refused"}, {o.Truncated, "cut"}, {o.Unfunded, "unfunded"}, {o.NotRun, "not run"}} {
		if c.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c.n, c.name))
		}
	}
	if parts == nil {
		return "0"
	}
	return strings.Join(parts, ", ")
}

func thousands(x float64) string {
	n := int(math.Round(x))
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d,%03d", n/1000, n%1000)
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
