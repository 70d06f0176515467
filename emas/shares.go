package emas

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"contextarena.internal/space"
	"contextarena.internal/stats"
)

// Drawn is a genome that was drawn from a space at random, with its fitness on each scenario and the
// variance of that figure.
type Drawn struct {
	Genome  Genome
	Fitness []float64
	Noise   []float64
}

// Share is the share of the variance of fitness over a space that a module explains: its dimensions with
// what they do together. The last of all is what modules do only together; it has no Module.
type Share struct {
	Module         string
	stats.Estimate // over the scenarios; N counts the genomes
}

// fewestDrawn is how many genomes shares need at least.
const fewestDrawn = 20

// Shares estimates what fitness depends on from genomes that were drawn at random, a genome's fitness being
// the mean over scenarios. A module's share is the adjusted R² of a one-way analysis of variance over its
// combinations (Ezekiel 1930), held against the variance that is left once the mean noise is off it; one
// that comes out below 0 is 0. module names the module of a dimension.
//
// The intervals, at confidence 1-alpha, add the jackknife variances over scenarios and over genomes (Efron &
// Stein 1981), and so err to the large side, with t on one degree of freedom fewer than there are scenarios.
// Fewer than stats.MinClusters of those give none.
func Shares(over *space.Space, module func(dimension string) string, drawn []Drawn, alpha float64) ([]Share, error) {
	if len(drawn) < fewestDrawn {
		return nil, fmt.Errorf("%d pipelines were drawn at random, too few to tell what fitness depends on (want %d or more)", len(drawn), fewestDrawn)
	}
	var out []Share
	var cells [][]int // module → genome → which combination of the module's levels
	for d, dim := range over.Dimensions {
		name := module(dim.Name)
		i := slices.IndexFunc(out, func(s Share) bool { return s.Module == name })
		if i < 0 {
			i = len(out)
			out, cells = append(out, Share{Module: name}), append(cells, make([]int, len(drawn)))
		}
		for g := range drawn {
			cells[i][g] = cells[i][g]*(len(dim.Levels)+1) + over.Levels(drawn[g].Genome)[d] + 1
		}
	}
	out = append(out, Share{})
	scenarios := len(drawn[0].Fitness)
	whole := explained(drawn, cells, -1, -1)
	if whole == nil {
		return nil, fmt.Errorf("there is no variance beyond noise among %d pipelines, or too few of them share their settings", len(drawn))
	}
	byScenario, byGenome := make([][]float64, scenarios), make([][]float64, len(drawn))
	for s := range byScenario {
		byScenario[s] = explained(drawn, cells, s, -1)
	}
	for g := range byGenome {
		byGenome[g] = explained(drawn, cells, -1, g)
	}
	for i := range out {
		out[i].Estimate = stats.Estimate{Mean: min(1, max(0, whole[i])), N: float64(len(drawn)), Clusters: scenarios}
		if scenarios < stats.MinClusters {
			continue
		}
		reach := distuv.StudentsT{Sigma: 1, Nu: float64(scenarios - 1)}.Quantile(1-alpha/2) * math.Sqrt(jackknife(byScenario, i)+jackknife(byGenome, i))
		out[i].Interval = &stats.Interval{Low: min(1, max(0, whole[i]-reach)), High: min(1, max(0, whole[i]+reach))}
	}
	return out, nil
}

// explained are the shares without one scenario or one genome (-1: with all), as they come out, be it below 0;
// nil where nothing varies but noise.
func explained(drawn []Drawn, cells [][]int, scenario, genome int) []float64 {
	var fitness, noise []float64
	for g, d := range drawn {
		if g == genome {
			continue
		}
		sum, v, n := 0.0, 0.0, 0.0
		for s := range d.Fitness {
			if s != scenario {
				sum, v, n = sum+d.Fitness[s], v+d.Noise[s], n+1
			}
		}
		fitness, noise = append(fitness, sum/n), append(noise, v/n/n)
	}
	all := spread(fitness, make([]int, len(fitness)))
	variance := all - stat.Mean(noise, nil)
	if !(variance > 0) {
		return nil
	}
	var shares []float64
	together := 1.0
	for _, module := range cells {
		if genome >= 0 {
			module = slices.Delete(slices.Clone(module), genome, genome+1)
		}
		within := spread(fitness, module)
		if math.IsNaN(within) {
			return nil
		}
		share := (all - within) / variance
		shares, together = append(shares, share), together-max(0, share)
	}
	return append(shares, together)
}

// spread is the mean square about the means of groups; NaN where no group has two.
func spread(values []float64, group []int) float64 {
	sum, n := map[int]float64{}, map[int]float64{}
	for i, x := range values {
		sum[group[i]], n[group[i]] = sum[group[i]]+x, n[group[i]]+1
	}
	square := 0.0
	for i, x := range values {
		d := x - sum[group[i]]/n[group[i]]
		square += d * d
	}
	return square / float64(len(values)-len(n))
}

// jackknife is the variance of the i-th share by leaving each out in turn; infinite where one can't be.
func jackknife(without [][]float64, i int) float64 {
	var values []float64
	for _, shares := range without {
		if shares == nil {
			return math.Inf(1)
		}
		values = append(values, shares[i])
	}
	n := float64(len(values))
	return spread(values, make([]int, len(values))) * (n - 1) * (n - 1) / n
}
