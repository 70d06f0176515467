package probes

import (
	"contextarena.internal/arena"
	"contextarena.internal/probes/match"
)

// abstained is the verdict on a question that the conversation never answers. Only the answer
// is judged: at the other levels there is nothing that could be there or be missing.
func abstained(level arena.Level, p probe, r arena.Reply) Verdict {
	v := Verdict{Level: level, Result: Unexposed}
	switch {
	case level != arena.LevelAnswer:
	case r.Void():
		v.Result, v.Why = Void, string(r.Stop)
	default:
		why, ok := match.Abstains(p.Question, r.Text)
		v.Result, v.Why = Lost, shortened(why)
		if ok {
			v.Result = Kept
		}
	}
	return v
}

// abstention judges a probe of what nobody says.
func (e *evidence) abstention(i int, p probe) Finding {
	f := Finding{Probe: p.ID}
	for _, level := range arena.Levels {
		f.Verdicts = append(f.Verdicts, abstained(level, p, e.rec.Probes[i]))
	}
	for _, replies := range e.rec.Again {
		f.Again = append(f.Again, abstained(arena.LevelAnswer, p, replies[i]).Result)
	}
	switch f.At(arena.LevelAnswer).Result {
	case Kept:
		f.Place = PlaceKept
	case Void:
		f.Place = PlaceVoid
	default:
		f.Place = PlaceMisread
	}
	return f
}
