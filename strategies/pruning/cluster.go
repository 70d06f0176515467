package pruning

import (
	"fmt"

	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
)

// Clusters puts together what is alike: each memory, in order, joins the cluster whose first member it is most like,
// if their cosine is at least likeness, and else begins one. Every memory is in one cluster; clusters stand in the
// order of their first members, members in that of the list. An error names the memory and wraps embed.ErrNotFinite
// or embed.ErrDimensions.
func Clusters(memories []llm.Vector, likeness float64) ([][]int, error) {
	var out [][]int
	var first embed.Index
	for i, m := range memories {
		near, err := first.Nearest(m, 1)
		if err == nil && (len(near) == 0 || near[0].Cosine < likeness) {
			out = append(out, []int{i})
			err = first.Add(m)
		} else if err == nil {
			out[near[0].Place] = append(out[near[0].Place], i)
		}
		if err != nil {
			return nil, fmt.Errorf("memory %d: %w", i+1, err)
		}
	}
	return out, nil
}

// Representative is the place of the highest score in a cluster that isn't empty.
func Representative(list []Memory, cluster []int) int {
	best := cluster[0]
	for _, i := range cluster[1:] {
		if list[i].Score > list[best].Score {
			best = i
		}
	}
	return best
}

// Consolidate is the memory that stands for members, of which there is one at least: as old as the newest of them, of
// the highest of their levels, with the usage of all. From names what it was made of, down to what nothing was
// consolidated into.
func Consolidate(id string, members ...Memory) Memory {
	out := Memory{ID: id, Score: members[0].Score}
	for _, m := range members {
		if m.Created.After(out.Created) {
			out.Created = m.Created
		}
		out.Level = max(out.Level, m.Level)
		out.Usage = out.Usage.Plus(m.Usage)
		out.Score = max(out.Score, m.Score)
		if m.From == nil {
			out.From = append(out.From, m.ID)
		}
		out.From = append(out.From, m.From...)
	}
	return out
}
