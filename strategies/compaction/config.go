package compaction

// Config is the source's eight fields. An entry is an exchange, in a chat.
type Config struct {
	MinEntries       int  `yaml:"min_entries_for_compaction" default:"5" min:"0" max:"1000000" help:"fewer exchanges are never compacted"`
	MaxEntries       int  `yaml:"max_entries_before_compaction" default:"10" min:"0" max:"1000000" help:"so many exchanges are"`
	MaxChars         int  `yaml:"max_chars_before_compaction" default:"8000" min:"0" max:"100000000" help:"and so many characters"`
	SummarySentences int  `yaml:"summary_max_sentences" default:"3" min:"0" max:"1000" help:"that the memory model is asked for"`
	PreserveLast     int  `yaml:"preserve_last_n_entries" default:"2" min:"0" max:"1000000" help:"newest exchanges that stay as they were said"`
	KeyFindings      bool `yaml:"include_key_findings" default:"true" help:"rules look for numbers, and for keys with values"`
	UseModel         bool `yaml:"use_llm_for_summary" default:"true" help:"the memory model writes the summary"`
	FallBackToRules  bool `yaml:"fallback_to_deterministic" default:"true" help:"rules do where it says nothing; otherwise the trial fails"`
}

// due reports whether so many entries of so many characters are compacted. Where the minimum is above the maximum it
// decides.
func (c Config) due(entries, chars int) bool {
	return entries >= c.MinEntries && (entries >= c.MaxEntries || chars >= c.MaxChars)
}
