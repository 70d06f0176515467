package views

import (
	"cmp"
	"slices"

	"contextarena.internal/emas"
	"contextarena.internal/lab"
	"contextarena.internal/lab/evolution"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// EvolutionRace compares ways of searching on a space that was measured completely. Fractions are of
// the QD score of the best archive there can be.
type EvolutionRace struct {
	Distinct []int               `json:"distinct"` // evaluations
	Seeds    int                 `json:"seeds"`
	Cells    int                 `json:"cells_that_can_be_filled"`
	Draws    int                 `json:"draws"` // of each genome that searches see; 0: they see what judges them
	Truth    int                 `json:"truth"` // fresh repeats that judge them; 0: they are judged by what they see, the mean of Seen repeats
	Seen     int                 `json:"seen"`
	Closed   []float64           `json:"random_closed_form"`
	Curves   []EvolutionCurve    `json:"curves"`
	Ahead    []EvolutionAhead    `json:"ahead"`
	Noise    []EvolutionBelieved `json:"noise"`
}

// EvolutionCurve is how far a way of searching gets, by distinct evaluations. The band holds 80 % of
// seeds.
type EvolutionCurve struct {
	Method string    `json:"method"`
	Mean   []float64 `json:"mean"`
	Low    []float64 `json:"low"`
	High   []float64 `json:"high"`
	Asked  []float64 `json:"evaluations"` // elites measured again included
}

// EvolutionAhead is by how much MAP-Elites lies ahead of another way, by distinct evaluations, with 95 %
// intervals over seeds, and what that says: behind, better, or as good.
type EvolutionAhead struct {
	Of    string    `json:"of"`
	By    []float64 `json:"by"`
	Low   []float64 `json:"low"`
	High  []float64 `json:"high"`
	Found []string  `json:"found"`
}

// EvolutionBelieved is what searches believe of their elites, and what is true.
type EvolutionBelieved struct {
	Method   string       `json:"method"`
	At       int          `json:"at"` // distinct evaluations
	Believed EvolutionSum `json:"believed"`
	True     EvolutionSum `json:"true"`
	Stayed   EvolutionSum `json:"stayed"`     // share of elites in their true cell
	Out      EvolutionSum `json:"infeasible"` // share of elites that pass too few tasks in truth
}

// EvolutionSum is a mean with its interval; null where there is none.
type EvolutionSum struct {
	Mean float64  `json:"mean"`
	Low  *float64 `json:"low" jsonschema:"oneof_type=number;null"`
	High *float64 `json:"high" jsonschema:"oneof_type=number;null"`
	N    int      `json:"n"` // scenarios, or seeds
	Note string   `json:"note,omitempty"`
}

func sumOf(e stats.Estimate) EvolutionSum {
	s := EvolutionSum{Mean: e.Mean, N: e.Clusters, Note: e.Note}
	if e.Interval != nil {
		s.Low, s.High = &e.Interval.Low, &e.Interval.High
	}
	return s
}

func raceOf(r *evolution.Race) *EvolutionRace {
	if r == nil {
		return nil
	}
	out := &EvolutionRace{Distinct: r.K, Seeds: evolution.Seeds, Cells: r.Cells, Draws: r.Draws, Truth: r.Truth, Seen: r.Seen, Closed: r.Closed, Ahead: []EvolutionAhead{}, Noise: []EvolutionBelieved{}}
	for _, c := range r.Curves {
		low, high := c.Band(0.8)
		out.Curves = append(out.Curves, EvolutionCurve{c.Method, c.Mean(), low, high, c.Evaluations})
	}
	for _, a := range r.Ahead {
		x := EvolutionAhead{Of: a.Of}
		for i, b := range a.By {
			x.By, x.Low, x.High, x.Found = append(x.By, b.Estimate), append(x.Low, b.BCa.Low), append(x.High, b.BCa.High), append(x.Found, a.Found(i))
		}
		out.Ahead = append(out.Ahead, x)
	}
	for _, m := range r.Mirages {
		out.Noise = append(out.Noise, EvolutionBelieved{m.Method, m.At, sumOf(m.Believed), sumOf(m.True), sumOf(m.Stayed), sumOf(m.Out)})
	}
	return out
}

// EvolutionInsight is the variance of fitness over the whole space by what explains it.
type EvolutionInsight struct {
	Modules    []EvolutionShare `json:"modules"`    // without what they do together
	Dimensions []EvolutionShare `json:"dimensions"` // on their own
	Pairs      []EvolutionShare `json:"pairs"`      // beyond that, the largest first
	Rest       EvolutionShare   `json:"rest"`
	Variance   float64          `json:"variance"`
	Noise      float64          `json:"noise"` // variance taken off
	Note       string           `json:"note,omitempty"`
	Why        string           `json:"why,omitempty"` // there is none
}

// EvolutionShare is a share of the variance, with its interval over scenarios.
type EvolutionShare struct {
	Of    []string `json:"of"`
	Share float64  `json:"share"`
	Low   *float64 `json:"low" jsonschema:"oneof_type=number;null"`
	High  *float64 `json:"high" jsonschema:"oneof_type=number;null"`
}

func insightOf(i *evolution.Insight) *EvolutionInsight {
	if i == nil {
		return nil
	}
	out := &EvolutionInsight{
		Modules: []EvolutionShare{}, Dimensions: []EvolutionShare{}, Pairs: []EvolutionShare{},
		Rest: shareOf(i.Rest), Variance: i.Variance, Noise: i.Noise, Note: i.Note, Why: i.Why,
	}
	for _, m := range i.Modules {
		out.Modules = append(out.Modules, shareOf(emas.Effect{Dimensions: []string{m.Name}, Share: m.Share, Interval: m.Interval}))
	}
	for _, e := range i.Mains {
		out.Dimensions = append(out.Dimensions, shareOf(e))
	}
	for _, e := range i.Pairs {
		out.Pairs = append(out.Pairs, shareOf(e))
	}
	slices.SortStableFunc(out.Pairs, func(a, b EvolutionShare) int { return cmp.Compare(b.Share, a.Share) })
	return out
}

func shareOf(e emas.Effect) EvolutionShare {
	s := EvolutionShare{Of: append([]string{}, e.Dimensions...), Share: e.Share}
	if e.Interval != nil {
		s.Low, s.High = &e.Interval.Low, &e.Interval.High
	}
	return s
}

// EvolutionRouting is how well routers do on scenarios that neither they nor the archive has seen.
type EvolutionRouting struct {
	After     int               `json:"after"` // messages of the user
	Scenarios []string          `json:"scenarios"`
	Routers   []EvolutionRouter `json:"routers"`
	Choices   []EvolutionChoice `json:"choices"`
}

// EvolutionRouter is a way of routing. Regret is of fitness; spared is the regret of the best single
// configuration less its own.
type EvolutionRouter struct {
	Name     string       `json:"name"`
	Accuracy EvolutionSum `json:"accuracy"`
	Regret   EvolutionSum `json:"regret"`
	Spared   EvolutionSum `json:"spared"`
}

// EvolutionChoice is what is kept by what a way of choosing plays.
type EvolutionChoice struct {
	Name      string         `json:"name"`
	Retention reports.Figure `json:"retention"`
	Fitness   EvolutionSum   `json:"fitness"`
	Ahead     EvolutionSum   `json:"ahead"`  // in fitness, of the best single configuration
	Played    []string       `json:"played"` // by scenario
}

func routingOf(r evolution.Run, from *evolution.Routing) *EvolutionRouting {
	if from == nil {
		return nil
	}
	out := &EvolutionRouting{After: from.After, Scenarios: from.Scenarios}
	for _, x := range from.Routers {
		accuracy := sumOf(x.Accuracy)
		if i := evolution.Right(x.Accuracy); i != nil {
			accuracy.Low, accuracy.High = &i.Low, &i.High
		}
		out.Routers = append(out.Routers, EvolutionRouter{x.Name, accuracy, sumOf(x.Regret), sumOf(x.Spared)})
	}
	for _, c := range from.Choices {
		out.Choices = append(out.Choices, EvolutionChoice{c.Name, lab.Figure(c.Retention, aboutEvolution(r, r.Settings.Repeats)), sumOf(c.Fitness), sumOf(c.Ahead), c.Played})
	}
	return out
}
