package emas

import "contextarena.internal/space"

// Genome is one configuration of a space whose dimensions always apply.
type Genome = space.Number

// NewPipelineSpace is the space of 4,320 pipelines (Encode × Store × Retrieve × Manage), whose
// settings are those of the strategy `pipeline`. With adaptive_depth, depth is the cap, so it
// always applies.
func NewPipelineSpace() *space.Space {
	s, err := space.New(
		space.Choice("encode", "narrative_summary", "fact_extraction", "targeted_delegation", "dual_track", "type_specific"),
		space.Choice("store", "replace", "append_deduplicate", "layered", "versioned"),
		space.Choice("retrieve", "system_prefix", "interleaved", "on_demand"),
		space.Steps("compress_every", "every", 4, 6, 8, 12),
		space.Steps("recent_window", "recent", 2, 4, 6),
		space.Steps("depth", "depth", 1, 2, 3),
		space.Switch("adaptive_depth", "adaptive"),
	)
	if err != nil {
		panic("emas: " + err.Error()) // a mistake of the program
	}
	return s
}
