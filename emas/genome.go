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
