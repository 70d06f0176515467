package scenarios

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/probes"
	"contextarena.internal/probes/match"
	"contextarena.internal/words"
)

// Report is what Lint has found.
type Report struct {
	Findings []Finding // by scenario, in the order given; leaks, replies, questions, texts, rubric, then vacuous probes
	Probes   []ProbeRate
	// FalsePositives counts the matches of all probes on other scenarios' transcripts, Trials
	// how many were tried.
	FalsePositives, Trials int
}

// Rate is the share of false positives of all trials, from 0 to 1; 0 if nothing was tried.
func (r Report) Rate() float64 {
	if r.Trials == 0 {
		return 0
	}
	return float64(r.FalsePositives) / float64(r.Trials)
}

// Finding is one reason to mistrust a scenario's figures. A grave one makes them wrong: a fact
// that is found before it is said, or in a scripted reply, or in the question that asks for it; a
// text that doesn't answer its question, or says more than was said; a task that asks for more.
type Finding struct {
	Scenario string
	Text     string
	Grave    bool
}

// ProbeRate is how often a probe's fact is found in the transcripts of other scenarios, where
// nobody says it.
type ProbeRate struct {
	Scenario, Probe string
	FalsePositives  int
	Trials          int // the other scenarios
}

// Lint tries scenarios against themselves, each other and, for their false positives, the transcripts of further ones, of which nothing is
// found. They must come from Parse, Load or Builtin: a pattern that can't be compiled panics.
func Lint(ss []*arena.Scenario, further ...*arena.Scenario) Report {
	l := linter{}
	for _, s := range ss {
		l.subjects = append(l.subjects, newSubject(s))
	}
	for _, s := range further {
		l.further = append(l.further, subject{Scenario: s, transcript: words.Read(transcriptOf(s))})
	}
	for i := range l.subjects {
		l.own(l.subjects[i])
		l.others(i)
	}
	return l.report
}

// subject is a scenario with its texts read and its facts compiled.
type subject struct {
	*arena.Scenario
	system     *words.Text
	turns      []spoken
	transcript *words.Text
	facts      []match.Fact
	probes.Lineage
}

// spoken is what is said at one turn.
type spoken struct {
	user  []*words.Text // the user's message, then the results of tools
	reply *words.Text
}

func newSubject(s *arena.Scenario) subject {
	sub := subject{Scenario: s, system: words.Read(s.System), Lineage: probes.LineageOf(s.Facts)}
	for _, ex := range s.Turns {
		said := spoken{user: []*words.Text{words.Read(ex.User)}, reply: words.Read(ex.Assistant)}
		for _, use := range ex.Tools {
			said.user = append(said.user, words.Read(use.Result))
		}
		sub.turns = append(sub.turns, said)
	}
	sub.transcript = words.Read(transcriptOf(s))
	sub.facts = match.MustFacts(s.Facts)
	return sub
}

// transcriptOf is all that is said in a scenario.
func transcriptOf(s *arena.Scenario) string {
	var all []string
	for _, ex := range s.Turns {
		all = append(all, ex.User)
		for _, use := range ex.Tools {
			all = append(all, use.Result)
		}
		all = append(all, ex.Assistant)
	}
	return strings.Join(all, "\n\n")
}

type linter struct {
	subjects []subject
	further  []subject // of which nothing but the transcript is read
	report   Report
}

func (l *linter) note(s subject, grave bool, format string, args ...any) {
	l.report.Findings = append(l.report.Findings, Finding{s.ID, fmt.Sprintf(format, args...), grave})
}

