package routed

import (
	"context"
	"crypto/sha256"
	"fmt"

	"contextarena.internal/arena"
)

// EMASRouted plays the elite of the archive's cell that is for a kind of conversation (seed document 003,
// proposal 6). The memory model is asked once which kind the first messages begin. Where it can't tell, the
// best single cell is played, with a warning.
type EMASRouted struct {
	Policy string `yaml:"policy" need:"true" help:"policy file, as arena policy export-archive writes it"`
	After  int    `yaml:"after" default:"4" min:"3" max:"5" help:"decide after so many messages of the user"`
	// LabelTokens is the cap of KindRequest.
	LabelTokens int `yaml:"label_tokens" default:"512" min:"16" max:"32768" help:"cap of the reply that names the kind of conversation"`
}

// Name is "emas_routed".
func (EMASRouted) Name() string { return "emas_routed" }

// Version is an integer and the hash of the prompt. What the chosen strategy asks is covered by its own
// version, which the policy names.
func (EMASRouted) Version() string {
	return fmt.Sprintf("5+%x", sha256.Sum256([]byte(kindPrompt+kindText+kindForm.Schema().JSON)))[:10]
}

// Policies implements arena.PolicyReader.
func (s EMASRouted) Policies() []string { return []string{s.Policy} }

// Start begins a trial. Everything that is wrong with the policy is reported at once, as an arena.Mistake.
func (s EMASRouted) Start(env arena.Env) (arena.Memory, error) {
	const again = "make it again with arena policy export-archive"
	_, a, err := readPolicy(env, s.Name(), s.Policy, ArchiveKind, again, ReadArchive)
	if err != nil {
		return nil, err
	}
	r := &emasRouter{settings: s, archive: a}
	r.delegate = delegate{name: s.Name(), env: env, after: s.After, choose: r.decide}
	elites := make([]Candidate, len(a.Cells)) // each a candidate without a memory model of its own
	for i, c := range a.Cells {
		elites[i] = Candidate{Strategy: c.Strategy, Version: c.Version}
	}
	if err := r.offer(elites, nil); err != nil {
		return nil, arena.Mistake{Err: fmt.Errorf("emas_routed: policy %s: %w: evolve again and %s", s.Policy, err, again)}
	}
	return r, nil
}

// emasRouter is the memory of EMASRouted.
type emasRouter struct {
	delegate
	settings EMASRouted
	archive  *Archive
}

// decide routes by what was heard and starts the elite of the cell.
func (r *emasRouter) decide(ctx context.Context, heard []arena.Message) (arena.Memory, error) {
	r.measuredWith(r.archive.Model)
	if r.settings.After != r.archive.After {
		r.warn("the router was fitted on the first %d messages of the user, and decide here by %d", r.archive.After, r.settings.After)
	}
	reply, err := r.env.Client.Complete(ctx, r.settings.KindRequest(r.env.MemoryModel, heard))
	if err != nil {
		return nil, fmt.Errorf("emas_routed: kind of conversation: %w", err)
	}
	at, why := r.archive.Route(ReadKind(reply))
	if why != "" {
		r.warn("%s: the best single configuration is played", why)
	}
	return r.play(r.options[at], "the elite of "+r.archive.Cells[at].Cell)
}
