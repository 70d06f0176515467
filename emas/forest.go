package emas

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// Forest is a random forest for regression (Breiman 2001): each tree grows on a bootstrap sample and
// splits on the best of a third of the features, drawn anew at each node. It is the surrogate that
// needs no tuning with categorical genes. Trees are grown out; the zero value has 50.
type Forest struct{ Trees int }

// node is one split, or a leaf where left is 0.
type node struct {
	feature     int
	limit       float64 // left takes values up to it
	left, right int
	mean, vary  float64 // of a leaf's examples
}

// predict is what a forest expects at a point, and the standard deviation of that belief.
type predict func(x []float64) (mean, sd float64)

// Fit grows the forest on examples: x are features of genomes. The same examples and seed give the same
// predictions. The standard deviation it predicts is the root of the trees' mean leaf
// variance and the variance of their means (Hutter et al. 2014, "Algorithm runtime prediction").
func (f Forest) Fit(x [][]float64, y []float64, seed uint64) (predict, error) {
	if len(x) == 0 || len(x) != len(y) || len(x[0]) == 0 {
		return nil, errors.New("forest: needs as many values as points, and at least one of each")
	}
	for i := range x {
		if len(x[i]) != len(x[0]) || math.IsNaN(y[i]) || slices.ContainsFunc(x[i], math.IsNaN) {
			return nil, fmt.Errorf("forest: example %d has another length than the first, or NaN", i+1)
		}
	}
	trees := f.Trees
	if trees <= 0 {
		trees = 50
	}
	g := newGrower(x, y)
	forest := make([][]node, trees)
	for t := range forest {
		r := rand.New(rand.NewPCG(seed, uint64(t)))
		rows := make([]int, len(x))
		for i := range rows {
			rows[i] = r.IntN(len(x))
		}
		g.tree = nil
		g.grow(rows, r)
		forest[t] = g.tree
	}
	return func(x []float64) (mean, sd float64) {
		var sum, squares, within float64
		for _, tree := range forest {
			at := 0
			for tree[at].left != 0 {
				if x[tree[at].feature] <= tree[at].limit {
					at = tree[at].left
				} else {
					at = tree[at].right
				}
			}
			sum += tree[at].mean
			squares += tree[at].mean * tree[at].mean
			within += tree[at].vary
		}
		n := float64(len(forest))
		mean = sum / n
		return mean, math.Sqrt(max(0, squares/n-mean*mean) + within/n)
	}, nil
}

// grower grows one tree at a time. Features are coded as ranks among their distinct values, so a
// split needs one pass over the examples; genes have few values.
type grower struct {
	y      []float64
	codes  [][]int     // feature → example → rank
	values [][]float64 // feature → rank → value
	tree   []node
	count  []int     // by rank, reused
	sum    []float64 // by rank, reused
}

func newGrower(x [][]float64, y []float64) *grower {
	g := &grower{y: y}
	most := 0
	for f := range x[0] {
		column := make([]float64, len(x))
		for i := range x {
			column[i] = x[i][f]
		}
		values := slices.Clone(column)
		slices.Sort(values)
		values = slices.Compact(values)
		codes := make([]int, len(x))
		for i, v := range column {
			codes[i], _ = slices.BinarySearch(values, v)
		}
		g.codes, g.values = append(g.codes, codes), append(g.values, values)
		most = max(most, len(values))
	}
	g.count, g.sum = make([]int, most), make([]float64, most)
	return g
}

// grow adds the tree of these examples and returns its place.
func (g *grower) grow(rows []int, r *rand.Rand) int {
	at := len(g.tree)
	n := float64(len(rows))
	var sum, squares float64
	for _, i := range rows {
		sum += g.y[i]
	}
	mean := sum / n
	for _, i := range rows {
		squares += (g.y[i] - mean) * (g.y[i] - mean)
	}
	g.tree = append(g.tree, node{mean: mean, vary: squares / n})
	if squares <= 1e-18 {
		return at
	}
	feature, rank := g.split(rows, sum, r)
	if feature < 0 {
		return at
	}
	codes := g.codes[feature]
	var low, high []int
	for _, i := range rows {
		if codes[i] <= rank {
			low = append(low, i)
		} else {
			high = append(high, i)
		}
	}
	limit := (g.values[feature][rank] + g.values[feature][rank+1]) / 2
	left := g.grow(low, r)
	right := g.grow(high, r)
	g.tree[at] = node{feature: feature, limit: limit, left: left, right: right}
	return at
}

// split finds the feature and the highest rank of the left side that leave the least squared error;
// the first of equals. It looks at a third of the features, and at the others only as long as none
// could be split. -1: none can.
func (g *grower) split(rows []int, sum float64, r *rand.Rand) (feature, rank int) {
	feature = -1
	gain := 0.0
	n := float64(len(rows))
	for tried, f := range r.Perm(len(g.codes)) {
		if tried >= (len(g.codes)+2)/3 && feature >= 0 {
			break
		}
		ranks := len(g.values[f])
		clear(g.count[:ranks])
		clear(g.sum[:ranks])
		for _, i := range rows {
			c := g.codes[f][i]
			g.count[c]++
			g.sum[c] += g.y[i]
		}
		below, part := 0, 0.0
		for c := range ranks - 1 {
			below, part = below+g.count[c], part+g.sum[c]
			if g.count[c] == 0 || below == len(rows) {
				continue
			}
			b := float64(below)
			better := part*part/b + (sum-part)*(sum-part)/(n-b) - sum*sum/n
			if better > gain {
				gain, feature, rank = better, f, c
			}
		}
	}
	return feature, rank
}
