package learning

import (
	"context"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/tally"
	"contextarena.internal/probes"
)

// chain is one chain of sessions.
type chain struct {
	control  []result // of the exams without experience
	sessions []session
}

// session is one session of a chain and what the chain was worth after it.
type session struct {
	outcome arena.Outcome // NotRun if it wasn't played
	exams   []result      // in the order of chain.control
}

// result is what an exam showed.
type result struct {
	exam
	outcome arena.Outcome // NotRun if it wasn't played
	// answers are those to the current and derived probes; nil unless the exam was completed.
	answers []probes.Result
	cost    lab.Cost
}

// retention is how many of the probes at risk were kept, of a completed exam. Of two exams on the same
// conversation, only probes at risk in both count.
func (r result) retention(other result) (kept, otherKept, n int) {
	if r.outcome != arena.Completed || other.outcome != arena.Completed {
		return 0, 0, 0
	}
	for i := range r.answers {
		a, b := tally.ShareOf(r.answers[i], probes.Kept), tally.ShareOf(other.answers[i], probes.Kept)
		if !a.Counts || !b.Counts {
			continue
		}
		n++
		if a.Yes {
			kept++
		}
		if b.Yes {
			otherKept++
		}
	}
	return kept, otherKept, n
}

// after are a chain's exams after a session; session 0 is the control.
func (c chain) after(session int) []result {
	if session == 0 {
		return c.control
	}
	return c.sessions[session-1].exams
}

// read reads the chains back.
func (c *course) read(ctx context.Context) ([]chain, error) {
	r := lab.Result{Experiment: c.player.Experiment}
	if !c.PricesAsOf.IsZero() {
		r.Planned.PricesAsOf = c.PricesAsOf.Format("2006-01-02")
	}
	if err := r.ReadTrials(ctx, c.player.Lab); err != nil {
		return nil, err
	}
	at := make(map[int]lab.Trial, len(r.Trials))
	for _, t := range r.Trials {
		at[t.Ordinal] = t
	}
	exams := func(chain, session int) []result {
		out := make([]result, len(c.exams))
		for i, e := range c.exams {
			out[i] = result{exam: e, outcome: arena.NotRun}
			t, ok := at[c.place(chain, session, i)]
			if !ok {
				continue
			}
			out[i].outcome, out[i].cost = t.Outcome, t.Cost
			if t.Outcome == arena.Completed {
				out[i].answers = headlines(e.scenario, t.Score)
			}
		}
		return out
	}
	out := make([]chain, c.Chains)
	for i := range out {
		number := i + 1
		out[i].control = exams(number, 0)
		for k := 1; k <= c.Sessions; k++ {
			s := session{outcome: arena.NotRun, exams: exams(number, k)}
			if t, ok := at[c.place(number, k, -1)]; ok {
				s.outcome = t.Outcome
			}
			out[i].sessions = append(out[i].sessions, s)
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
