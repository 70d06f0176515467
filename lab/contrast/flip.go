package contrast

import (
	"cmp"
	"math"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
)

// mostFlips is how many flipped probes a contrast tells of.
const mostFlips = 10

// Flip is a probe that one side answers more often than the other.
type Flip struct {
	Scenario string         `json:"scenario"`
	Probe    string         `json:"probe"`
	Type     arena.FactType `json:"type"`
	Kind     arena.Kind     `json:"kind"`
	Question string         `json:"question"`
	Repeat   int            `json:"repeat"` // of the two trials below: the first that differs as the whole does
	A        FlipSide       `json:"a"`
	B        FlipSide       `json:"b"`
}

// FlipSide is what became of a flipped probe on one side. Places and Answer, like the question,
// are in the evidence of an experiment: Of leaves them empty.
type FlipSide struct {
	Kept   int           `json:"kept"` // answers, in the repeats that count on both sides
	Of     int           `json:"of"`
	Places []PlaceCount  `json:"places"` // in the pairs compared, in the order of the way from the conversation to the answer
	Trial  string        `json:"trial"`  // key of the trial to look at
	Result probes.Result `json:"result"` // there
	Answer string        `json:"answer"` // there, on one line, cut short; a model wrote it
}

// PlaceCount says in how many trials a fact was lost there.
type PlaceCount struct {
	Place probes.Place `json:"place"`
	N     int          `json:"n"`
}

// size is how much more often A keeps the probe.
func (f Flip) size() float64 {
	return float64(f.A.Kept)/float64(f.A.Of) - float64(f.B.Kept)/float64(f.B.Of)
}

// flips finds the probes whose share of kept answers differs most. Ties are in the order of the
// scenarios and their probes.
func (m Matched) flips() []Flip {
	out := []Flip{}
	for _, bl := range m.blocks {
		for k, p := range bl.probes {
			f := Flip{Scenario: bl.scenario, Probe: p.ID, Type: p.Type, Kind: p.Kind}
			for _, v := range bl.verdicts(k, arena.LevelAnswer) {
				f.A.count(v[0])
				f.B.count(v[1])
			}
			if f.A.Kept != f.B.Kept {
				f.choose(bl, k)
				out = append(out, f)
			}
		}
	}
	slices.SortStableFunc(out, func(x, y Flip) int { return cmp.Compare(math.Abs(y.size()), math.Abs(x.size())) })
	return out[:min(len(out), mostFlips)]
}

func (s *FlipSide) count(r probes.Result) {
	s.Of++
	if r == probes.Kept {
		s.Kept++
	}
}

// choose takes the first pair of trials that shows the flip: there is one, since the counts differ.
func (f *Flip) choose(bl block, k int) {
	for i, v := range bl.verdicts(k, arena.LevelAnswer) {
		if (v[0] == probes.Kept) == (f.size() > 0) && (v[1] == probes.Kept) == (f.size() < 0) {
			f.Repeat = bl.a[i].Repeat
			f.A.Trial, f.A.Result = bl.a[i].Key, v[0]
			f.B.Trial, f.B.Result = bl.b[i].Key, v[1]
			return
		}
	}
}

// Trials are the compared trials of a scenario on both sides.
func (m Matched) Trials(scenario string) (a, b []Played) {
	for _, bl := range m.blocks {
		if bl.scenario == scenario {
			return bl.a, bl.b
		}
	}
	return nil, nil
}

// CountShared counts the questions that both sides asked with one request. Same reports whether
// it was: of two trials, by the places of a probe in each.
func (m *Matched) CountShared(same func(a Played, atA int, b Played, atB int) bool) {
	for _, bl := range m.blocks {
		for i := range bl.a {
			for k := range bl.probes {
				m.Shared += int(one(same(bl.a[i], bl.atA[k], bl.b[i], bl.atB[k])))
			}
		}
	}
}
