package contextarena

import (
	"fmt"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/probes"
	"contextarena.internal/probes/match"
)

// window and trigger are the schedule of the original's delegating strategies: a cycle when 8
// messages wait beyond the last 4, which stay raw. The first comes at message 9 and takes 5.
const (
	trigger = 8
	window  = 4
)

// Rejudged is one verdict three times: stored, by the original's rule again, and by ours. An empty one wasn't stored, or there is no text.
type Rejudged struct {
	File      string         `json:"file"`
	Strategy  string         `json:"strategy"`
	Scenario  string         `json:"scenario"`
	Measure   Measure        `json:"measure"`
	Cycle     int            `json:"cycle,omitempty"` // of a memory text; the last one's measure is L-last
	Probe     string         `json:"probe,omitempty"` // empty: the task
	Fact      string         `json:"fact,omitempty"`  // as the original names it
	Type      arena.FactType `json:"type,omitempty"`
	Kind      arena.Kind     `json:"kind,omitempty"`
	ExposedAt int            `json:"exposed_at_cycle,omitempty"` // the first cycle (from 1) that was shown the fact; 0 for never or unknown
	AtRisk    bool           `json:"at_risk"`
	Stored    string         `json:"stored,omitempty"`
	Legacy    string         `json:"legacy_again,omitempty"` // by the original's rule
	Ours      string         `json:"ours,omitempty"`         // by today's matchers
}

// What a verdict says, besides what our matchers do. Refused: the final answer is a canned refusal, which the original counts
// as wrong. It says nothing of the memory, so it is in no figure of ours.
const (
	passed  = "passed"
	failed  = "failed"
	hit     = "hit"
	miss    = "miss"
	Refused = "refused"
)

func said(yes bool, yesText, noText string) string {
	if yes {
		return yesText
	}
	return noText
}

// Judge applies the original's rule and today's matchers to every run of the file that didn't fail.
func (f File) Judge() error {
	scored, err := Scored()
	if err != nil {
		return fmt.Errorf("judge %s: %w", f.Name, err)
	}
	for i, r := range f.Runs {
		if !r.Failed {
			f.Runs[i].judge(f.Name, scored[r.Scenario.ID])
		}
	}
	return nil
}

// judge makes the verdicts of a run: on its task, then fact by fact.
func (r *Run) judge(file string, scorer Scorer) {
	s := scorer.Scenario()
	base := Rejudged{File: file, Strategy: r.Strategy, Scenario: s.ID}
	refused, answer := false, []probes.Verdict(nil)
	if r.Answer != nil {
		refused, answer = llm.CannedRefusal(*r.Answer), scorer.ScoreText(arena.LevelFinal, *r.Answer)
		legacy, _ := Passed(s.ID, *r.Answer)
		ours := scorer.Passes(*r.Answer)
		task := base
		task.Measure, task.Stored, task.Legacy, task.Ours = P, said(*r.Passed, passed, failed), said(legacy, passed, failed), said(ours, passed, failed)
		if refused {
			task.Ours = Refused
		}
		r.Verdicts = append(r.Verdicts, task)
	}
	var texts [][]probes.Verdict // by cycle
	for _, e := range r.Log {
		texts = append(texts, scorer.ScoreText(arena.LevelMemory, e.Text))
	}
	handed := r.handed()
	for i, fact := range r.Scenario.Facts {
		p := s.Probes[scorer.At[i]]
		rule := match.NewLegacy(p.Legacy)
		legacy := func(text string) string { return said(rule.In(strings.ToLower(text)), hit, miss) }
		v := base
		v.Probe, v.Fact, v.Type, v.Kind, v.ExposedAt = p.ID, fact.Text, fact.Type, p.Kind, exposed(fact.Turn, handed)
		if r.Answer != nil {
			a := v
			a.Measure, a.Legacy, a.Ours = A, legacy(*r.Answer), string(answer[scorer.At[i]].Result)
			if refused {
				a.Ours = Refused
			}
			r.Verdicts = append(r.Verdicts, a)
		}
		if r.Stored == nil {
			continue
		}
		v.AtRisk = v.ExposedAt > 0
		end := v
		end.Measure, end.Stored = r.Measure, said(r.Stored[i], hit, miss)
		r.Verdicts = append(r.Verdicts, end)
		var again []bool
		for k, e := range r.Log {
			c := v
			c.Measure, c.Cycle = lCycle, k+1
			if k == len(r.Log)-1 {
				c.Measure = LLast
			}
			c.AtRisk = v.AtRisk && v.ExposedAt <= c.Cycle
			c.Stored, c.Legacy, c.Ours = said(r.ByCycle[i][k], hit, miss), legacy(e.Text), string(texts[k][scorer.At[i]].Result)
			again = append(again, c.Legacy == hit)
			r.Verdicts = append(r.Verdicts, c)
		}
		if r.Log != nil {
			r.Told = append(r.Told, Told{Way{LNever, LegacyAgain, AllProbes}, fact.Type, one(firstLost(fact.Turn, again, r.Log) == 0)})
		}
	}
}

// lCycle is the measure of a memory text that is not the last one.
const lCycle Measure = "L-cycle"

// handed lists how many messages each cycle's memory had been handed, all in all. It is nil
// where that isn't known.
func (r Run) handed() []int {
	var out []int
	sum := 0
	for _, e := range r.Log {
		sum += e.Compressed
		out = append(out, sum)
	}
	if len(r.Log) > 0 || r.Measure == T || r.Strategy == "QTD" {
		return out
	}
	for k := range r.Cycles {
		out = append(out, (k+1)*trigger+1-window)
	}
	return out
}

// exposed is the first cycle (from 1) that had been handed the message of a user turn; 0 if none.
func exposed(turn arena.Turn, handed []int) int {
	for k, n := range handed {
		if 2*int(turn)-1 <= n {
			return k + 1
		}
	}
	return 0
}
