package strategies

// Preset is a name for settings of another strategy. It is played, labelled and stored as that
// strategy: a name that people may type, and nothing else.
type Preset struct {
	Name  string
	Spec  string // what it stands for; its label is the canonical form of it
	About string // one line for `arena strategies list`
}

// presets are the compositions that the proposals themselves name (seed document 003,
// "Composability" and the sections of proposals 4 and 9). The caps of replies are those that the
// strategies below the layers have alone.
var presets = []Preset{
	{"da_rlm_cascade", "pipeline(layers=[da_rlm, cascade])", "depth by content, and dependent values guarded"},
	{"shadow_graph_foresight", "pipeline(layers=[shadow_graph, foresight])", "a graph, and surprising values flagged for the encoder"},
	{"channels_correction_format", "pipeline(layers=[channels, correction_format])", "stable and plastic stores, and corrections as a diff"},
	{"cascade_hybrid", "pipeline(encode=dual_track,layers=[cascade])", "cascade over hybrid"},
	{"cascade_correction_aware", "pipeline(encode=reference_and_log,max_tokens=2048,layers=[cascade])", "cascade over correction_aware"},
	{"l1_low_l2_medium", "mus", "utility thresholds 0.2 and 0.3, those the source settled on and the defaults of mus"},
	{"foresight_discovered_rlm", "pipeline(encode=audited_extraction,layers=[foresight])", "foresight over discovered_rlm"},
}

// Presets lists the presets.
func Presets() []Preset { return presets }
