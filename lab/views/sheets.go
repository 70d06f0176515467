package views

import (
	"fmt"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/lab/tally"
	"contextarena.internal/reports"
)

// sheet is a table before it is rendered.
type sheet struct {
	title string
	head  []string
	rows  [][]string
	notes []string
	cell  int // characters after which a cell wraps; 0: 18 in the first column, 14 in the others

	caption caption // of the figures in the rows
}

// lines are what stands under the rows: what the figures are about, then the notes.
func (s sheet) lines() []string { return append(s.caption.Notes(), s.notes...) }

// Views are the parts of a report that can be asked for.
var Views = []string{"leaderboard", "loss", "survival", "corrections", "spread", "variants", "legacy"}

// sheets are the tables of a view, each at most 80 columns wide.
func (r Report) sheets(views []string) []sheet {
	var out []sheet
	for _, view := range views {
		switch view {
		case "leaderboard":
			out = append(out, r.leaderboard(), r.sizes(), r.costs(), r.types(), r.columns())
		case "loss":
			out = append(out, lossSheets(r.Loss, r.title())...)
		case "survival":
			out = append(out, r.Survival.sheets(r.title())...)
		case "corrections":
			out = append(out, correctionSheet(r.Corrections, r.title()), cascadeSheet(r.Cascades, r.title()))
		case "legacy":
			out = append(out, r.legacy())
		case "spread":
			out = append(out, r.spread())
		case "variants":
			if len(r.Variations) > 0 || len(views) == 1 { // among others it is left out if there is nothing to say
				out = append(out, r.variations())
			}
		}
	}
	return out
}

// title says what was played.
func (r Report) title() string { return r.Experiment.Title() }

func (r Report) leaderboard() sheet {
	s := sheet{
		title: "Leaderboard" + r.title(),
		head:  []string{"strategy", "answer %", "context %", "memory %", "tasks", "not done"},
	}
	for _, row := range r.Leaderboard {
		memory := s.caption.Narrow(row.Memory)
		if row.Memory.Defined() {
			memory += fmt.Sprintf(" of %.0f", row.Memory.Estimate().N)
		}
		s.rows = append(s.rows, []string{
			r.name(row), s.caption.Cell(row.Answer), s.caption.Narrow(row.Context), memory, s.caption.Count(row.Tasks), notDone(row.Outcomes),
		})
	}
	s.notes = []string{fmt.Sprintf("Retention of %d current and derived probes. answer: the model's reply to the probe's question; context: all it saw for it; memory: the notes, of facts that had left the window. tasks: final tasks passed. not done: trials that failed, were refused, cut, unfunded or not run.", r.Experiment.Probes.Headline)}
	if best := r.best(); best != "" {
		s.notes = append(s.notes, best)
	}
	for _, b := range r.Losses {
		line := b.line()
		if len(r.Experiment.Plan.Models) > 1 {
			line = b.Model + ": " + line
		}
		s.notes = append(s.notes, line)
	}
	return s
}

func (r Report) sizes() sheet {
	s := sheet{
		title: "Sizes, tokens",
		head:  []string{"strategy", "conversation", "memory", "context", "share", "cycles", "cut"},
		notes: []string{"Means of completed trials. conversation: all its messages; memory: the text the strategy keeps at the end; context: given to the model for a question, system prompt and raw messages included; share: that as a share of the conversation. cycles: changes of the memory; cut: memory replies cut at the token cap, in all trials."},
	}
	for _, row := range r.Leaderboard {
		memory := "–"
		if row.Cost.MemoryTokens > 0 {
			memory = reports.Brief(row.Cost.MemoryTokens)
		}
		s.rows = append(s.rows, []string{
			r.name(row), reports.Brief(row.Cost.TranscriptTokens), memory, reports.Brief(row.Cost.ContextTokens), fmt.Sprintf("%.0f%%", 100*row.Cost.Saturation()),
			fmt.Sprintf("%.1f", row.Cost.Cycles), fmt.Sprint(row.Cost.CutCycles),
		})
	}
	return s
}

func (r Report) costs() sheet {
	s := sheet{
		title: "Cost of a trial, at nominal prices",
		head:  []string{"strategy", "write", "read", "write USD", "read USD", "both USD"},
		notes: []string{"Tokens and USD, means of completed trials. write: upkeep of the memory; read: the dialogue and the final task."},
	}
	for _, row := range r.Leaderboard {
		c := row.Cost
		write, read, both := fmt.Sprintf("%.5f", c.WriteUSD), fmt.Sprintf("%.5f", c.ReadUSD), fmt.Sprintf("%.5f", c.WriteUSD+c.ReadUSD)
		if !c.Priced {
			write, read, both = "unknown", "unknown", "unknown"
		}
		s.rows = append(s.rows, []string{r.name(row), reports.Brief(c.WriteTokens), reports.Brief(c.ReadTokens), write, read, both})
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
		title: "Retention by fact type, answer level, % ± reach of 95 % interval over scenarios",
		head:  []string{"strategy"},
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
			line = append(line, s.caption.Narrow(row.ByType[t]))
		}
		s.rows = append(s.rows, line)
	}
	return s
}

func (r Report) columns() sheet {
	p := r.Experiment.Probes
	type column struct {
		head, note string
		of         func(Row) reports.Figure
	}
	columns := []column{
		{"of full", "of full: where the answer figure lies between none (0) and full_context (100).", func(row Row) reports.Figure { return row.OfFull }},
		{"stale", "stale: answers that use the old value.", func(row Row) reports.Figure { return row.Stale }},
		{"histor.", fmt.Sprintf("histor.: %d historical probes.", p.Historical), func(row Row) reports.Figure { return row.Historical }},
	}
	if p.Original > 0 {
		columns = append(columns,
			column{"original", fmt.Sprintf("original, extended: current and derived probes of the original %d and beyond them.", p.Original), func(row Row) reports.Figure { return row.Original }},
			column{"extended", "", func(row Row) reports.Figure { return row.Extended }})
	}
	columns = append(columns, column{"final", "final: the reply to the final task, which need not volunteer what it isn't asked.", func(row Row) reports.Figure { return row.Final }})
	if p.Absent > 0 {
		columns = append(columns, column{"abstains", fmt.Sprintf("abstains: answers to %s the conversation never settles that say so and make nothing up.", reports.Plural(p.Absent, "question")), func(row Row) reports.Figure { return row.Abstention }})
	}
	s := sheet{title: "Other columns, % ± reach of 95 % interval over scenarios", head: []string{"strategy"}}
	var notes []string
	for _, c := range columns {
		s.head = append(s.head, c.head)
		if c.note != "" {
			notes = append(notes, c.note)
		}
	}
	s.notes = []string{strings.Join(notes, " ")}
	for _, row := range r.Leaderboard {
		line := []string{r.name(row)}
		for _, c := range columns {
			line = append(line, s.caption.Narrow(c.of(row)))
		}
		s.rows = append(s.rows, line)
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

// notDone counts the trials that are in no figure, by their first letters.
func notDone(o tally.Outcomes) string {
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
