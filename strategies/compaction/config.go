package compaction

import (
	"errors"
	"fmt"
)

// Config is the source's eight fields.
type Config struct {
	MinEntries       int  // fewer are never compacted, however long they are
	MaxEntries       int  // so many are
	MaxChars         int  // and so many characters
	SummarySentences int  // that the model is asked for; nothing else heeds it
	PreserveLast     int  // newest entries that stay as they are
	KeyFindings      bool // the rules look for findings
	UseModel         bool // a model writes the summary, if there is one
	FallBackToRules  bool // the rules do where it fails; otherwise that is an error
}

// Default is the source's.
func Default() Config {
	return Config{MinEntries: 5, MaxEntries: 10, MaxChars: 8000, SummarySentences: 3, PreserveLast: 2, KeyFindings: true, UseModel: true, FallBackToRules: true}
}

// Recipe is a configuration that the source recommends.
type Recipe struct {
	Name string
	Config
}

// Recipes are the source's four: high-throughput benchmarks, long-running research sessions, minimal memory, and no
// compaction. What one of them leaves out has its default.
func Recipes() []Recipe {
	throughput, research, minimal, none := Default(), Default(), Default(), Default()
	throughput.MinEntries, throughput.MaxEntries, throughput.MaxChars = 3, 5, 3000
	throughput.UseModel, throughput.PreserveLast, throughput.SummarySentences = false, 1, 2
	research.MinEntries, research.MaxEntries, research.MaxChars = 8, 15, 15000
	research.PreserveLast, research.SummarySentences = 3, 4
	minimal.MinEntries, minimal.MaxEntries, minimal.MaxChars = 2, 4, 2000
	minimal.UseModel, minimal.PreserveLast, minimal.SummarySentences = false, 1, 1
	none.MinEntries, none.MaxEntries, none.MaxChars = 999, 999, 999_999
	return []Recipe{{"throughput", throughput}, {"research", research}, {"minimal", minimal}, {"none", none}}
}

// Check names every field that is below 0. A minimum above the maximum is none: the minimum decides.
func (c Config) Check() error {
	var errs []error
	for _, f := range []struct {
		name  string
		value int
	}{
		{"min_entries_for_compaction", c.MinEntries},
		{"max_entries_before_compaction", c.MaxEntries},
		{"max_chars_before_compaction", c.MaxChars},
		{"summary_max_sentences", c.SummarySentences},
		{"preserve_last_n_entries", c.PreserveLast},
	} {
		if f.value < 0 {
			errs = append(errs, fmt.Errorf("compaction: %s is %d: want 0 or more", f.name, f.value))
		}
	}
	return errors.Join(errs...)
}

// due reports whether so many entries of so many characters are compacted.
func (c Config) due(entries, chars int) bool {
	return entries >= c.MinEntries && (entries >= c.MaxEntries || chars >= c.MaxChars)
}
