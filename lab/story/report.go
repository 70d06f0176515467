package story

import (
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/lab/tally"
	"contextarena.internal/llm"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
	"contextarena.internal/store"
)

// Document tells the trial: the conversation with the cycles where they happened, then what became
// of each probe's fact.
func (s Story) Document() reports.Document {
	d := reports.Document{Sections: []reports.Section{{Text: s.conversation()}}}
	if s.Outcome == arena.Completed {
		d.Sections = append(d.Sections, reports.Section{Text: s.rubric()}, reports.Section{Text: s.delivery() + s.probes()})
	}
	return d
}

func (s Story) conversation() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", s.title())
	if s.Reason != "" {
		fmt.Fprintf(&b, "%s\n", s.Reason)
	}
	for _, warning := range s.Record.Warnings {
		fmt.Fprintf(&b, "! %s\n", warning)
	}
	if s.Pruned {
		fmt.Fprintf(&b, "! %s\n", s.pruned())
	}
	at := 0
	for _, m := range s.Record.Messages {
		fmt.Fprintf(&b, "\n[message %d, turn %d] %s: %s\n", m.Index, m.Turn, m.Role, strings.TrimSpace(m.Text))
		for _, c := range m.ToolCalls {
			fmt.Fprintf(&b, "  calls %s %s\n", c.Name, c.Arguments)
		}
		for ; at < len(s.Record.Cycles) && s.Record.Cycles[at].After == m.Index; at++ {
			cycle(&b, at+1, s.Record.Cycles[at])
		}
	}
	if s.Record.Final.Text != "" {
		fmt.Fprintf(&b, "\n[reply to the final task] %s\n", strings.TrimSpace(s.Record.Final.Text))
	}
	return b.String()
}

// title says which trial it is.
func (s Story) title() string {
	return fmt.Sprintf("trial %s: %s on %s, %s, repeat %d, %s dialogue: %s", s.Key.Short(), s.Strategy, s.Scenario.Name, s.Model, s.Repeat, s.Dialogue, s.Outcome)
}

// pruned says what isn't here any more, and how to see it again.
func (s Story) pruned() string {
	again := fmt.Sprintf("arena run --db other.db --scenario %s --strategy %q --model %q --dialogue %s --seed %d --repeats %d", s.Trial.Scenario, s.Strategy, s.Model, s.Dialogue, s.PlanSeed, s.Repeat)
	if s.Budget > 0 {
		again += fmt.Sprintf(" --budgets %d", s.Budget)
	}
	return store.Pruned + ": texts that stood here were taken by arena db prune; verdicts and answers are those of before. To see them, play the trial again: " + again
}

// cycle writes what happened after a message.
func cycle(b *strings.Builder, number int, c arena.CycleRecord) {
	fmt.Fprintf(b, "\n--- cycle %d: messages %s leave the window", number, ranges(c.Left))
	if len(c.Back) > 0 {
		fmt.Fprintf(b, ", %s come back", ranges(c.Back))
	}
	if c.Stop == llm.StopLength {
		b.WriteString("; the memory reply was CUT at the token cap")
	}
	b.WriteString(" ---\n")
	if c.Asked > 0 {
		fmt.Fprintf(b, "%s\n", tally.Delivered(c.Delivery))
	}
	if l := c.Layers; l.Asked > 0 {
		fmt.Fprintf(b, "layers alone %s\n", tally.Reach{Asked: l.Asked, Parsed: l.Parsed})
	}
	if c.Text != "" {
		fmt.Fprintf(b, "memory:\n  %s\n", indented(c.Text))
	}
}

func (s Story) rubric() string {
	if s.Scenario.Final.Question == "" {
		return ""
	}
	verdict := "failed"
	if s.Score.Passed {
		verdict = "passed"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "final task %s (%d needed):\n", verdict, s.Scenario.Final.Pass)
	for _, item := range s.Score.Rubric {
		mark := "missing"
		if item.OK {
			mark = fmt.Sprintf("there: %q", item.Why)
		}
		fmt.Fprintf(&b, "  %s: %s\n", item.Item, mark)
	}
	return b.String()
}

// delivery says what came of the layers, taken to carry every fact; empty without any.
func (s Story) delivery() string {
	t := s.Trial
	for _, c := range s.Record.Cycles {
		t.Layers = t.Layers.Plus(c.Layers)
	}
	if t.Layers == (arena.Layers{}) {
		return ""
	}
	var r tally.Reach
	r.Add(&t, s.Scenario.Probes, func(arena.Probe) bool { return true }, false)
	return fmt.Sprintf("layers: %s\n", r)
}

func (s Story) probes() string {
	var b strings.Builder
	b.WriteString("probes:\n")
	for i, p := range s.Scenario.Probes {
		f := s.Score.Findings[i]
		fmt.Fprintf(&b, "\n  %s (%s, %s): %s\n", p.ID, p.Type, p.Kind, p.Question)
		fmt.Fprintf(&b, "    %s\n", where(p, f))
		history(&b, f)
		loss(&b, f)
		verdicts(&b, f)
		if corrects(s.Scenario, p) {
			correction(&b, f)
		}
		fmt.Fprintf(&b, "    answer: %s\n", indented(indented(s.Record.Probes[i].Text)))
	}
	return b.String()
}

