package emas

import "math/rand/v2"

// Mutation proposes mutants of elites, any elite alike (Mouret & Clune 2015). Without elites it
// draws as Uniform does.
type Mutation struct{}

// Name is "mutation".
func (Mutation) Name() string { return "mutation" }

// Emit mutates one random elite for each genome.
func (Mutation) Emit(n int, known Known, r *rand.Rand) ([]Genome, error) {
	elites := known.Archive.Elites()
	if len(elites) == 0 {
		return Uniform{}.Emit(n, known, r)
	}
	genomes := make([]Genome, n)
	for i := range genomes {
		genomes[i] = known.Space.Mutate(elites[r.IntN(len(elites))].Genome, r)
	}
	return genomes, nil
}
