package evolution

import (
	"context"
	"encoding/json"
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
	"contextarena.internal/lab"
	"contextarena.internal/strategies"
	"contextarena.internal/strategies/routed"
)

// ExportPolicy makes the policy of an evolution, for which its model is asked for the kinds of
// conversations.
func ExportPolicy(ctx context.Context, l *lab.Lab, which string, after int) (*lab.PolicyFile, error) {
	run, err := Load(ctx, l, which)
	if err != nil {
		return nil, err
	}
	if err := run.current(l); err != nil {
		return nil, err
	}
	asked, err := l.Ask(run.Settings.Model)
	if err != nil {
		return nil, err
	}
	kinds, err := run.askKinds(ctx, asked, asked.Model, after)
	if err != nil {
		return nil, err
	}
	return run.policy(kinds, after)
}

// current is an arena.Mistake if today's strategies, matchers or prices aren't those that the archive was made with: a
// policy names the versions of what it has measured.
func (r Run) current(l *lab.Lab) error {
	s, err := newSearch(l, r.Settings)
	if err != nil {
		return err
	}
	today, err := s.experiment()
	if err == nil && today.ID != r.Experiment.ID {
		err = arena.Mistake{Err: fmt.Errorf("experiment %d was played by other strategies, matchers or prices than today's: run the same arena evolve again", r.Experiment.Number)}
	}
	return err
}

// archiveOf is what the strategy emas_routed decides by.
func (r Run) archiveOf(f fold, after int) routed.Archive {
	a := routed.Archive{Evolution: r.Experiment.ID, Model: r.Settings.Model, After: after, Corrected: len(r.Elites) > 0 && r.Elites[0].Fresh != nil}
	for _, e := range f.elites {
		s := pipelineOf(r.Space, e.Genome)
		var cell []int
		for i, d := range f.descriptors {
			cell = append(cell, d.Bin(e.Descriptors[i]))
		}
		a.Cells = append(a.Cells, routed.ArchiveCell{Cell: placeName(emas.Axes(f.descriptors), cell), Strategy: strategies.Label(s), Version: s.Version()})
	}
	return routed.NewArchive(a, f.examples)
}

// policy is the run as a policy for emas_routed, with a fold for each scenario that chose, made without
// it. Those held out chose nothing, so the whole is made without them.
func (r Run) policy(kinds Kinds, after int) (*lab.PolicyFile, error) {
	p := &lab.PolicyFile{
		Kind: routed.ArchiveKind, From: fmt.Sprintf("evolution %d (%s)", r.Experiment.Number, r.Experiment.ID),
		Simulated: r.Experiment.Simulated, Models: []string{}, Folds: map[string]json.RawMessage{},
	}
	fold := func(left string) (json.RawMessage, error) {
		f, err := r.fold(left, kinds)
		if err != nil {
			return nil, err
		}
		return json.Marshal(r.archiveOf(f, after))
	}
	var err error
	if p.Whole, err = fold(""); err != nil {
		return nil, err
	}
	for _, id := range r.Search {
		if p.Folds[id], err = fold(id); err != nil {
			return nil, err
		}
	}
	return p, nil
}
