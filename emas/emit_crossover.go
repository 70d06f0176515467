package emas

import "math/rand/v2"

// Crossover proposes children of two elites; a child that was seen already is mutated. Without two
// elites it does as Mutation does.
type Crossover struct{}

// Name is "crossover".
func (Crossover) Name() string { return "crossover" }

// Emit crosses two different random elites for each genome.
func (Crossover) Emit(n int, known Known, r *rand.Rand) ([]Genome, error) {
	elites := known.Archive.Elites()
	if len(elites) < 2 {
		return Mutation{}.Emit(n, known, r)
	}
	genomes := make([]Genome, n)
	for i := range genomes {
		a := r.IntN(len(elites))
		b := (a + 1 + r.IntN(len(elites)-1)) % len(elites)
		genomes[i] = known.Space.Cross(elites[a].Genome, elites[b].Genome, r)
		if known.Seen(genomes[i]) {
			genomes[i] = known.Space.Mutate(genomes[i], r)
		}
	}
	return genomes, nil
}
