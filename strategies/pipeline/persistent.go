package pipeline

import (
	"context"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/llm/form"
	"contextarena.internal/strategies/prompt"
)

// PersistentRLM keeps what the memory model answers instead of having it rewritten: at each cycle
// the model says what is new or has changed under six headings, and each line joins the store of
// its heading. A line that begins like a stored one replaces it; corrections are only ever
// added; lines under the headings of layers are replaced each cycle. After the strategy of the same name of
// the original benchmark, whose stores had no bound.
type PersistentRLM struct {
	Cadence     `yaml:",inline"`
	MatchPrefix int `yaml:"match_prefix" default:"25" min:"1" max:"1000" help:"characters two lines must share at their beginning for the new one to replace the old"`
	KeepTokens  int `yaml:"keep_tokens" default:"4000" min:"64" max:"1000000" help:"tokens of all stores; beyond, the lines written longest ago go"`
	MaxTokens   int `yaml:"max_tokens" default:"1024" min:"16" max:"32768" help:"cap of each reply of the memory model"`
}

// Name is "persistent_rlm".
func (PersistentRLM) Name() string { return "persistent_rlm" }

// Version covers the prompt of the six sections.
func (s PersistentRLM) Version() string { return s.Prompts().Version() }

// Prompts are its templates.
func (PersistentRLM) Prompts() prompt.Texts { return used(2, "sections.tmpl") }

// Start begins a trial.
func (s PersistentRLM) Start(env arena.Env) (arena.Memory, error) {
	return start(env, modules{
		manage: s.manager(),
		encode: keyedSections{maxTokens: s.MaxTokens},
		store:  newKeyed(env.Tokens, s.KeepTokens, s.MatchPrefix),
	})
}

// corrections is the heading under which lines are never replaced.
const corrections = "CORRECTIONS"

// storeHeadings are those of sections.tmpl.
var storeHeadings = []string{"ENTITIES", "DECISIONS", corrections, "NUMBERS", "PLACES AND LINKS", "CURRENT STATE"}

// headedFacts is facts under headings.
type headedFacts struct {
	Facts []struct {
		Heading string `json:"heading" about:"where the fact belongs"`
		Fact    string `json:"fact" about:"one fact: a whole statement, with names, numbers, dates and codes copied exactly" most:"400"`
	} `json:"facts" about:"what is new or has changed"`
}

// headedForm asks for them under the headings of the stores and of sections.
func headedForm(sections ...Section) *form.Form[headedFacts] {
	headings := slices.Clone(storeHeadings)
	for _, s := range sections {
		headings = append(headings, s.Heading)
	}
	return form.New[headedFacts]("headed_facts", form.Enum("heading", headings...))
}

// keyedSections asks for what is new or has changed, under the headings of the stores.
type keyedSections struct{ maxTokens int }

func (e keyedSections) encode(ctx context.Context, env arena.Env, p *Plan, notes noteStore) (written, error) {
	asked := headedForm(p.Sections...)
	prompt := render(env, "sections.tmpl", data{Knowledge: notes.narrative(), Transcript: p.Transcript()})
	rs, err := p.complete(ctx, env.Client, asked.Ask(env.MemoryModel, e.maxTokens, p.extended(prompt)))
	if err != nil {
		return written{}, err
	}
	answer, count := Read(p, asked, rs[0])
	w := written{stop: rs[0].Stop, read: !unread(count, rs[0])}
	for _, f := range answer.Facts {
		i := slices.IndexFunc(w.sections, func(s section) bool { return s.heading == f.Heading })
		if i < 0 {
			i = len(w.sections)
			w.sections = append(w.sections, section{heading: f.Heading})
		}
		w.sections[i].lines = append(w.sections[i].lines, f.Fact)
	}
	w.text = joined(w.sections)
	if !w.read {
		w.warnings = append(w.warnings, "the memory model's reply was empty, a refusal or can't be read: the stores were kept as they were")
	}
	return w, nil
}

// keyed are stores under headings, in each of which a line is told apart by how it begins. Corrections
// are never replaced. Lines under headings that layers asked for are those of the last cycle.
type keyed struct{ headedNotes }

func newKeyed(tokens func(string) int, budget, prefixLength int) *keyed {
	begins := byBeginning(prefixLength)
	return &keyed{headedNotes{tokens: tokens, budget: budget, key: func(e entry) string {
		if e.heading == corrections {
			return e.text
		}
		return begins(e)
	}}}
}

func (s *keyed) add(w written) []string {
	s.cycle++
	if w.read {
		s.entries = slices.DeleteFunc(s.entries, func(e entry) bool { return !slices.Contains(storeHeadings, e.heading) })
	}
	for _, sec := range w.sections {
		s.put(sec.heading, s.cycle, sec.lines...)
	}
	return s.fit()
}
