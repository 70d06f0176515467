// Package choice says which of the configurations that were measured to use, in one sentence: the cheapest that keeps a
// floor and passes the tasks that full_context passes, by bounds that hold for all of them at once.
package choice

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"contextarena.internal/arena"
	"contextarena.internal/stats"
)

// Ask is what a configuration must do.
type Ask struct {
	Floor     float64 `json:"floor"`     // least share of the facts asked for that it keeps
	Questions float64 `json:"questions"` // that a conversation's memory is asked after it was written
	Tasks     float64 `json:"tasks"`     // least share of the final tasks passed by full_context that it passes
	Context   float64 `json:"context"`   // most tokens that a question may take, with its context and its reply, on average; 0 for any
}

// Default asks for four fifths of the facts and as many tasks as full_context passes, with ten questions.
func Default() Ask { return Ask{Floor: 0.8, Questions: 10, Tasks: 1} }

// MaxContext is the most tokens a question may be limited to.
const MaxContext = 10_000_000

// Check reports what can't be asked, as an arena.Mistake.
func (a Ask) Check() error {
	var errs []error
	if !(a.Floor > 0 && a.Floor < 1) {
		errs = append(errs, fmt.Errorf("--floor %v: want a share of the facts above 0 and below 1, as 0.8", a.Floor))
	}
	if !(a.Questions >= 0 && a.Questions <= 1e6) {
		errs = append(errs, fmt.Errorf("--questions %v: want 0 to 1000000", a.Questions))
	}
	if !(a.Tasks >= 0 && a.Tasks <= 1) {
		errs = append(errs, fmt.Errorf("--require tasks>=%v: want a share of full_context's tasks, 0 to 1", a.Tasks))
	}
	if !(a.Context >= 0 && a.Context <= MaxContext) {
		errs = append(errs, fmt.Errorf("--budget %v: want 0 to %d tokens", a.Context, MaxContext))
	}
	if err := errors.Join(errs...); err != nil {
		return arena.Mistake{Err: err}
	}
	return nil
}

// Candidate is a configuration as its trials show it. Repeats are averaged.
type Candidate struct {
	Name     string
	Kept     []stats.Cluster // facts kept of those asked for, by scenario
	Passed   []stats.Cluster // final tasks passed, by scenario
	Write    float64         // cost of the memory's upkeep in a conversation
	Question float64         // cost of one question
	Context  float64         // tokens of one question
	Writes   bool            // a model is asked for the upkeep
}

// cost is that of a conversation with so many questions.
func (c Candidate) cost(questions float64) float64 { return c.Write + questions*c.Question }

// Kind is how a choice ends.
type Kind string

// The ends. Use names a configuration that is cheaper than full_context. Full says that none does as asked for less. More says
// that one would by its mean, and that few more scenarios would say so. None says that nothing keeps the floor, full_context neither.
const (
	Use  Kind = "use"
	Full Kind = "full_context"
	More Kind = "more scenarios"
	None Kind = "none"
)

// Choice is what to use. Places are those of the candidates.
type Choice struct {
	Ask
	Kind      Kind     `json:"kind"`
	At        int      `json:"-"` // what is used; full_context for Full and, until more is known, More; -1 for None
	Name      string   `json:"use,omitempty"`
	Bound     *float64 `json:"bound,omitempty"`     // of what it keeps, at once with those of the family
	Family    int      `json:"family"`              // what the bounds hold for: full_context, all that cost less, and those that are out
	Times     float64  `json:"times,omitempty"`     // its cost by full_context's
	Likely    string   `json:"likely,omitempty"`    // for More, what does as asked by its mean
	Scenarios int      `json:"scenarios,omitempty"` // for More, how many more would tell
	Simpler   string   `json:"simpler,omitempty"`   // does as asked too, keeps as much as far as can be told, and asks no model to write
	Held      int      `json:"held"`                // of so many splits of the scenarios in which one half chose, those whose other half held the floor
	Splits    int      `json:"splits"`

	all       []Candidate
	reference int
	perhaps   []int // that cost less and do as asked by their mean, by rising cost
	likely    int
	cheaper   int // candidates that cost less
	unit      string
}

const (
	alpha         = 0.05
	splits        = 50
	seed          = 1
	moreScenarios = 4    // times those that there are: more are not worth to wait for
	simplerCost   = 1.25 // times the cost of what it stands for, at most
)

// Of chooses among candidates that were measured on the same scenarios, with costs in a unit ("USD" or "tokens"). reference is
// the place of full_context, which the tasks and the cost are compared with. out counts the configurations that aren't among
// them for what these scenarios showed of them, as those that a race dropped: the best of those left is the best of all.
func Of(ask Ask, unit string, all []Candidate, reference, out int) Choice {
	c := choose(ask, all, reference, out)
	c.unit = unit
	c.more()
	c.Held, c.Splits = held(ask, all, reference, out)
	return c
}

