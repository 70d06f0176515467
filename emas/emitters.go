package emas

import "math/rand/v2"

// Uniform proposes any unseen genome alike: alone it is random search without replacement. When few are left some come
// twice or were seen.
func Uniform(n int, known Known, r *rand.Rand) []Genome {
	size := known.Space.Size()
	drawn := map[Genome]bool{}
	var genomes []Genome
	for len(genomes) < n {
		g := Genome(r.IntN(size))
		for tries := 1; tries < 20 && (known.Seen(g) || drawn[g]); tries++ {
			g = Genome(r.IntN(size))
		}
		drawn[g] = true
		genomes = append(genomes, g)
	}
	return genomes
}

// Mutation proposes mutants of elites, any elite alike (Mouret & Clune 2015). Without elites it
// draws as Uniform does.
func Mutation(n int, known Known, r *rand.Rand) []Genome {
	elites := known.Archive.Elites()
	if len(elites) == 0 {
		return Uniform(n, known, r)
	}
	genomes := make([]Genome, n)
	for i := range genomes {
		genomes[i] = mutate(known.Space, elites[r.IntN(len(elites))].Genome, r)
	}
	return genomes
}

// Crossover proposes children of two elites; a child that was seen already is mutated. Without two
// elites it does as Mutation does.
func Crossover(n int, known Known, r *rand.Rand) []Genome {
	elites := known.Archive.Elites()
	if len(elites) < 2 {
		return Mutation(n, known, r)
	}
	genomes := make([]Genome, n)
	for i := range genomes {
		a := r.IntN(len(elites))
		b := (a + 1 + r.IntN(len(elites)-1)) % len(elites)
		genomes[i] = cross(known.Space, elites[a].Genome, elites[b].Genome, r)
		if known.Seen(genomes[i]) {
			genomes[i] = mutate(known.Space, genomes[i], r)
		}
	}
	return genomes
}
