package leaderboard

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"math"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/tally"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// Standing is what the answer screen says of a model's strategies: what they keep and cost where they can
// be compared, which is on the scenarios that all of them completed. A strategy that completed fewer than
// half as many scenarios as another isn't ranked, and doesn't narrow the others down.
type Standing struct {
	Model string         `json:"model"`
	Type  arena.FactType `json:"type,omitempty"` // the figures are of this type's probes alone
	// Reference is what differences are to, chosen before anything was seen: full_context, or the first
	// strategy of the plan. It is empty if that isn't ranked.
	// A control whose contexts were cut to its budget is none.
	Reference string `json:"reference"`
	Scenarios int    `json:"scenarios"` // that all who are ranked completed
	Played    int    `json:"played"`    // scenarios of the plan
	// Pick keeps most for its cost: of the candidates that may be the best, and keep no more than 10
	// points less than the one that kept most, it is the cheapest. It is empty where no candidate could
	// be excluded from being the best, or there is only one.
	Pick       string `json:"pick"`
	Candidates int    `json:"candidates"`
	Note       string `json:"note,omitempty"` // why nothing can be told
	// Fixed says that figures, differences and the pick are of these very scenarios, over repeats, since there are too few
	// to tell anything of others.
	Fixed  bool       `json:"fixed,omitempty"`
	Places []Position `json:"places"` // best first
}

// Position is a row of the answer screen: strategies whose verdicts at the answer level are all the same.
type Position struct {
	Strategies []string       `json:"strategies"`    // cheapest first
	Controls   bool           `json:"controls"`      // none of them is a candidate
	Cut        bool           `json:"cut,omitempty"` // contexts were cut to the budget
	Ranked     bool           `json:"ranked"`
	MaybeBest  bool           `json:"maybe_best"` // not excluded from being the best candidate
	Answer     reports.Figure `json:"answer"`
	// Difference is to the reference, with an interval that holds for all rows at once; null without it.
	Difference *float64       `json:"difference" jsonschema:"oneof_type=number;null"`
	Low        *float64       `json:"low" jsonschema:"oneof_type=number;null"`
	High       *float64       `json:"high" jsonschema:"oneof_type=number;null"`
	Apart      bool           `json:"apart"` // the interval excludes zero, or the difference is the same in every scenario
	Cheapest   float64        `json:"usd"`   // of the strategies
	Dearest    float64        `json:"usd_dearest"`
	Priced     bool           `json:"priced"`
	Tokens     float64        `json:"tokens"` // written and read, of the cheapest
	Worst      arena.FactType `json:"worst_type,omitempty"`
	WorstKept  float64        `json:"worst_kept"`
	Outcomes   tally.Outcomes `json:"outcomes"`

	clusters []stats.Cluster
	strata   []stats.Stratum
	fixed    reports.Figure // the answer, of these very scenarios
	evidence [sha256.Size]byte
}

// matters is the difference in retention that is taken to matter, as in comparisons.
const matters = 0.10

// standing ranks the strategies of a model, of which these are the tallies.
func standing(r lab.Result, tallies []tally.Tally, a Ask) Standing {
	out := Standing{Model: tallies[0].Model, Type: a.Type, Played: len(r.Scenarios)}
	all := map[string][]stats.Cluster{}
	most := 0
	for _, t := range tallies {
		all[t.Strategy] = t.Shares(a.counts)
		most = max(most, judged(all[t.Strategy]))
	}
	ranked := func(strategy string) bool { return most > 0 && 2*judged(all[strategy]) >= most }
	common := on(r, func(id string) bool {
		s := slices.IndexFunc(r.Scenarios, func(s *arena.Scenario) bool { return s.ID == id })
		return !slices.ContainsFunc(r.Planned.Strategies, func(strategy string) bool { return ranked(strategy) && all[strategy][s].N == 0 })
	})
	out.Scenarios = len(common.Scenarios)
	if most > 0 && out.Scenarios == 0 {
		out.Note = "no scenario was completed by all"
	}
	for _, t := range tallies {
		counted, ranked := t, ranked(t.Strategy) && out.Note == ""
		if ranked && out.Scenarios < out.Played {
			counted = tally.Of(common, t.Strategy, t.Model)
		}
		p := place(counted, a)
		p.Ranked, p.Outcomes = ranked, t.Outcomes()
		out.add(p)
	}
	out.compare(common)
	out.sort()
	return out
}

// judged counts the scenarios with something to count.
func judged(clusters []stats.Cluster) int {
	n := 0
	for _, c := range clusters {
		if c.N > 0 {
			n++
		}
	}
	return n
}

