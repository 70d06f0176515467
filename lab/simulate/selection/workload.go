package selection

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"contextarena.internal/strategies/selection"
)

// sizing is a distribution of message sizes.
type sizing struct {
	name string
	draw func(r *rand.Rand) int
}

// sizings are those that are compared. The source document has the first alone; in real conversations a few
// messages, most of them results of tools, hold most of the tokens. The others are ours.
var sizings = []sizing{
	{"source", sourceSize},
	{"lognormal", func(r *rand.Rand) int {
		return max(1, int(math.Exp(math.Log(100)-.5+r.NormFloat64())))
	}},
	{"huge", func(r *rand.Rand) int {
		if r.Float64() < .1 {
			return 500 + r.IntN(2001)
		}
		return sourceSize(r)
	}},
}

func sourceSize(r *rand.Rand) int { return max(10, int(100+30*r.NormFloat64())) }

// scale is how many messages there are and what they have to fit.
type scale struct {
	name          string
	items, budget int
}

// scales are those of the source's own benchmark.
var scales = []scale{{"100", 100, 5_000}, {"500", 500, 20_000}, {"1,000", 1000, 50_000}, {"5,000", 5000, 200_000}}

// shown is the scale of those tables that have one.
var shown = scales[2]

// generate draws n messages. As in the source their order is not that of their times. Scores are left at 0.
func generate(r *rand.Rand, n int, s sizing) []selection.Item {
	items := make([]selection.Item, n)
	for i := range items {
		it := selection.Item{
			ID: i, Tokens: s.draw(r), At: -5 * r.ExpFloat64(), ToolCalls: poisson(r, .3),
			Decision: r.Float64() < .05, Error: r.Float64() < .02,
		}
		if i > 0 && r.Float64() < .3 {
			it.Refs = append(it.Refs, i-1)
		}
		if i > 10 && r.Float64() < .1 {
			it.Refs = append(it.Refs, r.IntN(i-5))
		}
		items[i] = it
	}
	return items
}

// inTime is a list in the order of its times.
func inTime(items []selection.Item) []selection.Item {
	out := slices.Clone(items)
	slices.SortStableFunc(out, func(a, b selection.Item) int { return cmp.Compare(a.At, b.At) })
	return out
}

// poisson is Knuth's: the number of uniform draws whose product stays above e^(-mean).
func poisson(r *rand.Rand, mean float64) int {
	n, p, least := 0, r.Float64(), math.Exp(-mean)
	for p > least {
		n, p = n+1, p*r.Float64()
	}
	return n
}

// scored draws n messages with their scores by weights, references aside.
func scored(r *rand.Rand, w selection.Weights, n int, s sizing) []selection.Item {
	items := generate(r, n, s)
	return w.Scored(items, likenesses(r, n), 0)
}

// likenesses are cosines of unrelated texts: those of random directions of 512 dimensions, as the source draws
// them, are normal with a deviation of 1/√512.
func likenesses(r *rand.Rand, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = r.NormFloat64() / math.Sqrt(512)
	}
	return out
}
