package contextarena

import (
	"fmt"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/probes"
	"contextarena.internal/probes/match"
	"contextarena.internal/words"
)

// window and trigger are the schedule of the original's delegating strategies: a cycle when 8
// messages wait beyond the last 4, which stay raw. The first comes at message 9 and takes 5.
const (
	trigger = 8
	window  = 4
)

// Exposure says how it is known which facts a memory was shown.
type Exposure string

// A log counts the messages handed over. Without one, the strategies that delegate after 8
// messages with 4 kept raw have done so in the way all logs show. Others stay unknown.
const (
	ByLog      Exposure = "log"
	BySchedule Exposure = "8/4 schedule"
	Unknown    Exposure = ""
)

// Judged is a run judged again. Slices are in the order of Scenario.Facts.
type Judged struct {
	Run
	Exposure Exposure
	Facts    []JudgedFact
	// The task, by the original's checker and by our rubric; nil without a final answer, ours also
	// if it is refused.
	LegacyPassed, OursPassed *bool
	// Refused: the final answer is a canned refusal, which the original counts as wrong. It says
	// nothing of the memory, so it is in no figure of ours.
	Refused bool
}

// JudgedFact is what a run's texts show about one fact.
type JudgedFact struct {
	Fact  Fact
	Probe arena.Probe
	// Exposed is the first cycle (from 1) with which the message that first states the fact had
	// been handed to the memory: message 2·turn-1. The logs hold no dialogue, so a later message
	// that restates it isn't known. 0 for never or unknown.
	Exposed int
	Legacy  []bool          // by the original's rule, of each cycle's text
	Ours    []probes.Result // by today's matchers at the memory level, of each cycle's text
	// Of the final answer: the original's rule, and today's matchers at the final level, which
	// leave a refused one Void.
	LegacyFinal bool
	OursFinal   probes.Result
}

// Judge applies the original's rule and today's matchers to every run of a file that didn't
// fail. The scorers are by scenario id; each scenario's probes that aren't extended must be the
// original's, in its order.
func Judge(f File, scorers map[string]*probes.Scorer) ([]Judged, error) {
	var out []Judged
	for _, r := range f.Runs {
		if r.Failed {
			continue
		}
		scorer := scorers[r.Scenario.ID]
		if scorer == nil {
			return nil, fmt.Errorf("judge %s: scenario %s isn't loaded", f.Name, r.Scenario.ID)
		}
		j, err := judge(r, scorer)
		if err != nil {
			return nil, fmt.Errorf("judge %s: %w", f.Name, err)
		}
		out = append(out, j)
	}
	return out, nil
}

func judge(r Run, scorer *probes.Scorer) (Judged, error) {
	s := scorer.Scenario()
	var at []int // the place among the scenario's probes
	for i, p := range s.Probes {
		if !p.Extended {
			at = append(at, i)
		}
	}
	if len(at) != len(r.Scenario.Facts) {
		return Judged{}, fmt.Errorf("scenario %s has %d original probes, want %d", s.ID, len(at), len(r.Scenario.Facts))
	}
	j := Judged{Run: r}
	handed := r.handed()
	switch {
	case len(r.Log) > 0:
		j.Exposure = ByLog
	case len(handed) > 0:
		j.Exposure = BySchedule
	}
	for i, fact := range r.Scenario.Facts {
		j.Facts = append(j.Facts, JudgedFact{Fact: fact, Probe: s.Probes[at[i]], Exposed: exposed(fact.Turn, handed)})
	}
	for _, e := range r.Log {
		verdicts := scorer.ScoreText(arena.LevelMemory, e.Text)
		for i := range j.Facts {
			f := &j.Facts[i]
			f.Ours = append(f.Ours, verdicts[at[i]].Result)
			f.Legacy = append(f.Legacy, match.NewLegacy(f.Probe.Legacy).In(strings.ToLower(e.Text)))
		}
	}
	if r.Answer == nil {
		return j, nil
	}
	j.Refused = llm.CannedRefusal(*r.Answer)
	verdicts := scorer.ScoreText(arena.LevelFinal, *r.Answer)
	for i := range j.Facts {
		f := &j.Facts[i]
		if f.OursFinal = verdicts[at[i]].Result; j.Refused {
			f.OursFinal = probes.Void
		}
		f.LegacyFinal = match.NewLegacy(f.Probe.Legacy).In(strings.ToLower(*r.Answer))
	}
	legacy, _ := Passed(s.ID, *r.Answer)
	j.LegacyPassed = &legacy
	if j.Refused {
		return j, nil
	}
	ours, err := passes(s.Final, *r.Answer)
	j.OursPassed = &ours
	return j, err
}

// passes judges a final answer by a scenario's rubric.
func passes(final arena.Final, answer string) (bool, error) {
	text, held := words.Read(answer), 0
	for _, c := range final.Rubric {
		m, err := match.Compile(c.Match)
		if err != nil {
			return false, fmt.Errorf("rubric item %q: %w", c.Item, err)
		}
		if len(m.Find(text)) > 0 {
			held++
		}
	}
	return held >= final.Pass, nil
}

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
