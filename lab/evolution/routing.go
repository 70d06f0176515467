package evolution

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"contextarena.internal/emas"
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

// fold makes the archive without a scenario ("" for none), corrected by fresh repeats, and its elites'
// fitness on the others, which is what the search saw.
func (r Run) fold(left string, kinds Kinds) (fold, error) {
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
		e, err := r.example(id, f.elites, kinds[id], seen)
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
		a, _, err := r.corrected()
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
func (r Run) example(scenario string, elites []emas.Evaluation, kind string, played []Measured) (emas.Example, error) {
	e := emas.Example{Label: kind, Scenario: scenario}
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

// Routing is how well ways of choosing what is played do on scenarios that neither they nor the archive has seen.
type Routing struct {
	After     int      `json:"after"`     // messages of the user
	Scenarios []string `json:"scenarios"` // that were left out, each in turn
	Routers   []Router `json:"routers"`
}

// Router is a way of choosing, by what it plays on the scenarios left out. Accuracy counts a cell as right that is within
// noise of the scenario's best one. Regret is the fitness of the best less that of the one chosen; the best of noisy figures
// flatters, so it errs to the large side.
type Router struct {
	Name      string         `json:"name"`
	Accuracy  Mean           `json:"accuracy"`
	Regret    Mean           `json:"regret"`
	Retention reports.Figure `json:"retention"` // share of all probes, a scenario weighing as its probes do
	Ahead     Mean           `json:"ahead"`     // in fitness, of the best single configuration, by scenario
	Played    []string       `json:"played"`    // the strategy, by scenario
}

// The ways of choosing.
const (
	singleChoice = "best single"
	labelChoice  = "label" // the router
	oracleChoice = "oracle"
)

// errNoRouting says that there is nothing to route to, or that it can't be judged.
var errNoRouting = errors.New("nothing to route to")

// turn is a scenario that is left out, with what was made without it.
type turn struct {
	emas.Example
	elites []emas.Evaluation
	policy routed.Archive
}

// Route leaves out each scenario in turn, makes the archive and the router from what the search saw of
// the others, and routes it. Held-out scenarios are routed by what all of the search makes, if its
// elites were all played on them. Without kinds there is no router by label.
//
// The oracle takes the best cell of each scenario by the very trials that judge it, so what it is ahead
// is an upper bound.
func (r Run) Route(kinds Kinds, after int) (Routing, error) {
	out := Routing{After: after}
	if len(r.Search) < stats.MinClusters {
		return out, fmt.Errorf("%w: a router needs at least %d scenarios that choose, since each is left out in turn", errNoRouting, stats.MinClusters)
	}
	played := slices.Concat(r.pipelines(), r.again()) // of a scenario that a fold left out all that there are
	var turns []turn
	for _, s := range r.Scenarios {
		f, err := r.fold(s.ID, kinds)
		if err != nil {
			return out, err
		}
		left, err := r.example(s.ID, f.elites, kinds[s.ID], played)
		if err != nil {
			return out, err
		}
		if slices.ContainsFunc(left.Fitness, math.IsNaN) {
			continue // a held-out scenario that not all of them were played on
		}
		policy, err := r.archiveOf(f, after)
		if err != nil {
			return out, err
		}
		turns = append(turns, turn{left, f.elites, policy})
		out.Scenarios = append(out.Scenarios, s.ID)
	}
	ways := []string{singleChoice, labelChoice, oracleChoice}
	if len(kinds) == 0 {
		ways = slices.Delete(ways, 1, 2)
	}
	for _, way := range ways {
		out.Routers = append(out.Routers, r.router(way, turns, played))
	}
	return out, nil
}

// router judges a way of choosing.
func (r Run) router(way string, turns []turn, played []Measured) Router {
	out := Router{Name: way}
	var right, regret, share, ahead []stats.Cluster
	for _, t := range turns {
		best, cell := t.Best(), t.policy.Best
		switch way {
		case singleChoice:
		case oracleChoice:
			cell = best
		default:
			cell, _ = t.policy.Route(t.Label)
		}
		hit := 0.
		if t.Fits(cell) {
			hit = 1
		}
		trials := trialsOn(played, t.elites[cell].Genome, t.Scenario)
		n := float64(len(trials))
		k, asked := kept(trials)
		right = append(right, stats.Cluster{Sum: hit, N: 1})
		regret = append(regret, stats.Cluster{Sum: t.Fitness[best] - t.Fitness[cell], N: 1})
		share = append(share, stats.Cluster{Sum: k / n, N: asked / n})
		ahead = append(ahead, stats.Cluster{Sum: t.Fitness[cell] - t.Fitness[t.policy.Best], N: 1})
		out.Played = append(out.Played, t.policy.Cells[cell].Strategy)
	}
	accuracy := stats.ClusterMean(right, alpha)
	accuracy.Interval = agreed(accuracy)
	out.Accuracy, out.Retention = meanOf(accuracy), r.figure(stats.ClusterMean(share, alpha), r.Settings.Repeats)
	out.Regret, out.Ahead = meanOf(stats.PairedMean(regret, false, alpha)), meanOf(stats.PairedMean(ahead, false, alpha))
	return out
}

// agreed is the interval of a router's accuracy over scenarios. Where all of them agree there is no
// spread to estimate from; each then counts as one trial (Wilson).
func agreed(e stats.Estimate) *stats.Interval {
	if e.Interval != nil || e.Clusters < stats.MinClusters {
		return e.Interval
	}
	i, err := stats.Wilson(int(math.Round(e.Mean*float64(e.Clusters))), e.Clusters, alpha)
	if err != nil {
		return nil
	}
	return &i
}
