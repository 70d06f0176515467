package leaderboard

import (
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/lab/tally"
	"contextarena.internal/reports"
)

// board are the tables of the leaderboard.
func (r Report) board() []reports.Section {
	return []reports.Section{r.ranking(), r.sizes(), r.costs(), r.types(), r.columns()}
}

func (r Report) ranking() reports.Section {
	s := reports.Section{
		Title: "Retention by level" + r.Experiment.Title(),
		Head:  []string{"strategy", "answer %", "context %", "memory %", "tasks", "not done"},
		Rows: r.rows(func(row Row) reports.Row {
			memory := row.Memory.Narrow()
			if row.Memory.Defined() {
				memory = reports.Say("%s of %.0f", memory, row.Memory.Estimate().N)
			}
			return reports.Row{row.Answer, row.Context.Narrow(), memory, row.Tasks.Count(), notDone(row.Outcomes)}
		}),
		Notes: []string{fmt.Sprintf("Retention of %d current and derived probes. answer: the model's reply to the probe's question; context: all it saw for it; memory: the notes, of facts that had left the window. tasks: final tasks passed. not done: trials that failed, were refused, cut, unfunded or not run.", r.Experiment.Probes.Headline)},
	}
	for _, standing := range r.Standings {
		if line := standing.established(); line != "" {
			s.Notes = append(s.Notes, line)
		}
	}
	for _, b := range r.Losses {
		line := b.line()
		if len(r.Experiment.Plan.Models) > 1 {
			line = b.Model + ": " + line
		}
		s.Notes = append(s.Notes, line)
	}
	s.Notes = append(s.Notes, r.published...)
	return s
}

func (r Report) sizes() reports.Section {
	return reports.Section{
		Title: "Sizes, tokens",
		Head:  []string{"strategy", "conversation", "memory", "context", "share", "cycles", "cut"},
		Notes: []string{"Means of completed trials. conversation: all its messages; memory: the text the strategy keeps at the end; context: given to the model for a question, system prompt and raw messages included; share: that as a share of the conversation. cycles: changes of the memory; cut: memory replies cut at the token cap, in all trials."},
		Rows: r.rows(func(row Row) reports.Row {
			c, memory := row.Cost, "–"
			if c.MemoryTokens > 0 {
				memory = reports.Brief(c.MemoryTokens)
			}
			return reports.Row{
				reports.Brief(c.TranscriptTokens), memory, reports.Brief(c.ContextTokens), fmt.Sprintf("%.0f%%", 100*c.Saturation()),
				fmt.Sprintf("%.1f", c.Cycles), c.CutCycles,
			}
		}),
	}
}

func (r Report) costs() reports.Section {
	timed := slices.ContainsFunc(r.Leaderboard, func(row Row) bool { return row.Latency != nil })
	s := reports.Section{
		Title: "Cost of a trial, at nominal prices",
		Head:  []string{"strategy", "write", "read", "write USD", "read USD", "both USD"},
		Notes: []string{"Tokens and USD, means of completed trials. write: upkeep of the memory; read: the dialogue and the final task."},
		Rows: r.rows(func(row Row) reports.Row {
			c := row.Cost
			cells := reports.Row{reports.Brief(c.WriteTokens), reports.Brief(c.ReadTokens)}
			for _, usd := range []float64{c.WriteUSD, c.ReadUSD, c.WriteUSD + c.ReadUSD} {
				cell := "unknown"
				if c.Priced {
					cell = fmt.Sprintf("%.5f", usd)
				}
				cells = append(cells, cell)
			}
			switch l := row.Latency; {
			case l != nil:
				cells = append(cells, fmt.Sprintf("%.2f", l.P50), fmt.Sprintf("%.2f", l.P95))
			case timed:
				cells = append(cells, "–", "–")
			}
			return cells
		}),
	}
	if timed {
		s.Head = append(s.Head, "p50 s", "p95 s")
		s.Notes = append(s.Notes, "p50, p95: seconds that half of the answers, and 95 % of them, took at most, as first recorded"+reports.Simulated(r.Experiment.Simulated)+".")
	}
	return s
}

// short names of the fact types, for columns.
var short = map[arena.FactType]string{
	arena.Entity: "entity", arena.PhoneID: "ph/id", arena.Relationship: "relat", arena.Quantity: "quant",
	arena.Date: "date", arena.Decision: "decis", arena.Correction: "corr", arena.Spatial: "spat",
}

// typed is a row of a cell for each fact type.
func typed(cell func(arena.FactType) any) reports.Row {
	var out reports.Row
	for _, t := range arena.FactTypes {
		out = append(out, cell(t))
	}
	return out
}

// byType is the head of a table with a column for each fact type.
func byType() []string {
	out := []string{"strategy"}
	for _, t := range arena.FactTypes {
		out = append(out, short[t])
	}
	return out
}

func (r Report) types() reports.Section {
	counts := append(reports.Row{"(probes)"}, typed(func(t arena.FactType) any { return r.Experiment.Probes.ByType[t] })...)
	return reports.Section{
		Title: "Retention by fact type, answer level, % ± reach of 95 % interval over scenarios",
		Head:  byType(),
		Rows: append([]reports.Row{counts}, r.rows(func(row Row) reports.Row {
			return typed(func(t arena.FactType) any { return row.ByType[t].Narrow() })
		})...),
	}
}

func (r Report) columns() reports.Section {
	p := r.Experiment.Probes
	type column struct {
		head, note string
		of         func(Row) reports.Figure
	}
	columns := []column{
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
	s := reports.Section{
		Title: "Other columns, % ± reach of 95 % interval over scenarios", Head: []string{"strategy"},
		Rows: r.rows(func(row Row) reports.Row {
			var cells reports.Row
			for _, c := range columns {
				cells = append(cells, c.of(row).Narrow())
			}
			return cells
		}),
	}
	var notes []string
	for _, c := range columns {
		s.Head = append(s.Head, c.head)
		if c.note != "" {
			notes = append(notes, c.note)
		}
	}
	s.Notes = []string{strings.Join(notes, " ")}
	return s
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
