package emas

import "contextarena.internal/space"

// Genome is one configuration of a space.
type Genome = space.Number

// NewPipelineSpace is the space of 4,320 pipelines (Encode × Store × Retrieve × Manage), whose
// settings are those of the strategy `pipeline`. With adaptive_depth, depth is the cap, so it
// always applies. More dimensions, such as layers, multiply it; the numbers of its genomes then
// change.
func NewPipelineSpace(more ...space.Dimension) (*space.Space, error) {
	return space.New(append([]space.Dimension{
		space.Choice("encode", "narrative_summary", "fact_extraction", "targeted_delegation", "dual_track", "type_specific"),
		space.Choice("store", "replace", "append_deduplicate", "layered", "versioned"),
		space.Choice("retrieve", "system_prefix", "interleaved", "on_demand"),
		space.Steps("compress_every", "every", 4, 6, 8, 12),
		space.Steps("recent_window", "recent", 2, 4, 6),
		space.Steps("depth", "depth", 1, 2, 3),
		space.Switch("adaptive_depth", "adaptive"),
	}, more...)...)
}

// features is a genome as a vector for a Forest: an ordered dimension is one number from 0 to 1 (-1
// where it doesn't apply), any other a 0 or 1 for each level, and one for true where there are two.
func features(s *space.Space, g Genome) []float64 {
	var x []float64
	for d, l := range s.Levels(g) {
		dim := s.Dimensions[d]
		n := len(dim.Levels)
		switch {
		case dim.Ordered() && l == space.Inactive:
			x = append(x, -1)
		case dim.Ordered():
			x = append(x, float64(l)/float64(max(1, n-1)))
		default:
			hot := make([]float64, n)
			if l != space.Inactive {
				hot[l] = 1
			}
			if n == 2 && !dim.Conditional() {
				hot = hot[1:]
			}
			x = append(x, hot...)
		}
	}
	return x
}
