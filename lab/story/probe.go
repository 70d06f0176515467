package story

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
	"contextarena.internal/words"
)

// How many lines the parts of a probe's story have at most; with the rest they are less than sixty, of
// 80 columns; of fewer they are more.
const (
	widest      = 80
	indent      = 4 // of what is quoted, on both sides
	statedTurns = 4
	statedLines = 16 // of those turns, together
	allLines    = 59 // what the memory's changes may fill up to
	leastLines  = 6
	becameLines = 16
	answerLines = 6
)

// width is how wide the story of a probe is.
func (s Story) width() int {
	if s.Width == 0 {
		return widest
	}
	return min(s.Width, widest)
}

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
		return reports.Document{Sections: []reports.Section{{Text: wrapped(b.String(), s.width(), "")}}}, nil
	}
	f := s.Score.Findings[i]
	var became strings.Builder
	fmt.Fprintf(&became, "    %s\n", where(p, f))
	history(&became, f)
	verdicts(&became, f)
	if corrects(s.Scenario, p) {
		correction(&became, f)
	}
	fmt.Fprintf(&b, "\nWhat became of it:\n%s\n%s\n",
		s.within(strings.ReplaceAll(became.String(), "    ", ""), becameLines, ""), s.within("answer: "+strings.TrimSpace(s.Record.Probes[i].Text), answerLines, ""))
	b.WriteString(s.went(f, max(leastLines, allLines-3-strings.Count(b.String(), "\n"))))
	return reports.Document{Sections: []reports.Section{{Text: wrapped(b.String(), s.width(), "")}}}, nil
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
	texts := map[arena.Turn]string{}
	said := map[arena.Turn]string{}
	for _, i := range append(g.Older(at), g.Leaves(at)...) {
		f := s.Scenario.Facts[i]
		if !slices.Contains(turns, f.Turn) {
			turns = append(turns, f.Turn)
			said[f.Turn] = s.said(f)
		}
		texts[f.Turn] += " " + f.Text
	}
	slices.Sort(turns)
	var b strings.Builder
	if more := len(turns) - statedTurns; more > 0 {
		fmt.Fprintf(&b, "\nIt follows from %s before these, too.\n", reports.Plural(more, "turn"))
		turns = turns[more:]
	}
	for _, turn := range turns {
		fmt.Fprintf(&b, "\nStated in turn %d:\n%s\n", turn, s.within(said[turn], statedLines/len(turns), texts[turn]))
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
// where it did neither. It shows so many lines of it.
func (s Story) went(f *probes.Finding, most int) string {
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
	var b strings.Builder
	fmt.Fprintf(&b, "\nMemory of cycle %d, after messages %s left, %s ([-gone-] {+new+}):\n", at, ranges(c.Left), what)
	all := changed(before, c.Text, s.width()-indent)
	about := f.Before
	if about == "" {
		about = f.After
	}
	b.WriteString(strings.Join(part(all, most, nearest(all, about)), "\n") + "\n")
	return b.String()
}

// within is a text wrapped, of which at most so many lines are shown: those around what it says about
// something, or the first.
func (s Story) within(said string, most int, about string) string {
	all := strings.Split(strings.TrimSuffix(wrapped(said, s.width()-indent, "  "), "\n"), "\n")
	return strings.Join(part(all, most, nearest(all, about)), "\n")
}

// nearest is the first of the lines that has most words of a text; 0 if none has any.
func nearest(lines []string, of string) int {
	stems := words.Stems(of)
	best, most := 0, 0
	for i, line := range lines {
		n := 0
		for stem := range words.Stems(line) {
			if stems[stem] {
				n++
			}
		}
		if n > most {
			best, most = i, n
		}
	}
	return best
}

// part is at most so many lines around one of them, and says how many are left out before and after.
func part(lines []string, most, around int) []string {
	if len(lines) <= most {
		return lines
	}
	keep := max(1, most-2) // the rest says what is left out
	from := min(max(0, around-keep/2), len(lines)-keep)
	out := slices.Clone(lines[from : from+keep])
	if from > 0 {
		out = slices.Insert(out, 0, fmt.Sprintf("  … %s before", reports.Plural(from, "line")))
	}
	if rest := len(lines) - from - keep; rest > 0 {
		out = append(out, fmt.Sprintf("  … %s more", reports.Plural(rest, "line")))
	}
	return out
}

// wrapped is a text whose lines are at most so wide, behind an indent and each line's own.
func wrapped(s string, width int, indent string) string {
	var out []string
	for line := range strings.Lines(s) {
		line = strings.TrimSuffix(line, "\n")
		if text.StringWidth(line) > width {
			bare := strings.TrimLeft(line, " ")
			own := line[:len(line)-len(bare)]
			line = own + strings.ReplaceAll(text.WrapSoft(bare, width-len(own)), "\n", "\n"+own)
		}
		for piece := range strings.SplitSeq(line, "\n") {
			out = append(out, strings.TrimRight(indent+strings.TrimRight(piece, " "), " "))
		}
	}
	return strings.Join(out, "\n") + "\n"
}
