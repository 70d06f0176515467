package evolution

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"contextarena.internal/emas"
	"contextarena.internal/llm/embed"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
	"contextarena.internal/strategies/routed"
)

// After is how many messages of the user a router decides by, unless it is told otherwise.
const After = 4

// fold is what a router is made from without one scenario: the elites that the others chose, and their
// fitness on each of the others.
type fold struct {
	descriptors []emas.Descriptor // of its archive
	elites      []emas.Evaluation
	examples    []emas.Example
}

// openings are the features and kinds by scenario.
func (r Run) openings(ctx context.Context, kinds Kinds, after int) (map[string]emas.Opening, error) {
	out := map[string]emas.Opening{}
	for _, s := range r.Scenarios {
		features, err := routed.Features(ctx, embed.Local{}, beginning(s, after))
		if err != nil {
			return nil, err
		}
		out[s.ID] = emas.Opening{Features: features, Label: kinds[s.ID]}
	}
	return out, nil
}

// fold makes the archive without a scenario ("" for none), corrected by fresh repeats, and its elites'
// fitness on the others, which is what the search saw.
func (r Run) fold(left string, openings map[string]emas.Opening) (fold, error) {
	searched, descriptors, err := r.without(left)
	if err != nil {
		return fold{}, err
	}
	a, err := r.correct(searched, descriptors, left)
	if err != nil {
		return fold{}, err
	}
	f := fold{descriptors: descriptors, elites: a.Elites()}
	if len(f.elites) == 0 {
		return f, fmt.Errorf("%w: no genome passes enough tasks on the scenarios besides %s; evolve with more --repeats, or with --tasks 0", errNoRouting, cmp.Or(left, "held-out ones"))
	}
	seen := r.pipelines()
	for _, id := range r.Search {
		if id == left {
			continue
		}
		e, err := r.example(id, f.elites, openings[id], seen)
		if err != nil {
			return f, err
		}
		f.examples = append(f.examples, e)
	}
	return f, nil
}

// correct is an archive, made without a scenario, where fresh repeats on the others put its elites: none that
// passes too few tasks then is in it. It stays as it is without fresh repeats. In the archive without a
// scenario that chose there are elites which only the others chose, and of which there are none: they keep
// what the search saw, since to leave them out would let that scenario choose.
func (r Run) correct(searched *emas.Archive, descriptors []emas.Descriptor, left string) (*emas.Archive, error) {
	if !slices.Contains(r.Search, left) {
		a, _, err := r.corrected(fresh)
		return cmp.Or(a, searched), err
	}
	var fair []emas.Evaluation
	for _, e := range searched.Elites() {
		i := slices.IndexFunc(r.Elites, func(x Elite) bool { return x.Genome == e.Genome && x.Fresh != nil })
		if i >= 0 {
			again, err := emas.Evaluate(e.Genome, r.Scorer, descriptors, besides(r.Elites[i].Fresh.Trials, left))
			if err != nil { // too little was completed
				again = emas.Evaluation{Genome: e.Genome, Descriptors: make([]float64, len(descriptors)), Infeasible: true}
			}
			e = again
		}
		fair = append(fair, e)
	}
	corrected, _, err := emas.Corrected(searched, fair)
	return corrected, err
}

// example is what is known of elites on one scenario.
func (r Run) example(scenario string, elites []emas.Evaluation, o emas.Opening, played []Measured) (emas.Example, error) {
	e := emas.Example{Opening: o, Scenario: scenario}
	for _, elite := range elites {
		own := trialsOn(played, elite.Genome, scenario)
		if len(own) == 0 {
			e.Fitness, e.SE = append(e.Fitness, math.NaN()), append(e.SE, math.NaN())
			continue
		}
		f, err := r.Scorer.Score(own)
		if err != nil {
			return e, err
		}
		e.Fitness, e.SE = append(e.Fitness, f.Fitness), append(e.SE, f.SE)
	}
	return e, nil
}

// Routing is how well routers do on scenarios that neither they nor the archive has seen.
type Routing struct {
	After     int      `json:"after"`     // messages of the user
	Scenarios []string `json:"scenarios"` // that were left out, each in turn
	Routers   []Router `json:"routers"`
	Choices   []Choice `json:"choices"`
}

// Router is a way of routing. Accuracy counts a cell as right that is within noise of the scenario's best
// one; regret is of fitness; spared is the regret of the best single configuration less its own, by
// scenario.
type Router struct {
	Name     string `json:"name"`
	Accuracy Mean   `json:"accuracy"`
	Regret   Mean   `json:"regret"`
	Spared   Mean   `json:"spared"`
	routed   []emas.Routed
}

// Choice is what is kept by what a way of choosing plays on the scenarios left out.
type Choice struct {
	Name      string         `json:"name"`
	Retention reports.Figure `json:"retention"` // share of all probes, a scenario weighing as its probes do
	Fitness   Mean           `json:"fitness"`   // over scenarios
	Ahead     Mean           `json:"ahead"`     // in fitness, of the best single configuration, by scenario
	Played    []string       `json:"played"`    // the strategy, by scenario
}

