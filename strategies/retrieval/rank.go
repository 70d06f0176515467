package retrieval

import (
	"cmp"
	"context"
	"slices"
)

// depth is how far each of two rankings is read. What stands behind it in both would weigh next to
// nothing.
const depth = 200

// rank lists what left the window, by its place in the indexes, best first. What has nothing in common
// with the query, a score of 0 or less, isn't in it; of equals the later is better.
func (r *memory) rank(ctx context.Context, query string) ([]int, error) {
	if len(r.left) == 0 {
		return nil, nil
	}
	switch r.settings.By {
	case byWords:
		return r.byWords(query), nil
	case byVectors:
		return r.byVectors(ctx, query)
	}
	near, err := r.byVectors(ctx, query)
	if err != nil {
		return nil, err
	}
	return fuse(r.settings.Fusion, near, r.byWords(query)), nil
}

func (r *memory) byWords(query string) []int {
	scores := r.words.Scores(query)
	var out []int
	for place := range slices.Backward(scores) {
		if scores[place] > 0 {
			out = append(out, place)
		}
	}
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	return out
}

func (r *memory) byVectors(ctx context.Context, query string) ([]int, error) {
	asked, err := r.env.Embedder.Embed(ctx, []string{query})
	if err != nil {
		return nil, err
	}
	near, err := r.vectors.Nearest(asked[0], max(depth, r.settings.TopK))
	var out []int
	for _, n := range near {
		if n.Cosine > 0 {
			out = append(out, n.Place)
		}
	}
	return out, err
}

// fuse is reciprocal rank fusion: a place's score is the sum of 1/(k + rank) over the rankings that have
// it, ranks from 1 (Cormack, Clarke and Buettcher, "Reciprocal rank fusion outperforms Condorcet and
// individual rank learning methods", SIGIR 2009, where k is 60). Of equals the later place is better.
func fuse(k int, rankings ...[]int) []int {
	scores := map[int]float64{}
	var out []int
	for _, ranking := range rankings {
		for i, place := range ranking {
			if _, there := scores[place]; !there {
				out = append(out, place)
			}
			scores[place] += 1 / float64(k+i+1)
		}
	}
	slices.SortFunc(out, func(a, b int) int { return cmp.Or(cmp.Compare(scores[b], scores[a]), b-a) })
	return out
}