// place is a row of one strategy.
func place(t tally.Tally, a Ask) Position {
	c := t.Cost()
	usd := c.WriteUSD + c.ReadUSD
	p := Position{
		Strategies: []string{t.Strategy}, Controls: lab.IsControl(t.Strategy), Answer: t.Figure(arena.LevelAnswer, a.counts, keptAt),
		Cheapest: usd, Dearest: usd, Priced: c.Priced, Tokens: c.WriteTokens + c.ReadTokens,
		Cut: t.Cut() > 0, clusters: t.Shares(a.counts), strata: strata(t, a.counts), evidence: evidence(t),
	}
	p.fixed = fixed(t, p.strata)
	probes := 0.0
	for _, ft := range arena.FactTypes {
		e := t.Figure(arena.LevelAnswer, func(p arena.Probe) bool { return a.counts(p) && p.Type == ft }, keptAt).Estimate()
		if e.N > 0 && (p.Worst == "" || e.Mean < p.WorstKept || e.Mean == p.WorstKept && e.N > probes) {
			p.Worst, p.WorstKept, probes = ft, e.Mean, e.N
		}
	}
	return p
}

// evidence identifies all verdicts at the answer level, and the trials that were completed.
func evidence(t tally.Tally) (sum [sha256.Size]byte) {
	h := sha256.New()
	var line []byte
	for s, scenario := range t.Scenarios {
		for _, trial := range t.Trials[s] {
			line = fmt.Appendf(line[:0], "%s %d %s", scenario.ID, trial.Repeat, trial.Outcome)
			for _, f := range trial.Score.Findings {
				line = append(append(line, ' '), f.At(arena.LevelAnswer).Result...)
			}
			h.Write(line)
		}
	}
	h.Sum(sum[:0])
	return sum
}

// add adds a row, or its strategy to the row with the same evidence.
func (s *Standing) add(p Position) {
	i := slices.IndexFunc(s.Places, func(q Position) bool {
		return p.Answer.Defined() && q.Ranked == p.Ranked && q.Cut == p.Cut && q.Priced == p.Priced && q.evidence == p.evidence && q.Outcomes == p.Outcomes
	})
	if i < 0 {
		s.Places = append(s.Places, p)
		return
	}
	q := &s.Places[i]
	if p.Cheapest < q.Cheapest {
		q.Strategies, q.Cheapest, q.Tokens = append(p.Strategies, q.Strategies...), p.Cheapest, p.Tokens
	} else {
		q.Strategies = append(q.Strategies, p.Strategies...)
	}
	q.Dearest, q.Controls = max(q.Dearest, p.Dearest), q.Controls && p.Controls
}

// compare says which candidates may be the best, picks one, and sets all against the reference.
func (s *Standing) compare(r lab.Result) {
	var at, candidates []int
	var lines, means [][]float64
	first, planned := "", ""
	if i := slices.IndexFunc(r.Planned.Strategies, func(name string) bool {
		p, ok := s.row(name)
		return ok && !(p.Cut && lab.IsControl(name))
	}); i >= 0 {
		planned = r.Planned.Strategies[i]
	}
	for i, p := range s.Places {
		if !p.Ranked {
			continue
		}
		at, lines = append(at, i), append(lines, stats.Linear(p.clusters))
		for _, name := range p.Strategies {
			if lab.WithoutBudget(name) == lab.FullContext && !p.Cut {
				s.Reference = cmp.Or(s.Reference, name)
			}
			if name == planned {
				first = name
			}
		}
		if !p.Controls {
			candidates, means = append(candidates, i), append(means, plain(p.clusters))
			s.Candidates += len(p.Strategies) - countControls(p.Strategies)
		}
	}
	s.Reference = cmp.Or(s.Reference, first)
	k := slices.IndexFunc(at, func(i int) bool { return slices.Contains(s.Places[i].Strategies, s.Reference) })
	if k >= 0 {
		s.against(at, lines, k)
	}
	if len(candidates) > 1 {
		brackets, note := stats.Best(means, tally.Alpha, seed)
		s.Note = note
		for k, i := range candidates {
			s.Places[i].MaybeBest = brackets[k].MaybeBest
		}
		s.pick(candidates)
	}
	if few := len(r.Scenarios); few > 0 && s.Pick == "" && (few < stats.MinClusters || few < flips && len(candidates) > 1) {
		sampled := *s
		sampled.Places = slices.Clone(s.Places)
		if s.fix(at, candidates, k); s.Pick == "" && few >= stats.MinClusters {
			*s = sampled // repeats tell no more
		}
	}
}

// flips is the fewest scenarios whose differences, all of one sign, are told from chance at 5 % (stats.FlipSigns).
const flips = 6

// fix tells what is clear of these very scenarios, by repeats: differences to the k-th of the ranked rows, and the candidates that
// no other keeps more than. Its intervals hold for all at once (Bonferroni).
func (s *Standing) fix(at, candidates []int, k int) {
	s.Fixed, s.Note = true, ""
	minus := func(p, q Position, of int) stats.Estimate {
		both := slices.Clone(p.strata)
		for i := range both {
			both[i].B = q.strata[i].A
		}
		e := stats.FixedDifference(both, true, tally.Alpha/float64(max(1, of-1)))
		if e.Interval == nil {
			s.Note = cmp.Or(s.Note, e.Note)
		}
		return e
	}
	for _, i := range at {
		s.Places[i].Answer = s.Places[i].fixed
	}
	for _, i := range at {
		p := &s.Places[i]
		if k < 0 || i == at[k] {
			continue
		}
		p.Low, p.High, p.Apart = nil, nil, false
		d := minus(*p, s.Places[at[k]], len(at))
		p.Difference = &d.Mean
		if d.Interval != nil {
			p.Low, p.High, p.Apart = &d.Interval.Low, &d.Interval.High, d.Interval.Low > 0 || d.Interval.High < 0
		}
	}
	for _, i := range candidates {
		s.Places[i].MaybeBest = !slices.ContainsFunc(candidates, func(j int) bool {
			d := minus(s.Places[j], s.Places[i], len(at))
			return j != i && d.Interval != nil && d.Interval.Low > 0
		})
	}
	if len(candidates) > 1 {
		s.pick(candidates)
	}
}

