package evolution

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
func (s *search) enumerationTrials() int {
	if !s.Exhaustive {
		return 0
	}
	return s.space.Size() * len(s.search) * (s.Draws*s.Repeats + s.Truth)
}

// enumerate measures every genome on the scenarios of the search: as often as a search may see it, and
// on fresh repeats for the truth. Trials go scenario by scenario, so that their replies are shared; the
// figures are made afterwards, genome by genome.
func (s *search) enumerate(ctx context.Context) error {
	s.report("whole space", nil)
	everyone := make([]contestant, s.space.Size())
	for g := range everyone {
		everyone[g] = s.contestant(emas.Genome(g))
	}
	sorted := slices.Clone(everyone)
	slices.SortStableFunc(sorted, func(a, b contestant) int { return cmp.Compare(a.rank, b.rank) })
	for _, part := range []struct {
		seed    int64
		repeats int
	}{{s.Seed, s.Draws * s.Repeats}, {s.freshSeed(), s.Truth}} {
		for repeat := 1; repeat <= part.repeats; repeat++ {
			for _, sc := range s.search {
				trials := make([]arena.Trial, len(sorted))
				for i, c := range sorted {
					trials[i] = s.trial(c, sc, s.model, part.seed, repeat)
				}
				if _, err := s.player.Measure(ctx, trials, s.quiet); err != nil {
					return err
				}
			}
		}
	}
	s.quiet = true
	defer func() { s.quiet = false }()
	var rows []store.Enumerated
	for draw := range s.Draws + 1 {
		if draw == 0 && s.Truth == 0 {
			continue
		}
		for g, c := range everyone {
			row, err := s.figures(ctx, draw, emas.Genome(g), c)
			if err != nil {
				return err
			}
			rows = append(rows, row)
		}
	}
	if err := s.lab.DB.SaveEnumerated(ctx, s.player.Experiment.ID, rows); err != nil {
		return err
	}
	return s.readLandscape(ctx)
}

// figures evaluates a genome in one draw, or in truth: fitness, its standard error, the descriptors,
// then fitness and its variance on each scenario of the search; NaN where none of its trials was
// completed.
func (s *search) figures(ctx context.Context, draw int, g emas.Genome, c contestant) (store.Enumerated, error) {
	own := series{who: []contestant{c}, scenarios: s.search, model: s.model, seed: s.Seed, repeats: func(int) (int, int) { return (draw-1)*s.Repeats + 1, draw * s.Repeats }}
	n := s.Repeats
	if draw == 0 {
		own.seed, own.repeats, n = s.freshSeed(), upTo(s.Truth), s.Truth
	}
	left := s.leftOut
	trials, err := s.measure(ctx, own)
	s.leftOut = left
	if err != nil {
		return store.Enumerated{}, err
	}
	e, _, err := s.judge(g, s.out.Scorer, trials[0], nil, n*len(s.search))
	if err != nil {
		return store.Enumerated{}, err
	}
	row := store.Enumerated{Draw: draw, Genome: int(g), Infeasible: e.Infeasible, Figures: append([]float64{e.Fitness, e.SE}, e.Descriptors...)}
	for _, sc := range s.search {
		own := trialsOn([]measured{{g, trials[0]}}, g, sc.ID)
		fitness, variance := math.NaN(), math.NaN()
		if f, err := s.out.Scorer.Score(own); err == nil {
			fitness, variance = f.Value, f.SE*f.SE
		}
		row.Figures = append(row.Figures, fitness, variance)
	}
	return row, nil
}

// readLandscape reads the space that was measured completely, if it was. Without fresh repeats the
// truth is the mean of the draws, which then aren't draws of it.
func (s *search) readLandscape(ctx context.Context) error {
	rows, err := s.lab.DB.Enumerated(ctx, s.player.Experiment.ID)
	if err != nil || len(rows) == 0 {
		return err
	}
	l := &emas.Landscape{Space: s.space, Axes: emas.Axes(s.descriptors)}
	draws := make([][]emas.Evaluation, s.Draws)
	of := 1.0 // rows that the figures by scenario are a mean of
	if s.Truth == 0 {
		of = float64(s.Draws)
	}
	s.out.ByScenario, s.out.Noise = make([][]float64, len(s.search)), make([][]float64, len(s.search))
	for i := range s.search {
		s.out.ByScenario[i], s.out.Noise[i] = make([]float64, s.space.Size()), make([]float64, s.space.Size())
	}
	n := 2 + len(s.descriptors)
	for _, r := range rows {
		e := emas.Evaluation{Genome: emas.Genome(r.Genome), Fitness: r.Figures[0], SE: r.Figures[1], Descriptors: r.Figures[2:n], Infeasible: r.Infeasible}
		if r.Draw == 0 {
			l.Truth = append(l.Truth, e)
		} else {
			draws[r.Draw-1] = append(draws[r.Draw-1], e)
		}
		if r.Draw > 0 && s.Truth > 0 {
			continue
		}
		for i := range s.search {
			s.out.ByScenario[i][r.Genome] += r.Figures[n+2*i] / of
			s.out.Noise[i][r.Genome] += r.Figures[n+2*i+1] / of / of
		}
	}
	if s.Truth > 0 {
		l.Draws = draws
	} else {
		l.Truth = averaged(draws)
	}
	if err := l.Check(); err != nil {
		return err
	}
	s.out.Landscape = l
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
