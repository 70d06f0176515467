package evolution

import (
	"context"
	"encoding/json"
	"fmt"

	"contextarena.internal/lab"
	"contextarena.internal/strategies"
	"contextarena.internal/strategies/routed"
)

// policyOf is what the strategy emas_routed decides by, as it reads it.
func (r Run) policyOf(f fold, after int) (*routed.Archive, error) {
	text, err := r.policyText(f, after)
	if err != nil {
		return nil, err
	}
	return routed.ReadArchive(text)
}

func (r Run) policyText(f fold, after int) (json.RawMessage, error) {
	a := routed.Archive{Evolution: r.Experiment.ID, Model: r.Settings.Model, After: after}
	for _, e := range f.elites {
		s, err := r.Strategy(e.Genome)
		if err != nil {
			return nil, err
		}
		a.Cells = append(a.Cells, routed.ArchiveCell{Cell: cellName(f.descriptors, e.Cell), Strategy: strategies.Label(s), Version: s.Version()})
	}
	a, err := routed.NewArchive(a, f.examples)
	if err != nil {
		return nil, err
	}
	return json.Marshal(a)
}

// Policy is the run as a policy for emas_routed, with a fold for each scenario that chose, made without
// it. Those held out chose nothing, so the whole is made without them.
func (r Run) Policy(ctx context.Context, kinds Kinds, after int) (*lab.PolicyFile, error) {
	openings, err := r.openings(ctx, kinds, after)
	if err != nil {
		return nil, err
	}
	p := &lab.PolicyFile{
		Kind: routed.ArchiveKind, From: fmt.Sprintf("evolution %d (%s)", r.Experiment.Number, r.Experiment.ID),
		Simulated: r.Experiment.Simulated, Models: []string{}, Folds: map[string]json.RawMessage{},
	}
	fold := func(left string) (json.RawMessage, error) {
		f, err := r.fold(left, openings)
		if err != nil {
			return nil, err
		}
		return r.policyText(f, after)
	}
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
