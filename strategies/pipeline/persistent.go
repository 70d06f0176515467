package pipeline

import (
	"context"
	"slices"

	"contextarena.internal/arena"
)

// PersistentRLM keeps what the memory model answers instead of having it rewritten: at each cycle
// the model says what is new or has changed under six headings, and each line joins the store of
// its heading. A line that begins like a stored one replaces it; corrections are only ever
// added; lines under no heading are replaced each cycle. After the strategy of the same name of
// the original benchmark, whose stores had no bound.
type PersistentRLM struct {
	CompressEvery int `yaml:"compress_every" default:"8" min:"1" max:"1000" help:"messages since the last cycle that make the next one due"`
	RecentWindow  int `yaml:"recent_window" default:"4" min:"1" max:"1000" help:"newest messages that stay raw after a cycle"`
	MatchPrefix   int `yaml:"match_prefix" default:"25" min:"1" max:"1000" help:"characters two lines must share at their beginning for the new one to replace the old"`
	KeepTokens    int `yaml:"keep_tokens" default:"4000" min:"64" max:"1000000" help:"tokens of all stores; beyond, the lines written longest ago go"`
	MaxTokens     int `yaml:"max_tokens" default:"1024" min:"16" max:"32768" help:"cap of each reply of the memory model"`
}

// Name is "persistent_rlm".
func (PersistentRLM) Name() string { return "persistent_rlm" }

// Version covers the prompt of the six sections.
func (PersistentRLM) Version() string { return version("sections.tmpl") }

// Start begins a trial.
func (s PersistentRLM) Start(env arena.Env) (arena.Memory, error) { return s.Under(env) }

// Under begins a trial with layers over it.
func (s PersistentRLM) Under(env arena.Env, layers ...Layer) (arena.Memory, error) {
	return start(env, modules{
		manage: manager{compressEvery: s.CompressEvery, recentWindow: s.RecentWindow},
		encode: keyedSections{maxTokens: s.MaxTokens},
		store:  &keyed{shelves: shelves{tokens: env.Tokens, budget: s.KeepTokens}, prefixLength: s.MatchPrefix},
	}, layers...)
}

// corrections is the heading under which lines are never replaced.
const corrections = "CORRECTIONS"

// storeHeadings are those of sections.tmpl.
var storeHeadings = []string{"ENTITIES", "DECISIONS", corrections, "NUMBERS", "PLACES AND LINKS", "CURRENT STATE"}

// keyedSections asks for what is new or has changed, under the headings of the stores.
type keyedSections struct{ maxTokens int }

func (e keyedSections) encode(ctx context.Context, env arena.Env, p *Plan, notes notebook) (written, error) {
	prompt := render("sections.tmpl", data{Knowledge: notes.narrative(), Transcript: p.Transcript()})
	rs, err := p.complete(ctx, env.Client, ask(env, e.maxTokens, p.extended(prompt)))
	if err != nil {
		return written{}, err
	}
	w := written{text: said(rs[0]), stop: rs[0].Stop}
	w.sections = sectioned(w.text, storeHeadings)
	routed := slices.ContainsFunc(w.sections, func(s section) bool { return slices.Contains(storeHeadings, s.heading) })
	switch {
	case w.text == "":
		w.warnings = append(w.warnings, "the memory model's reply was empty or a refusal: the stores were kept as they were")
	case len(w.sections) > 0 && !routed:
		w.warnings = append(w.warnings, "the memory model's reply had none of the headings asked for: it stands under none until the next cycle")
	}
	return w, nil
}

// keyed are stores under headings, in each of which a line is told apart by how it begins.
type keyed struct {
	shelves
	prefixLength int
}

func (s *keyed) add(w written) []string {
	s.cycle++
	if w.text != "" {
		s.list = slices.DeleteFunc(s.list, func(f *shelf) bool { return !slices.Contains(storeHeadings, f.heading) })
	}
	for _, sec := range w.sections {
		s.file(s.at(sec.heading), sec.lines)
	}
	return s.fit()
}

// file puts lines into a store.
func (s *keyed) file(f *shelf, lines []string) {
	key := func(line string) string {
		if f.heading == corrections {
			return line
		}
		return prefixKey(line, s.prefixLength)
	}
	at := make(map[string]int, len(f.entries))
	for i, e := range f.entries {
		at[key(e.text)] = i
	}
	for _, line := range lines {
		i, ok := at[key(line)]
		if !ok {
			i = len(f.entries)
			at[key(line)] = i
			f.entries = append(f.entries, entry{})
		}
		f.entries[i] = entry{line, s.cycle}
	}
}
