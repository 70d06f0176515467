package lab

import (
	"cmp"
	"context"
	"math"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
	"contextarena.internal/store"
)

// enumerationTrials is how many trials measure every genome.
func (v *evolving) enumerationTrials() int {
	if !v.Exhaustive {
		return 0
	}
	return v.space.Size() * len(v.search) * (v.Draws*v.Repeats + v.Truth)
}

// everyone are the genomes of a space as contestants, by number.
func (v *evolving) everyone() ([]contestant, error) {
	out := make([]contestant, v.space.Size())
	for g := range out {
		var err error
		if out[g], err = v.contestant(emas.Genome(g)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// enumerate measures every genome on the scenarios of the search: as often as a search may see it, and
// on fresh repeats for the truth. Trials go scenario by scenario, so that their replies are shared; the
// figures are made afterwards, genome by genome.
func (v *evolving) enumerate(ctx context.Context) error {
	v.tell("whole space", nil)
	everyone, err := v.everyone()
	if err != nil {
		return err
	}
	sorted := slices.Clone(everyone)
	slices.SortStableFunc(sorted, func(a, b contestant) int { return cmp.Compare(a.rank, b.rank) })
	for _, part := range []struct {
		seed    int64
		repeats int
	}{{v.Seed, v.Draws * v.Repeats}, {v.FreshSeed(), v.Truth}} {
		for repeat := 1; repeat <= part.repeats; repeat++ {
			for _, sc := range v.search {
				trials := make([]arena.Trial, len(sorted))
				for i, c := range sorted {
					trials[i] = v.trial(c, sc, v.model, part.seed, repeat)
				}
				if _, err := v.measureAll(ctx, trials); err != nil {
					return err
				}
			}
		}
	}
	v.quiet = true
	defer func() { v.quiet = false }()
	var rows []store.Enumerated
	for draw := range v.Draws + 1 {
		if draw == 0 && v.Truth == 0 {
			continue
		}
		for g, c := range everyone {
			row, err := v.figures(ctx, draw, emas.Genome(g), c)
			if err != nil {
				return err
			}
			rows = append(rows, row)
		}
	}
	if err := v.lab.DB.SaveEnumerated(ctx, v.player.Experiment.ID, rows); err != nil {
		return err
	}
	return v.readLandscape(ctx)
}

// figures evaluates a genome in one draw, or in truth: fitness, its standard error, the descriptors,
// then fitness and its variance on each scenario of the search; NaN where none of its trials was
// completed.
func (v *evolving) figures(ctx context.Context, draw int, g emas.Genome, c contestant) (store.Enumerated, error) {
	s := series{who: []contestant{c}, scenarios: v.search, model: v.model, seed: v.Seed, repeats: func(int) (int, int) { return (draw-1)*v.Repeats + 1, draw * v.Repeats }}
	n := v.Repeats
	if draw == 0 {
		s.seed, s.repeats, n = v.FreshSeed(), upTo(v.Truth), v.Truth
	}
	left := v.leftOut
	trials, err := v.measure(ctx, s)
	v.leftOut = left
	if err != nil {
		return store.Enumerated{}, err
	}
	e, _, err := v.judge(g, v.out.Scorer, trials[0], nil, n*len(v.search))
	if err != nil {
		return store.Enumerated{}, err
	}
	row := store.Enumerated{Draw: draw, Genome: int(g), Infeasible: e.Infeasible, Figures: append([]float64{e.Fitness, e.SE}, e.Descriptors...)}
	for _, sc := range v.search {
		var own []emas.Trial
		for _, t := range trials[0] {
			if t.Scenario == sc.ID {
				own = append(own, t)
			}
		}
		fitness, variance := math.NaN(), math.NaN()
		if f, err := v.out.Scorer.Score(own); err == nil {
			fitness, variance = f.Value, f.SE*f.SE
		}
		row.Figures = append(row.Figures, fitness, variance)
	}
	return row, nil
}

// readLandscape reads the space that was measured completely, if it was. Without fresh repeats the
// truth is the mean of the draws, which then aren't draws of it.
func (v *evolving) readLandscape(ctx context.Context) error {
	rows, err := v.lab.DB.Enumerated(ctx, v.player.Experiment.ID)
	if err != nil || len(rows) == 0 {
		return err
	}
	l := &emas.Landscape{Space: v.space, Axes: emas.Axes(v.descriptors)}
	draws := make([][]emas.Evaluation, v.Draws)
	of := 1.0 // rows that the figures by scenario are a mean of
	if v.Truth == 0 {
		of = float64(v.Draws)
	}
	v.out.ByScenario, v.out.Noise = make([][]float64, len(v.search)), make([][]float64, len(v.search))
	for s := range v.search {
		v.out.ByScenario[s], v.out.Noise[s] = make([]float64, v.space.Size()), make([]float64, v.space.Size())
	}
	n := 2 + len(v.descriptors)
	for _, r := range rows {
		e := emas.Evaluation{Genome: emas.Genome(r.Genome), Fitness: r.Figures[0], SE: r.Figures[1], Descriptors: r.Figures[2:n], Infeasible: r.Infeasible}
		if r.Draw == 0 {
			l.Truth = append(l.Truth, e)
		} else {
			draws[r.Draw-1] = append(draws[r.Draw-1], e)
		}
		if r.Draw > 0 && v.Truth > 0 {
			continue
		}
		for s := range v.search {
			v.out.ByScenario[s][r.Genome] += r.Figures[n+2*s] / of
			v.out.Noise[s][r.Genome] += r.Figures[n+2*s+1] / of / of
		}
	}
	if v.Truth > 0 {
		l.Draws = draws
	} else {
		l.Truth = averaged(draws)
	}
	if err := l.Check(); err != nil {
		return err
	}
	v.out.Landscape = l
	return nil
}

// averaged are the means of draws, genome by genome. A genome is infeasible if it is in more than half of them.
func averaged(draws [][]emas.Evaluation) []emas.Evaluation {
	n := float64(len(draws))
	out := make([]emas.Evaluation, len(draws[0]))
	for g := range out {
		e := emas.Evaluation{Genome: emas.Genome(g), Descriptors: make([]float64, len(draws[0][g].Descriptors))}
		infeasible, variance := 0, 0.0
		for _, d := range draws {
			e.Fitness += d[g].Fitness / n
			variance += d[g].SE * d[g].SE / n / n
			for i, x := range d[g].Descriptors {
				e.Descriptors[i] += x / n
			}
			if d[g].Infeasible {
				infeasible++
			}
		}
		e.SE, e.Infeasible = math.Sqrt(variance), 2*infeasible > len(draws)
		out[g] = e
	}
	return out
}
