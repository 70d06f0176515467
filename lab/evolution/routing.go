package evolution

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
	"contextarena.internal/stats"
	"contextarena.internal/strategies/routed"
)

// After is how many messages of the user a router decides by, unless it is told otherwise.
const After = 4

// Kinds are the kinds of conversation by scenario, as a model named them.
type Kinds map[string]string

// Beginning is how a scenario begins: so many messages of the user.
func Beginning(s *arena.Scenario, after int) []arena.Message {
	var out []arena.Message
	for i, ex := range s.Turns[:min(after, len(s.Turns))] {
		out = append(out, arena.Message{
			Message: llm.Message{Role: llm.User, Text: ex.User}, Index: arena.MessageIndex(2*i + 1), Turn: arena.Turn(i + 1),
		})
	}
	return out
}

// AskKinds asks a model for the kind of each of the run's conversations. A reply that names none is
// left out.
func (r Run) AskKinds(ctx context.Context, c llm.Client, m llm.Model, after int) (Kinds, error) {
	var by routed.EMASRouted
	if err := strictyaml.Defaults(&by); err != nil {
		return nil, err
	}
	var asked []llm.Request
	for _, s := range r.Scenarios {
		asked = append(asked, by.KindRequest(m, Beginning(s, after)))
	}
	replies, err := llm.All(ctx, c, asked...)
	if err != nil {
		return nil, fmt.Errorf("kinds of conversations: %w", err)
	}
	out := Kinds{}
	for i, reply := range replies {
		if kind := routed.ReadKind(reply); kind != "" {
			out[r.Scenarios[i].ID] = kind
		}
	}
	return out, nil
}

// fold is what a router is made from without one scenario: the elites that the others chose, and their
// fitness on each of the others.
type fold struct {
	descriptors []emas.Descriptor // of its archive
	elites      []emas.Elite
	examples    []emas.Example
}

// openings are the features and kinds by scenario.
func (r Run) openings(ctx context.Context, kinds Kinds, after int) (map[string]emas.Opening, error) {
	out := map[string]emas.Opening{}
	for _, s := range r.Scenarios {
		features, err := routed.Features(ctx, embed.Local{}, Beginning(s, after))
		if err != nil {
			return nil, err
		}
		out[s.ID] = emas.Opening{Features: features, Label: kinds[s.ID]}
	}
	return out, nil
}

// fold makes the archive without a scenario ("" for none) and its elites' fitness on the others. All of
// it is what the search saw.
func (r Run) fold(left string, openings map[string]emas.Opening) (fold, error) {
	a, descriptors, err := r.archive(left)
	if err != nil {
		return fold{}, err
	}
	f := fold{descriptors: descriptors, elites: a.Elites()}
	if len(f.elites) == 0 {
		return f, fmt.Errorf("%w: no genome passes enough tasks on the scenarios besides %s", ErrNoRouting, cmp.Or(left, "held-out ones"))
	}
	for _, id := range r.Search {
		if id == left {
			continue
		}
		e, err := r.example(id, f.elites, openings[id], func(g emas.Genome) []emas.Trial { return trialsOn(r.seen, g, id) })
		if err != nil {
			return f, err
		}
		f.examples = append(f.examples, e)
	}
	return f, nil
}

// example is what is known of elites on one scenario.
func (r Run) example(scenario string, elites []emas.Elite, o emas.Opening, trials func(emas.Genome) []emas.Trial) (emas.Example, error) {
	e := emas.Example{Opening: o, Scenario: scenario}
	for _, elite := range elites {
		own := trials(elite.Genome)
		if len(own) == 0 {
			e.Fitness, e.SE = append(e.Fitness, math.NaN()), append(e.SE, math.NaN())
			continue
		}
		f, err := r.Scorer.Score(own)
		if err != nil {
			return e, err
		}
		e.Fitness, e.SE = append(e.Fitness, f.Value), append(e.SE, f.SE)
	}
	return e, nil
}

// unseen are a genome's trials on a scenario that its fold has left out: all that there are.
func (r Run) unseen(g emas.Genome, scenario string) []emas.Trial {
	return slices.Concat(trialsOn(r.seen, g, scenario), trialsOn(r.again, g, scenario))
}