// The ways of choosing that need no router.
const (
	singleChoice = "best single"
	oracleChoice = "oracle"
)

// errNoRouting says that there is nothing to route to, or that it can't be judged.
var errNoRouting = errors.New("nothing to route to")

// Route leaves out each scenario in turn, makes the archive and the routers from what the search saw of
// the others, and routes it. Held-out scenarios are routed by what all of the search makes, if its
// elites were all played on them. Without kinds there is no router by label.
//
// The oracle takes the best cell of each scenario by the very trials that judge it, so what it is ahead
// is an upper bound.
func (r Run) Route(ctx context.Context, kinds Kinds, after int) (Routing, error) {
	out := Routing{After: after}
	if len(r.Search) < stats.MinClusters {
		return out, fmt.Errorf("%w: a router needs at least %d scenarios that choose, since each is left out in turn", errNoRouting, stats.MinClusters)
	}
	openings, err := r.openings(ctx, kinds, after)
	if err != nil {
		return out, err
	}
	played := slices.Concat(r.pipelines(), r.again()) // of a scenario that a fold left out all that there are
	type turn struct {
		id     string
		fold   fold
		policy *routed.Archive
	}
	var turns []turn
	var folds []emas.Fold
	for _, s := range r.Scenarios {
		f, err := r.fold(s.ID, openings)
		if err != nil {
			return out, err
		}
		left, err := r.example(s.ID, f.elites, openings[s.ID], played)
		if err != nil {
			return out, err
		}
		if slices.ContainsFunc(left.Fitness, math.IsNaN) {
			continue // a held-out scenario that not all of them were played on
		}
		policy, err := r.policyOf(f, after)
		if err != nil {
			return out, err
		}
		turns = append(turns, turn{s.ID, f, policy})
		folds = append(folds, emas.Fold{Others: f.examples, Left: []emas.Example{left}})
		out.Scenarios = append(out.Scenarios, s.ID)
	}
	routers := []struct {
		name string
		fit  func([]emas.Example) (emas.Router, error)
	}{
		{singleChoice, emas.FitSingle},
		{routed.ByCentroids, emas.FitCentroids},
		{routed.ByLabel, emas.FitLabels},
	}
	if len(kinds) == 0 {
		routers = routers[:2]
	}
	for _, router := range routers {
		judged, err := emas.JudgeFolds(folds, router.fit, alpha)
		if err != nil {
			return out, err
		}
		judged.Accuracy.Interval = right(judged.Accuracy)
		made := Router{Name: router.name, Accuracy: meanOf(judged.Accuracy), Regret: meanOf(judged.Regret), routed: judged.Routed}
		if len(out.Routers) > 0 {
			var spared []stats.Cluster
			for i := range judged.Routed {
				spared = append(spared, stats.Cluster{Sum: out.Routers[0].routed[i].Regret - judged.Routed[i].Regret, N: 1})
			}
			made.Spared = meanOf(stats.PairedMean(spared, false, alpha))
		}
		out.Routers = append(out.Routers, made)
	}
	choose := func(name string, i int) int {
		switch name {
		case singleChoice:
			return turns[i].policy.Best
		case oracleChoice:
			return out.Routers[0].routed[i].Best
		}
		cell, _ := turns[i].policy.Route(name, openings[turns[i].id])
		return cell
	}
	var names []string
	for _, router := range routers {
		names = append(names, router.name)
	}
	for _, name := range append(names, oracleChoice) {
		c := Choice{Name: name}
		var share, fitness, ahead []stats.Cluster
		for i, t := range turns {
			chosen, best := choose(name, i), t.policy.Best
			value, other := folds[i].Left[0].Fitness[chosen], folds[i].Left[0].Fitness[best]
			g := t.fold.elites[chosen].Genome
			trials := trialsOn(played, g, t.id)
			n := float64(len(trials))
			k, asked := kept(trials)
			share = append(share, stats.Cluster{Sum: k / n, N: asked / n})
			fitness = append(fitness, stats.Cluster{Sum: value, N: 1})
			ahead = append(ahead, stats.Cluster{Sum: value - other, N: 1})
			c.Played = append(c.Played, t.policy.Cells[chosen].Strategy)
		}
		c.Retention = r.figure(stats.ClusterMean(share, alpha), r.Settings.Repeats)
		c.Fitness, c.Ahead = meanOf(stats.PairedMean(fitness, false, alpha)), meanOf(stats.PairedMean(ahead, false, alpha))
		out.Choices = append(out.Choices, c)
	}
	return out, nil
}

// right is the interval of a router's accuracy over scenarios. Where all of them agree there is no
// spread to estimate from; each then counts as one trial (Wilson).
func right(e stats.Estimate) *stats.Interval {
	if e.Interval != nil || e.Clusters < stats.MinClusters {
		return e.Interval
	}
	i, err := stats.Wilson(int(math.Round(e.Mean*float64(e.Clusters))), e.Clusters, alpha)
	if err != nil {
		return nil
	}
	return &i
}
