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
// strategies below the layers have alone. Behind them stand the four recipes of "Memory Compaction" (package
// compaction has them too, and a test holds them together).
var presets = []Preset{
	{"da_rlm_cascade", "pipeline(layers=[da_rlm, cascade])", "depth by content, and dependent values guarded"},
	{"shadow_graph_foresight", "pipeline(layers=[shadow_graph, foresight])", "a graph, and surprising values flagged for the encoder"},
	{"channels_correction_format", "pipeline(layers=[channels, correction_format])", "stable and plastic stores, and corrections as a diff"},
	{"cascade_hybrid", "pipeline(encode=dual_track,layers=[cascade])", "cascade over hybrid"},
	{"cascade_correction_aware", "pipeline(encode=reference_and_log,max_tokens=2048,layers=[cascade])", "cascade over correction_aware"},
	{"l1_low_l2_medium", "mus", "utility thresholds 0.2 and 0.3, those the source settled on and the defaults of mus"},
	{"foresight_discovered_rlm", "pipeline(encode=audited_extraction,layers=[foresight])", "foresight over discovered_rlm"},
	{"compaction_throughput", "compaction(min_entries_for_compaction=3,max_entries_before_compaction=5,max_chars_before_compaction=3000,summary_max_sentences=2,preserve_last_n_entries=1,use_llm_for_summary=false)", "compaction, early and by rules"},
	{"compaction_research", "compaction(min_entries_for_compaction=8,max_entries_before_compaction=15,max_chars_before_compaction=15000,summary_max_sentences=4,preserve_last_n_entries=3)", "compaction, late and by the model"},
	{"compaction_minimal", "compaction(min_entries_for_compaction=2,max_entries_before_compaction=4,max_chars_before_compaction=2000,summary_max_sentences=1,preserve_last_n_entries=1,use_llm_for_summary=false)", "compaction, as early as possible and by rules"},
	{"compaction_none", "compaction(min_entries_for_compaction=999,max_entries_before_compaction=999,max_chars_before_compaction=999999)", "compaction that never comes, but for a budget"},
}

// Presets lists the presets.
func Presets() []Preset { return presets }