// Routing is how well routers do on scenarios that neither they nor the archive has seen.
type Routing struct {
	After   int
	Routers []Router
	// Fitness and retention of what is played, a scenario weighing as its probes do.
	Choices   []Choice
	Scenarios []string // that were left out, each in turn
}

// Router is a way of routing.
type Router struct {
	Name string
	emas.Routing
	Spared stats.Estimate // regret of the best single cell less that of the router, by scenario
}

// Choice is what a way of choosing keeps on the scenarios left out.
type Choice struct {
	Name      string
	Retention stats.Estimate // share of all probes
	Fitness   stats.Estimate // mean over scenarios
	Ahead     stats.Estimate // fitness less that of the best single configuration, by scenario
	Played    []string       // the strategy, by scenario
}

// The ways of choosing that need no router.
const (
	SingleChoice = "best single"
	OracleChoice = "oracle"
)

// ErrNoRouting says that there is nothing to route to, or that it can't be judged.
var ErrNoRouting = errors.New("nothing to route to")

// Route leaves out each scenario in turn, makes the archive and the routers from what the search saw of
// the others, and routes it. Held-out scenarios are routed by what all of the search makes, if its
// elites were all played on them. Without kinds there is no router by label.
//
// The oracle takes the best cell of each scenario by the very trials that judge it, so what it is ahead
// is an upper bound.
func (r Run) Route(ctx context.Context, kinds Kinds, after int) (Routing, error) {
	out := Routing{After: after}
	if len(r.Search) < stats.MinClusters {
		return out, fmt.Errorf("%w: a router needs at least %d scenarios that choose, since each is left out in turn", ErrNoRouting, stats.MinClusters)
	}
	openings, err := r.openings(ctx, kinds, after)
	if err != nil {
		return out, err
	}
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
		left, err := r.example(s.ID, f.elites, openings[s.ID], func(g emas.Genome) []emas.Trial { return r.unseen(g, s.ID) })
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
	single, err := emas.JudgeFolds(folds, emas.FitSingle, alpha)
	if err != nil {
		return out, err
	}
	out.Routers = append(out.Routers, Router{Name: SingleChoice, Routing: single})
	fits := map[string]func([]emas.Example) (emas.Router, error){
		routed.ByCentroids: emas.FitCentroids, routed.ByLogistic: routed.FitLogistic, routed.ByLabel: emas.FitLabels,
	}
	var names []string
	for _, name := range routed.Routers {
		if name == routed.ByLabel && len(kinds) == 0 {
			continue
		}
		judged, err := emas.JudgeFolds(folds, fits[name], alpha)
		if err != nil {
			return out, err
		}
		var spared []stats.Cluster
		for i := range judged.Routed {
			spared = append(spared, stats.Cluster{Sum: single.Routed[i].Regret - judged.Routed[i].Regret, N: 1})
		}
		out.Routers = append(out.Routers, Router{name, judged, stats.PairedMean(spared, false, alpha)})
		names = append(names, name)
	}
	choose := map[string]func(i int) int{
		SingleChoice: func(i int) int { return turns[i].policy.Best },
		OracleChoice: func(i int) int { return single.Routed[i].Best },
	}
	for _, name := range names {
		choose[name] = func(i int) int {
			cell, _ := turns[i].policy.Route(name, openings[turns[i].id])
			return cell
		}
	}
	for _, name := range slices.Concat([]string{SingleChoice}, names, []string{OracleChoice}) {
		c := Choice{Name: name}
		var share, fitness, ahead []stats.Cluster
		for i, t := range turns {
			chosen, best := choose[name](i), turns[i].policy.Best
			value, other := folds[i].Left[0].Fitness[chosen], folds[i].Left[0].Fitness[best]
			g := t.fold.elites[chosen].Genome
			trials := r.unseen(g, t.id)
			n := float64(len(trials))
			k, asked := kept(trials)
			share = append(share, stats.Cluster{Sum: k / n, N: asked / n})
			fitness = append(fitness, stats.Cluster{Sum: value, N: 1})
			ahead = append(ahead, stats.Cluster{Sum: value - other, N: 1})
			c.Played = append(c.Played, t.policy.Cells[chosen].Strategy)
		}
		c.Retention = stats.ClusterMean(share, alpha)
		c.Fitness, c.Ahead = stats.PairedMean(fitness, false, alpha), stats.PairedMean(ahead, false, alpha)
		out.Choices = append(out.Choices, c)
	}
	return out, nil
}
