package lab

import (
	"context"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
)

// Chain is one chain of sessions.
type Chain struct {
	Number   int
	Control  []Exam // without experience
	Sessions []Session
}

// Session is one session of a chain and what the chain was worth after it.
type Session struct {
	Number  int
	Trained string        // the scenario it played
	Outcome arena.Outcome // NotRun if it wasn't played
	Types   int           // of conversation that the chain had met by then
	Kept    int           // of Facts
	Facts   int           // that the session itself looked for in its memory, over all cycles
	Exams   []Exam        // in the order of Chain.Control
}

// Exam is a conversation that a chain was measured on.
type Exam struct {
	Set      string // Paraphrases or HeldOut
	Scenario string
	Suite    string        // of the scenario
	Outcome  arena.Outcome // NotRun if it wasn't played
	// Results are those of the current and derived probes at the answer level; nil unless it was
	// completed.
	Results []probes.Result
	Cost    Cost
}

// Retention is how many of the probes at risk were kept, of a completed exam. Of two exams on the same
// conversation, only probes at risk in both count.
func (e Exam) Retention(other Exam) (kept, otherKept, n int) {
	if e.Outcome != arena.Completed || other.Outcome != arena.Completed {
		return 0, 0, 0
	}
	for i, r := range e.Results {
		if o := other.Results[i]; r.Counts() && o.Counts() {
			n++
			if r == probes.Kept {
				kept++
			}
			if o == probes.Kept {
				otherKept++
			}
		}
	}
	return kept, otherKept, n
}

// read reads the chains back.
func (c *classroom) read(ctx context.Context) ([]Chain, error) {
	r := Result{Experiment: c.player.Experiment}
	if !c.PricesAsOf.IsZero() {
		r.Planned.PricesAsOf = c.PricesAsOf.Format("2006-01-02")
	}
	if err := c.player.Lab.read(ctx, &r); err != nil {
		return nil, err
	}
	at := make(map[int]Trial, len(r.Trials))
	for _, t := range r.Trials {
		at[t.Ordinal] = t
	}
	exams := func(chain, session int) []Exam {
		out := make([]Exam, len(c.exams))
		for i, e := range c.exams {
			out[i] = Exam{Set: e.set, Scenario: e.scenario.ID, Suite: e.scenario.Suite, Outcome: arena.NotRun}
			t, ok := at[c.place(chain, session, i)]
			if !ok {
				continue
			}
			out[i].Outcome, out[i].Cost = t.Outcome, t.Cost
			if t.Outcome == arena.Completed {
				out[i].Results = headlines(e.scenario, t.Score)
			}
		}
		return out
	}
	out := make([]Chain, c.Chains)
	for i := range out {
		chain := i + 1
		out[i] = Chain{Number: chain, Control: exams(chain, 0)}
		var keys []arena.TrialKey
		for k := 1; k <= c.Sessions; k++ {
			s := Session{Number: k, Trained: c.lesson(chain, k).ID, Outcome: arena.NotRun, Exams: exams(chain, k)}
			if t, ok := at[c.place(chain, k, -1)]; ok {
				s.Outcome = t.Outcome
				keys = append(keys, t.Key)
			}
			out[i].Sessions = append(out[i].Sessions, s)
		}
		bank, err := c.player.Lab.DB.Bank(ctx, keys)
		if err != nil {
			return nil, err
		}
		for _, e := range bank.Experiences() {
			s := &out[i].Sessions[e.Session-1]
			s.Facts = len(e.Outcomes)
			for _, o := range e.Outcomes {
				if o.Kept {
					s.Kept++
				}
			}
			for k := e.Session; k <= c.Sessions; k++ {
				out[i].Sessions[k-1].Types = max(out[i].Sessions[k-1].Types, e.Type)
			}
		}
	}
	return out, nil
}

// headlines are the answers to the probes that retention is about.
func headlines(s *arena.Scenario, score probes.Score) []probes.Result {
	var out []probes.Result
	for i, p := range s.Probes {
		if p.Kind.Headline() {
			out = append(out, score.Findings[i].At(arena.LevelAnswer).Result)
		}
	}
	return out
}