// own tries a scenario against itself; of a dataset's only the questions are tried.
func (l *linter) own(s subject) {
	if s.Dataset != "" { // what is said in one isn't anybody's to mend; importing it has seen to the rest
		for i := range s.Facts {
			l.question(s, i)
		}
		return
	}
	for i, f := range s.Facts {
		if !repeated(s, i) {
			l.leaks(s, f, s.facts[i].Anchored)
		}
	}
	for i, f := range s.Facts {
		var ways []string
		for _, w := range s.facts[i].Ways {
			ways = append(ways, cmp.Or(w.Text, "its number"))
		}
		if labels := s.facts[i].Labels; labels != nil {
			l.note(s, false, "fact %s: its labels are %q", f.ID, labels)
		}
		if ways != nil {
			l.note(s, false, "fact %s: beside a label its value may be said as well by %q", f.ID, ways)
		}
		for t, said := range s.turns {
			if words, ok := found(s.facts[i].Anchored, said.reply); ok {
				l.note(s, true, "the scripted reply at turn %d restates fact %s: %q", t+1, f.ID, words)
			}
		}
	}
	l.answers(s)
}

// leaks looks for a fact in what comes before its turn, and before the tools of that turn if one of
// them states it.
func (l *linter) leaks(s subject, f arena.Fact, m match.Matcher) {
	if words, ok := found(m, s.system); ok {
		l.note(s, true, "leak: fact %s (turn %d) is found in the system prompt: %q", f.ID, f.Turn, words)
	}
	for t, said := range s.turns[:f.Turn-1] {
		for _, text := range said.user {
			if words, ok := found(m, text); ok {
				l.note(s, true, "leak: fact %s (turn %d) is found at turn %d: %q", f.ID, f.Turn, t+1, words)
				break
			}
		}
	}
	if f.Speaker() == llm.Tool {
		if words, ok := found(m, s.turns[f.Turn-1].user[0]); ok {
			l.note(s, true, "leak: fact %s (result of a tool at turn %d) is found in what the user says there: %q", f.ID, f.Turn, words)
		}
	}
}

// repeated reports whether a fact returns to the value of one it supersedes, which is then
// found before with good reason.
func repeated(s subject, i int) bool {
	value := match.Key(s.Facts[i].Value)
	return slices.ContainsFunc(s.Superseded(i), func(j int) bool { return match.Key(s.Facts[j].Value) == value })
}

// question looks for the answer in a fact's question.
func (l *linter) question(s subject, i int) {
	f := s.Facts[i]
	if f.Question == "" {
		l.note(s, true, "fact %s has no question", f.ID)
	}
	asked := words.Read(f.Question)
	if words, ok := found(s.facts[i].Bare, asked); ok {
		l.note(s, true, "fact %s: the question holds the answer: %q", f.ID, words)
	}
	for _, older := range s.Superseded(i) {
		if words, ok := found(s.facts[older].Bare, asked); ok {
			l.note(s, false, "fact %s: the question holds the old value of fact %s: %q", f.ID, s.Facts[older].ID, words)
		}
	}
}

// family is the scenario that a scenario is a variant of, or itself.
func family(s *arena.Scenario) string { return cmp.Or(s.VariantOf, s.ID) }

// others tries a scenario's probes of facts on the transcripts of the other scenarios.
func (l *linter) others(at int) {
	s := l.subjects[at]
	if s.Dataset != "" {
		return
	}
	for _, p := range s.Scenario.Probes {
		if p.Kind == arena.Absent {
			continue // there is no fact to be found anywhere
		}
		rate := ProbeRate{Scenario: s.ID, Probe: p.ID}
		m := s.facts[s.Index[p.Fact]].Anchored
		for i, other := range slices.Concat(l.subjects, l.further) {
			if i == at || family(other.Scenario) == family(s.Scenario) {
				continue // it says the same
			}
			rate.Trials++
			if words, ok := found(m, other.transcript); ok {
				rate.FalsePositives++
				l.note(s, false, "probe %s is vacuous: its fact is found in %s, where nobody says it: %q", p.ID, other.ID, words)
			}
		}
		l.report.Probes = append(l.report.Probes, rate)
		l.report.FalsePositives += rate.FalsePositives
		l.report.Trials += rate.Trials
	}
}

// found is the first match of m in t, cut short.
func found(m match.Matcher, t *words.Text) (quote string, ok bool) {
	spans := m.Find(t)
	if len(spans) == 0 {
		return "", false
	}
	return words.Quote(t.Slice(spans[0]), 80), true
}
