package evolution

import (
	"fmt"

	"contextarena.internal/emas"
	"contextarena.internal/stats"
)

// The ways of searching that are compared.
const (
	Illumination = "MAP-Elites"
	Guarded      = "MAP-Elites, guarded" // elites are measured again, and challengers win by a margin
	Genetic      = "genetic algorithm"
	Drawn        = "random"
)

// Seeds is how many searches of each way are compared, and Distinct after how many distinct evaluations
// (those up to the size of the space).
const Seeds = 30

// Distinct are the numbers of distinct evaluations after which searches are looked at.
var Distinct = []int{45, 90, 180, 360, 720, 1440, 2160}

// raceBatch is how many genomes the searches ask for at once.
const raceBatch = 45

// Race compares ways of searching on a space that was measured completely.
type Race struct {
	K      []int // distinct evaluations
	Cells  int   // that can be filled
	Draws  int   // evaluations of each genome that a search may see; 0: it sees what judges it
	Truth  int   // fresh repeats by which it is judged; 0: by what it sees, the mean of Seen repeats
	Seen   int
	Closed []float64
	Curves []emas.Curve
	// Ahead is by how much MAP-Elites, the first curve, lies ahead of each other one, by k.
	Ahead   []Ahead
	Mirages []Mirage
}

// Ahead compares two curves.
type Ahead struct {
	Of string
	By []stats.Bootstrap // over seeds
}

// Mirage is what noise pretends: the archives of a way of searching after At distinct evaluations, over
// seeds, as their searches saw them and by the truth.
type Mirage struct {
	Method         string
	At             int
	Believed, True stats.Estimate // mean fitness of the elites
	Stayed         stats.Estimate // share of elites whose cell is the right one
	Out            stats.Estimate // share of elites that pass too few tasks
}

// Race plays the searches; nil unless the whole space was measured. The closed form is of random search
// that sees what judges it.
func (r Run) Race() (*Race, error) {
	l := r.Landscape
	if l == nil {
		return nil, nil
	}
	out := &Race{Draws: len(l.Draws), Truth: r.Settings.Truth, Seen: r.Settings.Draws * r.Settings.Repeats}
	for _, k := range Distinct {
		if k <= l.Space.Size() {
			out.K = append(out.K, k)
		}
	}
	if len(out.K) == 0 {
		out.K = []int{l.Space.Size()}
	}
	optimum, err := l.Optimum()
	if err != nil {
		return nil, err
	}
	if out.Cells = optimum.Summary().Elites; out.Cells == 0 {
		return nil, fmt.Errorf("no genome of the whole space passes enough tasks: there is no archive to compare searches by")
	}
	if out.Closed, err = l.Random(out.K); err != nil {
		return nil, err
	}
	illuminate := []emas.Emitter{emas.Uniform{}, emas.Mutation{}, emas.Crossover{}}
	methods := []emas.Method{
		{Name: Illumination, Emitters: illuminate, Batch: raceBatch},
		{Name: Genetic, Emitters: []emas.Emitter{emas.Genetic{Population: 50}}, Batch: raceBatch},
		{Name: Drawn, Emitters: []emas.Emitter{emas.Uniform{}}, Batch: raceBatch},
	}
	if len(l.Draws) > 1 {
		methods = append(methods, emas.Method{
			Name: Guarded, Emitters: illuminate, Batch: raceBatch, Repeats: min(len(l.Draws), r.Settings.Again), Margin: r.Settings.Margin,
		})
	}
	seeds := make([]uint64, Seeds)
	for i := range seeds {
		seeds[i] = uint64(i + 1)
	}
	for _, m := range methods {
		c, err := l.Curve(m, out.K, seeds)
		if err != nil {
			return nil, err
		}
		out.Curves = append(out.Curves, c)
		if len(l.Draws) > 0 {
			mirage, err := mirageOf(l, m, out.K[len(out.K)-1], seeds)
			if err != nil {
				return nil, err
			}
			out.Mirages = append(out.Mirages, mirage)
		}
	}
	for _, other := range out.Curves[1:] {
		a := Ahead{Of: other.Method}
		for i := range out.K {
			b, err := out.Curves[0].Ahead(other, i, alpha)
			if err != nil {
				return nil, err
			}
			a.By = append(a.By, b)
		}
		out.Ahead = append(out.Ahead, a)
	}
	return out, nil
}

// mirageAt is after how many distinct evaluations archives are held against the truth.
const mirageAt = 720

// mirageOf holds what searches believe against the truth.
func mirageOf(l *emas.Landscape, m emas.Method, most int, seeds []uint64) (Mirage, error) {
	out := Mirage{Method: m.Name, At: min(mirageAt, most)}
	var believed, right, stayed, failed []stats.Cluster
	for _, seed := range seeds {
		found, err := l.Found(m, out.At, seed)
		if err != nil {
			return out, err
		}
		var again []emas.Evaluation
		for _, e := range found.Elites() {
			again = append(again, l.Truth[e.Genome])
		}
		_, s, err := emas.Corrected(found, again)
		if err != nil {
			return out, err
		}
		if s.Elites == 0 {
			continue
		}
		believed = append(believed, stats.Cluster{Sum: s.Searched, N: 1})
		right = append(right, stats.Cluster{Sum: s.Heldout, N: 1})
		stayed = append(stayed, stats.Cluster{Sum: float64(s.Stayed) / float64(s.Elites), N: 1})
		failed = append(failed, stats.Cluster{Sum: float64(s.Infeasible) / float64(s.Elites), N: 1})
	}
	out.Believed, out.True = stats.PairedMean(believed, false, alpha), stats.PairedMean(right, false, alpha)
	out.Stayed, out.Out = stats.ClusterMean(stayed, alpha), stats.ClusterMean(failed, alpha)
	return out, nil
}

// Found is what a race says of MAP-Elites against another way after as many evaluations as the mirages
// are of, or the last ones before: ahead, behind, or as good.
func (a Ahead) Found(i int) string {
	b := a.By[i].BCa
	switch {
	case b.Low > 0:
		return "behind"
	case b.High < 0:
		return "better"
	}
	return "as good"
}