// verdicts writes what each level says.
func verdicts(b *strings.Builder, f *probes.Finding) {
	for _, v := range f.Verdicts {
		why := ""
		if v.Why != "" {
			why = fmt.Sprintf(" (%q)", v.Why)
		}
		fmt.Fprintf(b, "    %s: %s%s\n", v.Level, v.Result, why)
	}
	if len(f.Again) > 0 {
		var again []string
		for _, r := range f.Again {
			again = append(again, string(r))
		}
		fmt.Fprintf(b, "    asked again: %s\n", strings.Join(again, ", "))
	}
}

// history writes what the memory held after each cycle.
func history(b *strings.Builder, f *probes.Finding) {
	if len(f.History) > 0 {
		var parts []string
		for i, r := range f.History {
			parts = append(parts, fmt.Sprintf("%s at %d", r, f.Exposed+i))
		}
		fmt.Fprintf(b, "    exposed at cycle %d: %s\n", f.Exposed, strings.Join(parts, ", "))
	}
	if f.Superseded > 0 {
		fmt.Fprintf(b, "    superseded from cycle %d on\n", f.Superseded)
	}
}

// loss writes the lines around a loss.
func loss(b *strings.Builder, f *probes.Finding) {
	if f.LostAt == 0 {
		return
	}
	held := fmt.Sprintf("memory of cycle %d", f.LostAt-1)
	if f.LostAt == f.Exposed {
		held = "conversation"
	}
	fmt.Fprintf(b, "    %s: %q\n", held, f.Before)
	if f.After == "" {
		fmt.Fprintf(b, "    memory of cycle %d: no line comes near it\n", f.LostAt)
	} else {
		fmt.Fprintf(b, "    memory of cycle %d: %q\n", f.LostAt, f.After)
	}
}

// correction writes which of a corrected fact's values the answer mentions.
func correction(b *strings.Builder, f *probes.Finding) {
	says := "neither the new nor the old value"
	switch {
	case f.New && f.Old:
		says = "the new value, and the old one as if it still held"
	case f.New:
		says = "the new value"
	case f.Old:
		says = "the old value"
	}
	if f.At(arena.LevelAnswer).Result != probes.Void {
		fmt.Fprintf(b, "    the answer says %s\n", says)
	}
	if f.Confidence != nil {
		fmt.Fprintf(b, "    log-probability of the new value less that of the old: %+.2f nats\n", *f.Confidence)
	}
}

// corrects reports whether a probe asks for a value that replaced another.
func corrects(s *arena.Scenario, p arena.Probe) bool {
	return p.Kind != arena.Historical && (p.Stale != nil ||
		slices.ContainsFunc(s.Facts, func(f arena.Fact) bool { return f.ID == p.Fact && f.Supersedes != "" }))
}

// where says in words what became of a fact, or of a question that has no answer.
func where(p arena.Probe, f *probes.Finding) string {
	if p.Kind == arena.Absent {
		switch f.Place {
		case probes.PlaceKept:
			return "never said; the reply says that it isn't known"
		case probes.PlaceVoid:
			return "never said; no verdict: the reply was " + probes.VoidReply
		}
		return "never said; the reply doesn't say so, or gives a value all the same"
	}
	exposed := "never left the window"
	if f.Exposed > 0 {
		exposed = fmt.Sprintf("left the window with cycle %d", f.Exposed)
	}
	switch f.Place {
	case probes.PlaceKept:
		return exposed + "; kept"
	case probes.PlaceStale:
		return exposed + "; the old value was used"
	case probes.PlaceNotWritten:
		if p.Kind == arena.Derived {
			return exposed + "; some of what it follows from wasn't written into the memory then"
		}
		return exposed + "; not written into the memory then"
	case probes.PlaceLostLater:
		return fmt.Sprintf("%s; lost from the memory at cycle %d", exposed, f.LostAt)
	case probes.PlaceNotShown:
		return exposed + "; not in what the model was shown"
	case probes.PlaceMisread:
		return exposed + "; in what the model was shown, but answered wrong"
	case probes.PlaceVoid:
		if p.Only == arena.OnlyJudge {
			return exposed + "; no verdict: no matcher can judge it (arena judge)"
		}
		return exposed + "; no verdict: the reply was " + probes.VoidReply
	}
	return exposed
}

// ranges writes ascending indices shortly: "1–5, 8".
func ranges(ms []arena.MessageIndex) string {
	var parts []string
	for i := 0; i < len(ms); {
		j := i
		for j+1 < len(ms) && ms[j+1] == ms[j]+1 {
			j++
		}
		if i == j {
			parts = append(parts, fmt.Sprint(ms[i]))
		} else {
			parts = append(parts, fmt.Sprintf("%d–%d", ms[i], ms[j]))
		}
		i = j + 1
	}
	if parts == nil {
		return "none"
	}
	return strings.Join(parts, ", ")
}

// indented sets the lines of a text but the first under it.
func indented(s string) string { return strings.ReplaceAll(strings.TrimSpace(s), "\n", "\n  ") }
