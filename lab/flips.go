package lab

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
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

// FlipSide is what became of a flipped probe on one side.
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

func (f Flip) size() float64 {
	return float64(f.A.Kept)/float64(f.A.Of) - float64(f.B.Kept)/float64(f.B.Of)
}

// flips finds the probes whose share of kept answers differs most. Ties are in the order of the
// scenarios and their probes.
func flips(blocks []block) []Flip {
	out := []Flip{}
	for _, bl := range blocks {
		for k, p := range bl.probes {
			f := Flip{Scenario: bl.scenario, Probe: p.ID, Type: p.Type, Kind: p.Kind}
			for i := range bl.a {
				a, b, ok := bl.verdicts(i, k, arena.LevelAnswer)
				if !ok {
					continue
				}
				f.A.count(a)
				f.B.count(b)
			}
			if f.A.Kept == f.B.Kept {
				continue
			}
			f.look(bl, k)
			out = append(out, f)
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

// look chooses the pair of trials that shows the flip: there is one, since the counts differ.
func (f *Flip) look(bl block, k int) {
	for i := range bl.a {
		a, b, ok := bl.verdicts(i, k, arena.LevelAnswer)
		if ok && (a == probes.Kept) == (f.size() > 0) && (b == probes.Kept) == (f.size() < 0) {
			f.Repeat = bl.a[i].Repeat
			f.A.Trial, f.A.Result = bl.a[i].Key, a
			f.B.Trial, f.B.Result = bl.b[i].Key, b
			return
		}
	}
}

// undiscriminating counts the probes that both sides always kept, or never.
func undiscriminating(blocks []block) (same, all int) {
	for _, bl := range blocks {
		for k := range bl.probes {
			kept, n := 0, 0
			for i := range bl.a {
				if a, b, ok := bl.verdicts(i, k, arena.LevelAnswer); ok {
					n += 2
					kept += int(one(a == probes.Kept) + one(b == probes.Kept))
				}
			}
			if n > 0 {
				all++
				if kept == 0 || kept == n {
					same++
				}
			}
		}
	}
	return same, all
}

// places are the places of a finding, in the order of the way.
var places = []probes.Place{
	probes.PlaceKept, probes.PlaceStale, probes.PlaceNotWritten, probes.PlaceLostLater,
	probes.PlaceNotShown, probes.PlaceMisread, probes.PlaceVoid,
}

// teller knows what the trials of one side show besides their verdicts.
type teller struct {
	lab    *Lab
	result Result
	trials map[string]Trial               // by key
	asked  map[arena.TrialKey][][]llm.Key // the requests that asked the probes, by sample and probe
}

func (l *Lab) teller(ctx context.Context, r Result) (teller, error) {
	t := teller{lab: l, result: r, trials: map[string]Trial{}}
	for _, tr := range r.Trials {
		t.trials[tr.Key.String()] = tr
	}
	var err error
	t.asked, err = l.DB.AnswerKeys(ctx, r.Experiment.ID)
	return t, err
}

// tell completes one side of a flip: in which places the trials lost the fact, and what the one
// to look at answered.
func (t teller) tell(ctx context.Context, f *Flip, s *FlipSide, trials []ArmTrial) error {
	s.Places = []PlaceCount{}
	for _, place := range places {
		n := 0
		for _, tr := range trials {
			if slices.ContainsFunc(t.trials[tr.Key].Score.Findings, func(found probes.Finding) bool { return found.Probe == f.Probe && found.Place == place }) {
				n++
			}
		}
		if n > 0 {
			s.Places = append(s.Places, PlaceCount{place, n})
		}
	}
	sc := t.result.Scenarios[slices.IndexFunc(t.result.Scenarios, func(sc *arena.Scenario) bool { return sc.ID == f.Scenario })]
	k := slices.IndexFunc(sc.Probes, func(p arena.Probe) bool { return p.ID == f.Probe })
	f.Question = sc.Probes[k].Question
	rec, err := t.lab.DB.Record(ctx, t.trials[s.Trial].Key)
	if err == nil && k < len(rec.Probes) {
		s.Answer = quote(rec.Probes[k].Text)
	}
	return err
}

// question is the request that asked a probe; it is zero where that isn't known.
func (t teller) question(tr ArmTrial, probe int) llm.Key {
	samples := t.asked[t.trials[tr.Key].Key]
	if len(samples) == 0 || probe >= len(samples[0]) {
		return llm.Key{}
	}
	return samples[0][probe]
}

// longestQuote is how much of an answer a flip shows, in runes.
const longestQuote = 160

// quote is a text on one line, cut short.
func quote(text string) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) > longestQuote {
		return string(runes[:longestQuote]) + "…"
	}
	return string(runes)
}
