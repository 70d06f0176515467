package check

import (
	"bytes"
	"fmt"
	"slices"

	"contextarena.internal/llm/tokens"
	"contextarena.internal/scenarios"
	"contextarena.internal/scenarios/generate"
)

// generated names the sample of generated scenarios.
const generated = "generated"

// generatedSeeds are the seeds of the generated scenarios, each with the generator's default settings.
var generatedSeeds = []string{"check-1", "check-2", "check-3", "check-4"}

// sample is scenarios that are counted together.
type sample struct {
	name     string
	subjects []*subject
}

// samples are the suites of the builtin scenarios, and generated ones.
func samples() ([]sample, error) {
	all, err := scenarios.Builtin()
	if err != nil {
		return nil, err
	}
	for _, seed := range generatedSeeds {
		s := generate.Defaults()
		s.Seed, s.ID = seed, generate.IDOf(seed)
		var b bytes.Buffer
		if err := generate.Write(&b, s, tokens.NewCounter().Count); err != nil {
			return nil, fmt.Errorf("check: %w", err)
		}
		made, err := scenarios.Parse(s.ID+".yaml", b.Bytes())
		if err != nil {
			return nil, fmt.Errorf("check: %w", err)
		}
		made.Suite = generated
		all = append(all, made)
	}
	var out []sample
	for _, s := range all {
		labels, err := label(s)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(out, func(o sample) bool { return o.name == s.Suite })
		if i < 0 {
			i, out = len(out), append(out, sample{name: s.Suite})
		}
		out[i].subjects = append(out[i].subjects, labels)
	}
	return out, nil
}

// tally is a share that is being counted.
type tally struct{ found, of int }

func (t *tally) count(found bool) {
	t.of++
	if found {
		t.found++
	}
}

func (t *tally) add(o tally) { t.found, t.of = t.found+o.found, t.of+o.of }
