package evolution

import (
	"fmt"

	"contextarena.internal/emas"
	"contextarena.internal/stats"
)

// The ways of searching that are compared.
const (
	illumination = "MAP-Elites"
	guarded      = "MAP-Elites, guarded" // elites are measured again, and challengers win by a margin
	genetic      = "genetic algorithm"
	drawn        = "random"
)

// raceSeeds is how many searches of each way are compared.
const raceSeeds = 30

// distinct are the numbers of distinct evaluations after which searches are looked at, up to the size of
// the space.
var distinct = []int{45, 90, 180, 360, 720, 1440, 2160}

// raceBatch is how many genomes the searches ask for at once.
const raceBatch = 45

// Race compares ways of searching on a space that was measured completely. Fractions are of the QD score
// of the best archive there can be.
type Race struct {
	Distinct []int      `json:"distinct"` // evaluations
	Seeds    int        `json:"seeds"`
	Cells    int        `json:"cells_that_can_be_filled"`
	Draws    int        `json:"draws"` // of each genome that searches see; 0: they see what judges them
	Truth    int        `json:"truth"` // fresh repeats that judge them; 0: they are judged by what they see, the mean of Seen repeats
	Seen     int        `json:"seen"`
	Closed   []float64  `json:"random_closed_form"`
	Curves   []Curve    `json:"curves"`
	Ahead    []Ahead    `json:"ahead"`
	Noise    []Believed `json:"noise"`
}

// Curve is how far a way of searching gets, by distinct evaluations. The band holds 80 % of seeds.
type Curve struct {
	Method string    `json:"method"`
	Mean   []float64 `json:"mean"`
	Low    []float64 `json:"low"`
	High   []float64 `json:"high"`
	Asked  []float64 `json:"evaluations"` // elites measured again included
}

// Ahead is by how much MAP-Elites lies ahead of another way, by distinct evaluations, with 95 % intervals
// over seeds, and what that says of the other one: behind, better, or as good.
type Ahead struct {
	Of    string    `json:"of"`
	By    []float64 `json:"by"`
	Low   []float64 `json:"low"`
	High  []float64 `json:"high"`
	Found []string  `json:"found"`
}

// Believed is what noise pretends: the archives of a way of searching, over seeds, as their searches saw
// them and by the truth.
type Believed struct {
	Method   string `json:"method"`
	At       int    `json:"at"`         // distinct evaluations
	Believed Mean   `json:"believed"`   // mean fitness of the elites
	True     Mean   `json:"true"`       // likewise
	Stayed   Mean   `json:"stayed"`     // share of elites in their true cell
	Out      Mean   `json:"infeasible"` // share of elites that pass too few tasks in truth
}

// Race plays the searches; nil unless the whole space was measured. The closed form is of random search
// that sees what judges it.
func (r Run) Race() (*Race, error) {
	l := r.Landscape
	if l == nil {
		return nil, nil
	}
	out := &Race{Seeds: raceSeeds, Ahead: []Ahead{}, Noise: []Believed{}, Draws: len(l.Draws), Truth: r.Settings.Truth, Seen: r.Settings.Draws * r.Settings.Repeats}
	for _, k := range distinct {
		if k <= l.Space.Size() {
			out.Distinct = append(out.Distinct, k)
		}
	}
	if len(out.Distinct) == 0 {
		out.Distinct = []int{l.Space.Size()}
	}
	optimum, err := l.Optimum()
	if err != nil {
		return nil, err
	}
	if out.Cells = optimum.Summary().Elites; out.Cells == 0 {
		return nil, fmt.Errorf("no genome of the whole space passes enough tasks: there is no archive to compare searches by")
	}
	if out.Closed, err = l.Random(out.Distinct); err != nil {
		return nil, err
	}
	illuminate := []emas.Emitter{emas.Uniform{}, emas.Mutation{}, emas.Crossover{}}
	methods := []emas.Method{
		{Name: illumination, Emitters: illuminate, Batch: raceBatch},
		{Name: genetic, Emitters: []emas.Emitter{emas.Genetic{Population: 50}}, Batch: raceBatch},
		{Name: drawn, Emitters: []emas.Emitter{emas.Uniform{}}, Batch: raceBatch},
	}
	if len(l.Draws) > 1 {
		methods = append(methods, emas.Method{
			Name: guarded, Emitters: illuminate, Batch: raceBatch, Repeats: min(len(l.Draws), r.Settings.Again), Margin: r.Settings.Margin,
		})
	}
	seeds := make([]uint64, raceSeeds)
	for i := range seeds {
		seeds[i] = uint64(i + 1)
	}
	var first emas.Curve // of MAP-Elites
	for i, m := range methods {
		c, err := l.Curve(m, out.Distinct, seeds)
		if err != nil {
			return nil, err
		}
		low, high := c.Band(0.8)
		out.Curves = append(out.Curves, Curve{c.Method, c.Mean(), low, high, c.Evaluations})
		if len(l.Draws) > 0 {
			believed, err := believedBy(l, m, out.Distinct[len(out.Distinct)-1], seeds)
			if err != nil {
				return nil, err
			}
			out.Noise = append(out.Noise, believed)
		}
		if i == 0 {
			first = c
			continue
		}
		ahead := Ahead{Of: c.Method}
		for k := range out.Distinct {
			b, err := first.Ahead(c, k, alpha)
			if err != nil {
				return nil, err
			}
			ahead.By, ahead.Low, ahead.High = append(ahead.By, b.Estimate), append(ahead.Low, b.BCa.Low), append(ahead.High, b.BCa.High)
			ahead.Found = append(ahead.Found, standing(b.BCa))
		}
		out.Ahead = append(out.Ahead, ahead)
	}
	return out, nil
}

// standing says what MAP-Elites being ahead by so much makes of the other way.
func standing(ahead stats.Interval) string {
	switch {
	case ahead.Low > 0:
		return "behind"
	case ahead.High < 0:
		return "better"
	}
	return "as good"
}

// believedAt is after how many distinct evaluations archives are held against the truth.
const believedAt = 720

// believedBy holds what searches believe against the truth.
func believedBy(l *emas.Landscape, m emas.Method, most int, seeds []uint64) (Believed, error) {
	out := Believed{Method: m.Name, At: min(believedAt, most)}
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
	out.Believed, out.True = meanOf(stats.PairedMean(believed, false, alpha)), meanOf(stats.PairedMean(right, false, alpha))
	out.Stayed, out.Out = meanOf(stats.ClusterMean(stayed, alpha)), meanOf(stats.ClusterMean(failed, alpha))
	return out, nil
}
