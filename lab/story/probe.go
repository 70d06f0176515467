package story

import (
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
)

// Probe tells of one probe alone: the turns that state its fact, what became of it, and the words of the
// memory around where it went. It is an arena.Mistake if the scenario has no such probe.
func (s Story) Probe(id string) (reports.Document, error) {
	var ids []string
	for _, p := range s.Scenario.Probes {
		ids = append(ids, p.ID)
	}
	i := slices.Index(ids, id)
	if i < 0 {
		return reports.Document{}, arena.Mistake{Err: fmt.Errorf("scenario %s has no probe %q (%sit has %s)", s.Scenario.ID, id, strictyaml.DidYouMean(id, ids), strings.Join(ids, ", "))}
	}
	p := s.Scenario.Probes[i]
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s (%s, %s): %s\n", s.title(), p.ID, p.Type, p.Kind, p.Question)
	b.WriteString(s.stated(p))
	if s.Outcome != arena.Completed {
		fmt.Fprintf(&b, "\nno verdict: %s\n", s.Reason)
		return reports.Document{Sections: []reports.Section{{Text: b.String()}}}, nil
	}
	f := s.Score.Findings[i]
	fmt.Fprintf(&b, "\nWhat became of it:\n    %s\n", where(p, f))
	history(&b, f)
	verdicts(&b, f)
	if corrects(s.Scenario, p) {
		correction(&b, f)
	}
	fmt.Fprintf(&b, "\nanswer: %s\n%s", strings.TrimSpace(s.Record.Probes[i].Text), s.went(f))
	return reports.Document{Sections: []reports.Section{{Text: b.String()}}}, nil
}

// stated are the turns that state a probe's fact, or what it follows from; of a corrected one, first the
// value it replaced.
func (s Story) stated(p arena.Probe) string {
	g := probes.LineageOf(s.Scenario.Facts)
	at, ok := g.Index[p.Fact]
	if !ok {
		return "\nNo turn states it.\n"
	}
	var turns []arena.Turn
	said := map[arena.Turn]string{}
	for _, i := range append(g.Older(at), g.Leaves(at)...) {
		f := s.Scenario.Facts[i]
		if !slices.Contains(turns, f.Turn) {
			turns = append(turns, f.Turn)
			said[f.Turn] = s.said(f)
		}
	}
	slices.Sort(turns)
	var b strings.Builder
	for _, turn := range turns {
		fmt.Fprintf(&b, "\nStated in turn %d:\n%s\n", turn, said[turn])
	}
	return b.String()
}

// said is the message that states a fact: as it was played, or as the script has it where the trial
// ended before.
func (s Story) said(f arena.Fact) string {
	for _, m := range s.Record.Messages {
		if m.Turn == f.Turn && (m.Role == f.In || f.In == "" && m.Role == "user") {
			return strings.TrimSpace(m.Text)
		}
	}
	if n := int(f.Turn); f.In == "" && n <= len(s.Scenario.Turns) {
		return strings.TrimSpace(s.Scenario.Turns[n-1].User)
	}
	return f.Text
}

// went is how the memory changed where it lost the fact, or took an old value for the new one; empty
// where it did neither.
func (s Story) went(f *probes.Finding) string {
	at, what := f.LostAt, "where it went"
	if i := slices.Index(f.History, probes.Stale); at == 0 && f.Place == probes.PlaceStale && i >= 0 {
		at, what = f.Exposed+i, "where the old value stood for the new one"
	}
	if at == 0 || at > len(s.Record.Cycles) {
		return ""
	}
	before := ""
	if at > 1 {
		before = s.Record.Cycles[at-2].Text
	}
	c := s.Record.Cycles[at-1]
	return fmt.Sprintf("\nMemory of cycle %d, after messages %s left, %s ([-gone-] {+new+}):\n%s", at, ranges(c.Left), what, changed(before, c.Text))
}
