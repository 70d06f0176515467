package emas

import "math/rand/v2"

// Uniform proposes any unseen genome alike: alone it is random search without replacement.
type Uniform struct{}

// Name is "uniform".
func (Uniform) Name() string { return "uniform" }

// Emit draws without replacement. Where fewer are unseen than asked for, some come twice.
func (Uniform) Emit(n int, known Known, r *rand.Rand) ([]Genome, error) {
	size := known.Space.Size()
	drawn := map[Genome]bool{}
	var genomes []Genome
	for len(genomes) < n {
		g, found := Genome(0), false
		for range 20 { // enough until few are left
			g = Genome(r.IntN(size))
			if found = !known.Seen(g) && !drawn[g]; found {
				break
			}
		}
		if !found {
			var left []Genome
			for h := range Genome(size) {
				if !known.Seen(h) && !drawn[h] {
					left = append(left, h)
				}
			}
			if len(left) > 0 {
				g = left[r.IntN(len(left))]
			}
		}
		drawn[g] = true
		genomes = append(genomes, g)
	}
	return genomes, nil
}