// Bracket says whether a candidate may be the best, as multiple comparisons with the best have it (Hsu 1984, 95 %).
type Bracket struct {
	MaybeBest bool   `json:"maybe_best"` // it isn't excluded from being the best
	Note      string `json:"note,omitempty"`
}

// bracket is a candidate's, nil of what isn't compared.
func (s Standing) bracket(strategy string) *Bracket {
	p, ok := s.row(strategy)
	if !ok || !p.Ranked || s.Candidates < 2 || lab.IsControl(strategy) {
		return nil
	}
	return &Bracket{p.MaybeBest, s.Note}
}

// against sets all ranked rows against that of the reference, the k-th. The rule is that of comparisons within one experiment
// (contrast.Options.Among): one is apart if an interval that holds for all rows at once excludes zero, and signs that are flipped
// seldom give as much.
func (s *Standing) against(at []int, lines [][]float64, k int) {
	intervals := stats.Against(lines, k, tally.Alpha, seed)
	reference := s.Places[at[k]].Answer.Estimate().Mean
	for n, i := range at {
		p := &s.Places[i]
		d := p.Answer.Estimate().Mean - reference
		p.Difference = &d
		switch interval := intervals[n]; {
		case interval != nil:
			p.Low, p.High = new(max(-1, interval.Low)), new(min(1, interval.High))
			p.Apart = interval.Low > 0 || interval.High < 0
		case len(lines[n]) >= stats.MinClusters:
			p.Apart = d != 0
		}
		p.Apart = p.Apart && stats.FlipSigns(differences(p.clusters, s.Places[at[k]].clusters), seed).P <= tally.Alpha
	}
}

// differences are those of the sums of scenarios.
func differences(a, b []stats.Cluster) []float64 {
	out := make([]float64, len(a))
	for i := range a {
		out[i] = a[i].Sum - b[i].Sum
	}
	return out
}

// pick names the cheapest row of those that may be the best and keep enough; none where no candidate is excluded.
func (s *Standing) pick(candidates []int) {
	if !slices.ContainsFunc(candidates, func(i int) bool { return !s.Places[i].MaybeBest }) {
		return
	}
	top := 0.0
	for _, p := range s.Places {
		if p.MaybeBest {
			top = max(top, p.Answer.Estimate().Mean)
		}
	}
	chosen := -1
	for i, p := range s.Places {
		if p.MaybeBest && p.Answer.Estimate().Mean >= top-matters && (chosen < 0 || s.cheaper(p, s.Places[chosen])) {
			chosen = i
		}
	}
	s.Pick = s.Places[chosen].candidate()
}

// cheaper compares in USD, or in tokens if a model has no price; a tie is for what keeps more.
func (s *Standing) cheaper(a, b Position) bool {
	costs := cmp.Compare(a.Cheapest, b.Cheapest)
	if !a.Priced || !b.Priced {
		costs = cmp.Compare(a.Tokens, b.Tokens)
	}
	return cmp.Or(costs, cmp.Compare(b.Answer.Estimate().Mean, a.Answer.Estimate().Mean)) < 0
}

// candidate is the row's cheapest strategy that isn't a control.
func (p Position) candidate() string {
	i := slices.IndexFunc(p.Strategies, func(s string) bool { return !lab.IsControl(s) })
	return p.Strategies[max(i, 0)]
}

func countControls(strategies []string) int {
	n := 0
	for _, s := range strategies {
		if lab.IsControl(s) {
			n++
		}
	}
	return n
}

// plain are the shares of the scenarios.
func plain(clusters []stats.Cluster) []float64 {
	out := make([]float64, len(clusters))
	for i, c := range clusters {
		out[i] = c.Sum / c.N
	}
	return out
}

// sort sorts the rows, the best first and a tie by cost; those that aren't ranked stand last.
func (s *Standing) sort() {
	slices.SortStableFunc(s.Places, func(a, b Position) int {
		return cmp.Or(cmp.Compare(boolean(b.Ranked), boolean(a.Ranked)), cmp.Compare(order(b.Answer), order(a.Answer)), cmp.Compare(a.Cheapest, b.Cheapest))
	})
}

func boolean(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// rounded is a difference in points as it is shown: not −0.0.
func rounded(share float64) float64 { return math.Round(1000*share)/10 + 0 }
