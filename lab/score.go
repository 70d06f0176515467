package lab

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
)

// Scored is a text judged against a scenario's probes. The counts leave absent probes out: there is
// nothing to keep.
type Scored struct {
	Scenario string       `json:"scenario"`
	Turn     arena.Turn   `json:"turn"`
	Level    arena.Level  `json:"level"`
	Kept     int          `json:"kept"`
	Stale    int          `json:"stale"`
	Lost     int          `json:"lost"`
	Legacy   LegacyCount  `json:"legacy"`
	Probes   []TextResult `json:"probes"`
}

// LegacyCount counts the original's rule.
type LegacyCount struct {
	Hits int `json:"hits"`
	Of   int `json:"of"`
}

// TextResult is the judgement on one probe.
type TextResult struct {
	Probe   string         `json:"probe"`
	Type    arena.FactType `json:"type"`
	Kind    arena.Kind     `json:"kind"`
	Turn    arena.Turn     `json:"turn"`    // 0 of an absent probe
	Verdict string         `json:"verdict"` // kept, stale, lost, or not_stated
	Legacy  probes.Legacy  `json:"legacy"`
	Why     string         `json:"why,omitempty"`
}

// ScoreText judges a text that can know of the conversation up to turn (0: all of it).
func (l *Lab) ScoreText(ctx context.Context, id string, turn int, level, text string) (Scored, error) {
	var errs []error
	s, err := l.Scenario(ctx, id)
	errs = append(errs, err)
	if !slices.Contains(arena.Levels, arena.Level(level)) {
		errs = append(errs, fmt.Errorf("unknown level %q: want one of %v", level, arena.Levels))
	}
	if s != nil && (turn < 0 || turn > len(s.Turns)) {
		errs = append(errs, fmt.Errorf("turn %d: %s has turns 1 to %d", turn, s.ID, len(s.Turns)))
	}
	if err := errors.Join(errs...); err != nil {
		return Scored{}, arena.Mistake{Err: err}
	}
	if turn == 0 {
		turn = len(s.Turns)
	}
	scorer, err := probes.NewScorer(s)
	if err != nil {
		return Scored{}, err
	}
	out := Scored{Scenario: s.ID, Turn: arena.Turn(turn), Level: arena.Level(level)}
	verdicts := scorer.ScoreText(arena.Level(level), text)
	for i, p := range s.Probes {
		r := TextResult{Probe: p.ID, Type: p.Type, Kind: p.Kind, Verdict: "not_stated"}
		if p.Kind != arena.Absent {
			r.Turn = s.Facts[slices.IndexFunc(s.Facts, func(f arena.Fact) bool { return f.ID == p.Fact })].Turn
		}
		if v := verdicts[i]; r.Turn <= out.Turn {
			r.Verdict, r.Legacy, r.Why = string(v.Result), v.Legacy, v.Why
			if p.Kind != arena.Absent {
				out.count(v)
			}
		}
		out.Probes = append(out.Probes, r)
	}
	return out, nil
}

func (s *Scored) count(v probes.Verdict) {
	switch v.Result {
	case probes.Kept:
		s.Kept++
	case probes.Stale:
		s.Stale++
	case probes.Lost:
		s.Lost++
	}
	if v.Legacy != probes.LegacyNone {
		s.Legacy.Of++
	}
	if v.Legacy == probes.LegacyHit {
		s.Legacy.Hits++
	}
}
