package evolution

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"contextarena.internal/emas"
	"contextarena.internal/reports"
)

// Draw is a pipeline that searches at random end with. Such a search evaluates as many pipelines as the evolution did, drawn
// alike from a sample twice as large, once each, and takes the fittest.
type Draw struct {
	Won  int    `json:"won"` // searches that end with it
	Name string `json:"name"`
	Measured
	Fresh *Measured `json:"fresh,omitempty"`
}

// sampled is how many random pipelines are evaluated, for searches at random and to lay the axes by.
func (s *search) sampled() int {
	if s.Settings.Random == 0 {
		return 0
	}
	return min(2*s.Settings.Evaluations, s.Space.Size())
}

// draws are places below n in random order, another for each number.
func (s *search) draws(n, number int) []int {
	return rand.New(rand.NewPCG(uint64(s.Settings.Seed), math.MaxUint64-uint64(number))).Perm(n)
}

// playRandom evaluates the sample.
func (s *search) playRandom(ctx context.Context) (err error) {
	var asked []emas.Proposal
	for _, g := range s.draws(s.Space.Size(), 0)[:s.sampled()] {
		asked = append(asked, emas.Proposal{Genome: emas.Genome(g)})
	}
	if len(asked) > 0 {
		s.begin("random pipelines")
		_, s.sample, err = s.evaluate(ctx, asked, map[emas.Genome][]emas.Trial{})
	}
	return err
}

// judgeRandom searches at random, and measures what is found as elites are.
func (s *search) judgeRandom(ctx context.Context) error {
	if s.Settings.Fresh == 0 {
		return nil
	}
	var drawn []Draw
	for number := range s.Settings.Random {
		best := -1
		for _, i := range s.draws(len(s.sample), number+1)[:min(s.Settings.Evaluations, len(s.sample))] {
			if e := s.sample[i]; !e.Infeasible && (best < 0 || e.Fitness > s.sample[best].Fitness) {
				best = i
			}
		}
		if best < 0 {
			continue
		}
		e := s.sample[best]
		i := slices.IndexFunc(drawn, func(d Draw) bool { return d.Genome == e.Genome })
		if i < 0 {
			i = len(drawn)
			drawn = append(drawn, Draw{Name: s.Space.Name(e.Genome), Measured: s.placed(e, nil)})
		}
		drawn[i].Won++
	}
	var who []emas.Genome
	for _, d := range drawn {
		who = append(who, d.Genome)
	}
	again, err := s.again(ctx, who, s.search)
	if err != nil {
		return err
	}
	for i := range again {
		again[i].Trials = nil
		drawn[i].Fresh = &again[i]
	}
	s.Random = drawn
	return nil
}

// random says how searches at random end beside the elite that the evolution itself ends with; nothing without any.
func (e Report) random() []string {
	if len(e.Random) == 0 || len(e.Elites) == 0 {
		return nil
	}
	own := e.Elites[e.best()].Fresh
	good, sum, n := 0, 0.0, 0
	for _, d := range e.Random {
		if d.Fresh.Infeasible {
			continue
		}
		sum, n = sum+float64(d.Won)*d.Fresh.Fitness, n+d.Won
		if own.Infeasible || d.Fresh.Fitness+e.Settings.Margin*math.Hypot(d.Fresh.SE, own.SE) >= own.Fitness {
			good += d.Won
		}
	}
	ends := fmt.Sprintf("%.3f", own.Fitness)
	if own.Infeasible {
		ends = "one that passes too few tasks"
	}
	text := fmt.Sprintf("%d of %s of as many random pipelines found as fit a one (%.3f on average in fresh repeats; evolution %s)",
		good, reports.Plural(e.Settings.Random, "draw"), sum/float64(max(1, n)), ends)
	if 2*good >= e.Settings.Random {
		return []string{"Search at random: " + text + "."}
	}
	return []string{"Evolution is ahead of chance: only " + text + "."}
}
