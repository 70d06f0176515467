package lab

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
	"contextarena.internal/scenarios"
)

// Story is a trial with everything needed to tell it.
type Story struct {
	Trial
	Scenario *arena.Scenario
	Record   arena.Record
}

// Story reads a trial by the beginning of its key and scores it with today's matchers.
func (l *Lab) Story(ctx context.Context, prefix string) (Story, error) {
	t, err := l.DB.FindTrial(ctx, prefix)
	if err != nil {
		return Story{}, err
	}
	s, err := l.played(ctx, t)
	if err != nil {
		return Story{}, err
	}
	if err := SameScript(s, t.ScenarioHash); err != nil {
		return Story{}, fmt.Errorf("trial %s: %w", t.Key.Short(), err)
	}
	rec, err := l.DB.Record(ctx, t.Key)
	if err != nil {
		return Story{}, err
	}
	scorer, err := probes.NewScorer(s)
	if err != nil {
		return Story{}, err
	}
	return Story{Trial: Trial{Trial: t, Score: scorer.Score(rec)}, Scenario: s, Record: rec}, nil
}

// Incomplete lists the trials of a result that ended otherwise than completed.
func Incomplete(r Result) []Trial {
	return slices.DeleteFunc(slices.Clone(r.Trials), func(t Trial) bool { return t.Outcome == arena.Completed })
}

// Scenarios lists the builtin scenarios and those of a folder ("" for none).
func Scenarios(dir string) ([]*arena.Scenario, error) {
	all, err := scenarios.Builtin()
	if err != nil || dir == "" {
		return all, err
	}
	own, err := scenarios.Load(dir)
	if err != nil {
		return nil, arena.Mistake{Err: err}
	}
	all = slices.Clone(all)
	for _, s := range own {
		if slices.ContainsFunc(all, func(b *arena.Scenario) bool { return b.ID == s.ID }) {
			return nil, arena.Mistake{Err: fmt.Errorf("scenario %q of %s has the id of a builtin one: give it another", s.ID, dir)}
		}
		all = append(all, s)
	}
	return all, nil
}

// Scenario finds one scenario by its id.
func Scenario(dir, id string) (*arena.Scenario, error) {
	all, err := Scenarios(dir)
	if err != nil {
		return nil, err
	}
	return FindScenario(all, id)
}

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
func ScoreText(dir, id string, turn int, level, text string) (Scored, error) {
	var errs []error
	s, err := Scenario(dir, id)
	errs = append(errs, err)
	if !slices.Contains(arena.Levels, arena.Level(level)) {
		errs = append(errs, fmt.Errorf("unknown level %q: want one of %v", level, arena.Levels))
	}
	if s != nil && (turn < 0 || turn > len(s.Turns)) {
		errs = append(errs, fmt.Errorf("turn %d: %s has turns 1 to %d", turn, s.ID, len(s.Turns)))
	}
	if err := errors.Join(errs...); err != nil {
		return Scored{}, err
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
