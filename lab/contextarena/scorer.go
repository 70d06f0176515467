package contextarena

import (
	"errors"
	"fmt"
	"sync"

	"contextarena.internal/probes"
	"contextarena.internal/probes/match"
	"contextarena.internal/scenarios"
	"contextarena.internal/words"
)

// Scorer has today's matchers of one of the original's scenarios.
type Scorer struct {
	*probes.Scorer
	At     []int // of each of the original's facts: the place of its probe
	rubric []match.Matcher
}

// Scored are the scorers of all originals by id. They are safe for concurrent use.
var Scored = sync.OnceValues(func() (map[string]Scorer, error) {
	out := map[string]Scorer{}
	for _, o := range Originals() {
		s, err := o.scorer()
		if err != nil {
			return nil, fmt.Errorf("scenario %s: %w", o.ID, err)
		}
		out[o.ID] = s
	}
	return out, nil
})

// scorer compiles the matchers of the builtin scenario, whose probes that aren't extended are the original's in its order.
func (o Original) scorer() (out Scorer, err error) {
	builtin, there, err := scenarios.BuiltinOf("", []string{o.ID})
	if err != nil {
		return out, err
	}
	if !there {
		return out, errors.New("it isn't builtin")
	}
	s := builtin[0]
	if out.Scorer, err = probes.NewScorer(s); err != nil {
		return out, err
	}
	for i, p := range s.Probes {
		if !p.Extended {
			out.At = append(out.At, i)
		}
	}
	if len(out.At) != len(o.Facts) {
		return out, fmt.Errorf("it has %d original probes, want %d", len(out.At), len(o.Facts))
	}
	for _, c := range s.Final.Rubric {
		m, err := match.Compile(c.Match)
		if err != nil {
			return out, fmt.Errorf("rubric item %q: %w", c.Item, err)
		}
		out.rubric = append(out.rubric, m)
	}
	return out, nil
}

// Passes judges a final answer by the scenario's rubric.
func (s Scorer) Passes(answer string) bool {
	text, held := words.Read(answer), 0
	for _, m := range s.rubric {
		if len(m.Find(text)) > 0 {
			held++
		}
	}
	return held >= s.Scenario().Final.Pass
}
