package scenarios

import (
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/probes"
)

// Tried is how generated answers to the probes of scenarios were judged.
type Tried struct {
	Answers   int
	Misjudged []Misjudged
}

// Misjudged is a reply with a verdict that it doesn't deserve.
type Misjudged struct {
	Scenario *arena.Scenario
	Reply
	Verdict probes.Verdict
	Place   string // file:line of the pattern that decided; empty until Locate
}

// String says what was tried and what came of it.
func (m Misjudged) String() string {
	verdict := string(m.Verdict.Result)
	if m.Verdict.Why != "" {
		verdict += " (" + m.Verdict.Why + ")"
	}
	return fmt.Sprintf("probe %s: the reply %q (%s) is %s, want %s", m.Scenario.Probes[m.Probe].ID, m.Text, m.Way.Name, verdict, m.Way.wanted())
}

// Locate notes where in its file, whose text is data, the pattern stands that misjudges a reply to a
// probe of scenario id: of an old value the probe's stale if it has one, else the value of its fact; the
// probe if it has none.
func (t *Tried) Locate(id, file string, data []byte) error {
	doc, err := strictyaml.Parse(file, data)
	if err != nil {
		return err
	}
	for i := range t.Misjudged {
		m := &t.Misjudged[i]
		if m.Scenario.ID != id {
			continue
		}
		path := at("probes", m.Probe)
		p := m.Scenario.Probes[m.Probe]
		if fact := slices.IndexFunc(m.Scenario.Facts, func(f arena.Fact) bool { return f.ID == p.Fact }); fact >= 0 {
			path = at("facts", fact, "value")
		}
		if p.Stale != nil && m.Way.Name == wayOld {
			path = at("probes", m.Probe, "stale")
		}
		line, _ := doc.At(path...)
		m.Place = fmt.Sprintf("%s:%d", file, line)
	}
	return nil
}

// TryAnswers judges generated answers to the probes of scenarios, which must come from Parse, Load or
// Builtin: a pattern that can't be compiled panics.
func TryAnswers(ss []*arena.Scenario) Tried {
	var out Tried
	for _, s := range ss {
		scorer, err := probes.NewScorer(s)
		if err != nil {
			panic(err) // it was parsed
		}
		for _, r := range Replies(s) {
			out.Answers++
			if v := scorer.AnswerTo(r.Probe, r.Text); !r.Way.Deserves(v.Result) {
				out.Misjudged = append(out.Misjudged, Misjudged{Scenario: s, Reply: r, Verdict: v})
			}
		}
	}
	return out
}