// choose finds the choice that all scenarios give.
func choose(ask Ask, all []Candidate, reference, out int) Choice {
	c := Choice{Ask: ask, Kind: Full, At: reference, all: all, reference: reference}
	full := all[reference]
	most := full.cost(ask.Questions)
	var order []int // that cost less, by rising cost
	fits := func(i int) bool { return ask.Context == 0 || all[i].Context <= ask.Context }
	for i, one := range all {
		if i != reference && one.cost(ask.Questions) < most && fits(i) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(all[a].cost(ask.Questions), all[b].cost(ask.Questions))
	})
	c.Family = len(order) + 1 + out
	c.cheaper = len(order)
	tasks := ask.Tasks * mean(full.Passed)
	does := func(i int) bool {
		return mean(all[i].Kept) >= ask.Floor && (!(tasks > 0) || mean(all[i].Passed) >= tasks-1e-9)
	}
	sure := func(i int) bool { return does(i) && lower(all[i].Kept, c.Family) >= ask.Floor }
	c.perhaps = slices.DeleteFunc(slices.Clone(order), func(i int) bool { return !does(i) })
	if at := slices.IndexFunc(order, sure); at >= 0 {
		c.Kind, c.At = Use, order[at]
		c.simpler(order[at+1:], sure)
	} else if mean(full.Kept) < ask.Floor || !fits(reference) {
		c.Kind, c.At = None, -1
		return c
	}
	c.Name = all[c.At].Name
	if bound := lower(all[c.At].Kept, c.Family); !math.IsInf(bound, -1) {
		c.Bound = &bound
	}
	c.Times = all[c.At].cost(ask.Questions) / most
	return c
}

// more looks, where nothing that costs less surely does as asked, for the cheapest of which a few more scenarios would tell.
func (c *Choice) more() {
	if c.Kind == Use {
		return
	}
	for _, i := range c.perhaps {
		if n := missing(c.all[i].Kept, c.Family, c.Floor, moreScenarios*len(c.all[i].Kept)); n > 0 {
			c.Kind, c.likely, c.Likely, c.Scenarios = More, i, c.all[i].Name, n
			return
		}
	}
}

// simpler finds the cheapest of others that does as asked too without a model that writes.
func (c *Choice) simpler(others []int, sure func(int) bool) {
	own := c.all[c.At]
	if !own.Writes {
		return
	}
	for _, i := range others {
		one := c.all[i]
		if one.cost(c.Questions) > simplerCost*own.cost(c.Questions) {
			return
		}
		apart := difference(one.Kept, own.Kept)
		if !one.Writes && sure(i) && (apart.Mean >= 0 || apart.Interval != nil && apart.Interval.High >= 0) {
			c.Simpler = one.Name
			return
		}
	}
}

// held lets each half of the scenarios choose, and counts the splits whose other half held the floor, by its mean.
func held(ask Ask, all []Candidate, reference, out int) (held, chosen int) {
	n := len(all[reference].Kept)
	if n < 2*stats.MinClusters {
		return 0, 0
	}
	r := rand.New(rand.NewPCG(seed, uint64(n)))
	for range splits {
		order := r.Perm(n)
		c := choose(ask, of(all, order[:n/2]), reference, out)
		if c.Kind != Use {
			continue
		}
		chosen++
		if mean(pick(all[c.At].Kept, order[n/2:])) >= ask.Floor {
			held++
		}
	}
	return held, chosen
}

// of are candidates on some of the scenarios.
func of(all []Candidate, scenarios []int) []Candidate {
	out := slices.Clone(all)
	for i := range out {
		out[i].Kept, out[i].Passed = pick(all[i].Kept, scenarios), pick(all[i].Passed, scenarios)
	}
	return out
}

func pick(all []stats.Cluster, which []int) []stats.Cluster {
	out := make([]stats.Cluster, len(which))
	for i, at := range which {
		out[i] = all[at]
	}
	return out
}

// mean is that of a share; NaN, which is no floor's, without anything asked.
func mean(all []stats.Cluster) float64 {
	var sum, n float64
	for _, c := range all {
		sum, n = sum+c.Sum, n+c.N
	}
	return sum / n
}

// lower is the lower bound of a mean, one of a family that hold at once at confidence 1-alpha: Bonferroni's one-sided t over
// scenarios. Where all scenarios agree on all, at least the share (alpha/family)^(1/n) of scenarios does; where they agree on less, or
// are too few, there is no bound.
func lower(all []stats.Cluster, family int) float64 {
	if mean(all) == 1 && len(all) >= stats.MinClusters {
		return math.Pow(alpha/float64(family), 1/float64(len(all)))
	}
	e := stats.ClusterMean(all, alpha)
	if e.Interval == nil {
		return math.Inf(-1)
	}
	return e.Mean - critical(e.DF, family)*e.SE
}

// critical is how many standard errors a bound of a family lies off.
func critical(df float64, family int) float64 {
	return distuv.StudentsT{Sigma: 1, Nu: df}.Quantile(1 - alpha/float64(family))
}

// missing is how many more scenarios like these, up to most, would lift the bound to the floor; 0 where none would.
func missing(all []stats.Cluster, family int, floor float64, most int) int {
	e, there := stats.ClusterMean(all, alpha), float64(len(all))
	for more := 1; more <= most; more++ {
		n := there + float64(more)
		bound := e.Mean - critical(n-1, family)*e.SE*math.Sqrt(there/n)
		if e.Mean == 1 {
			bound = math.Pow(alpha/float64(family), 1/n)
		} else if e.Interval == nil {
			return 0
		}
		if bound >= floor {
			return more
		}
	}
	return 0
}

// difference is one share less another, paired by scenario.
func difference(one, other []stats.Cluster) stats.Estimate {
	var out []stats.Cluster
	for i := range one {
		if one[i].N > 0 && other[i].N > 0 {
			n := (one[i].N + other[i].N) / 2
			out = append(out, stats.Cluster{Sum: n * (one[i].Sum/one[i].N - other[i].Sum/other[i].N), N: n})
		}
	}
	return stats.PairedMean(out, true, alpha)
}
