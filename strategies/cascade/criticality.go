package cascade

import (
	"math"
	"slices"
)

// criticality says how much would be wrong if a value were lost: how many values depend on it
// directly, times one more than the weighted length of the longest chain below it, times a recency
// that halves with every halfLife cycles since the value or one below it was last stated. Zero for a
// value that nothing depends on.
//
// Source: "Cascade-Aware Compression", proposal 9 of the proposals on long-context agent memory:
// fan_out * (1 + depth_weight * max_depth) * recency_multiplier. It leaves the multiplier open.
func (d *dependencies) criticality(cycle int, depthWeight, halfLife float64) map[*dependent]float64 {
	type below struct{ direct, depth, stated int }
	all := map[*dependent]*below{}
	order := d.ordered()
	for _, v := range order {
		all[v] = &below{stated: v.Said}
	}
	for _, v := range slices.Backward(order) {
		for _, up := range v.from {
			u := all[up]
			u.direct++
			u.depth = max(u.depth, all[v].depth+1)
			u.stated = max(u.stated, all[v].stated)
		}
	}
	out := map[*dependent]float64{}
	for v, b := range all {
		recency := math.Exp2(-float64(cycle-b.stated) / halfLife)
		out[v] = float64(b.direct) * (1 + depthWeight*float64(b.depth)) * recency
	}
	return out
}
