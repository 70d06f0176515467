package datasets

import (
	"slices"

	"contextarena.internal/arena"
)

// AsPublished is a scenario with the dataset's own answers in the place of those that errata corrected, for judging answers alone, and
// how many these are.
func AsPublished(s *arena.Scenario) (_ *arena.Scenario, corrected int) {
	out := *s
	out.Facts, out.Probes = slices.Clone(s.Facts), slices.Clone(s.Probes)
	for i := range out.Probes {
		p := &out.Probes[i]
		at := slices.IndexFunc(out.Facts, func(f arena.Fact) bool { return f.ID == p.Fact })
		if p.Published == "" || at < 0 {
			continue
		}
		corrected++
		f, a := &out.Facts[at], read(p.Published)
		f.Text = p.Published
		if a.prose() {
			p.Only = arena.OnlyJudge
		} else if p.Only != arena.OnlyJudge {
			f.Value, f.DerivedFrom, p.Only = a.pattern(), nil, arena.OnlyAnswer
		}
	}
	return &out, corrected
}
