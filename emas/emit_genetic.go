package emas

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

// Genetic is a plain genetic algorithm that cares for fitness alone: the archive watches, but
// doesn't choose the parents. It is what MAP-Elites has to beat besides random search.
type Genetic struct{ Population int }

// Name is "genetic".
func (Genetic) Name() string { return "genetic" }

// Emit breeds from the fittest Population of all feasible evaluations, an older one first at a tie:
// each parent is the better of two, children are crossed and then mutated half of the time. The
// first Population genomes are drawn as Uniform draws them.
func (e Genetic) Emit(n int, known Known, r *rand.Rand) ([]Genome, error) {
	type member struct {
		genome  Genome
		fitness float64
	}
	var pool []member
	for _, k := range known.Evaluations {
		if !k.Infeasible {
			pool = append(pool, member{k.Genome, k.Fitness})
		}
	}
	if len(known.Evaluations) < e.Population || len(pool) < 2 {
		return Uniform{}.Emit(n, known, r)
	}
	slices.SortStableFunc(pool, func(a, b member) int { return cmp.Compare(b.fitness, a.fitness) })
	pool = pool[:min(len(pool), max(2, e.Population))]
	parent := func() Genome { return pool[min(r.IntN(len(pool)), r.IntN(len(pool)))].genome }
	genomes := make([]Genome, n)
	for i := range genomes {
		genomes[i] = known.Space.Cross(parent(), parent(), r)
		if r.IntN(2) == 0 {
			genomes[i] = known.Space.Mutate(genomes[i], r)
		}
	}
	return genomes, nil
}
