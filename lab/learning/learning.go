package learning

import (
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/lab/tally"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
	"contextarena.internal/store"
)

// Learning is what chains of sessions learned: retention by session, and what the same conversations give without
// experience.
type Learning struct {
	Schema    string     `json:"schema"`
	Finding   string     `json:"finding"`
	Simulated bool       `json:"simulated"`
	ID        string     `json:"experiment"`
	Number    int64      `json:"number"`
	Status    string     `json:"status"`
	Plan      Curriculum `json:"plan"`
	Sets      []Set      `json:"sets"`

	chains []chain
}

// Set is what the chains were measured on: paraphrases of what they are trained on, or scenarios that
// are held out.
type Set struct {
	Set    string  `json:"set"`
	Points []Point `json:"points"` // by session; the first, session 0, is without experience
}

// Point is a set after a session. Figures are at the answer level, of exams that were completed with
// and without experience.
type Point struct {
	Session     int            `json:"session"`
	Retention   reports.Figure `json:"retention"`
	Control     reports.Figure `json:"control"`      // the same exams without experience
	Gain        reports.Figure `json:"gain"`         // paired difference
	WriteTokens float64        `json:"write_tokens"` // mean of an exam, for the upkeep of the memory
	WriteRatio  float64        `json:"write_ratio"`  // of that without experience; 0 if unknown
}

// newLearning sums the chains of an experiment up.
func newLearning(e store.Experiment, p Curriculum, chains []chain) Learning {
	out := Learning{
		Schema: "context-arena/learning/2", Simulated: e.Simulated, ID: e.ID, Number: e.Number, Status: e.Status,
		Plan: p, Sets: []Set{}, chains: chains,
	}
	for _, name := range []string{paraphrases, heldOut} {
		if len(chains) == 0 || !slices.ContainsFunc(chains[0].control, func(r result) bool { return r.set == name }) {
			continue
		}
		s := Set{Set: name}
		for session := 0; session <= p.Sessions; session++ {
			s.Points = append(s.Points, out.point(name, session))
		}
		out.Sets = append(out.Sets, s)
	}
	out.Finding = out.finding()
	return out
}

// measured is a chain on a set after a session, over the exams that count.
type measured struct {
	exams, leftOut  int
	kept, before, n int // probes kept, kept without experience, at risk in both
	tokens, control int // of the memory's upkeep, and without experience
}

func (c chain) measure(set string, session int) (m measured) {
	for i, r := range c.after(session) {
		if r.set != set {
			continue
		}
		kept, before, n := r.retention(c.control[i])
		if n == 0 {
			m.leftOut++
			continue
		}
		m.exams, m.kept, m.before, m.n = m.exams+1, m.kept+kept, m.before+before, m.n+n
		m.tokens, m.control = m.tokens+r.cost.Write.Tokens(), m.control+c.control[i].cost.Write.Tokens()
	}
	return m
}

// point is a set after a session, over the chains.
func (l Learning) point(set string, session int) Point {
	p := Point{Session: session}
	var have, control, gain []stats.Cluster
	about := l.about(set)
	var all measured
	for _, c := range l.chains {
		m := c.measure(set, session)
		n := float64(m.n)
		have = append(have, stats.Cluster{Sum: float64(m.kept), N: n})
		control = append(control, stats.Cluster{Sum: float64(m.before), N: n})
		gain = append(gain, stats.Cluster{Sum: float64(m.kept - m.before), N: n})
		about.LeftOut += m.leftOut
		all.exams, all.tokens, all.control = all.exams+m.exams, all.tokens+m.tokens, all.control+m.control
	}
	p.Retention = overChains(stats.ClusterMean(have, tally.Alpha), about)
	p.Control = overChains(stats.ClusterMean(control, tally.Alpha), about)
	p.Gain = overChains(stats.PairedMean(gain, true, tally.Alpha), about)
	if all.exams > 0 {
		p.WriteTokens = float64(all.tokens) / float64(all.exams)
	}
	if all.control > 0 {
		p.WriteRatio = float64(all.tokens) / float64(all.control)
	}
	return p
}

// about is what the figures of a set are about.
func (l Learning) about(set string) reports.About {
	var suites []string
	for _, r := range l.chains[0].control {
		if r.set == set && !slices.Contains(suites, r.scenario.Suite) {
			suites = append(suites, r.scenario.Suite)
		}
	}
	return reports.About{Level: string(arena.LevelAnswer), Suite: strings.Join(suites, "+"), Estimand: reports.Chains, Repeats: 1}
}

// overChains is an estimate whose clusters are chains.
func overChains(e stats.Estimate, about reports.About) reports.Figure {
	e.Note = strings.ReplaceAll(e.Note, "scenarios", "chains")
	return reports.FigureOf(e, about)
}
