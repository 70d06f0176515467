package frontier

import (
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/llm/providers"
	"contextarena.internal/space"
	"contextarena.internal/strategies"
)

// What every sweep is compared with: fullContext is the reference, ceiling is told which messages matter.
const (
	fullContext = "full_context"
	ceiling     = "oracle"
)

// Rivals are played by every sweep beside its space, but those of which the space has one: the floor, the ceiling, everything, and
// what asks no model to write a memory. Retrieval is one by words and one by vectors, whatever its other settings.
func Rivals() []string {
	return []string{"none", ceiling, fullContext, "retrieval(by=bm25,top_k=32)", "retrieval(by=embedding,top_k=32)"}
}

// withRivals are the points of a space and the rivals that it has none of. These have no level of any dimension.
func withRivals(s *space.Declared, model string) ([]SweptPoint, error) {
	points, err := sweptPoints(s, model)
	if err != nil {
		return nil, err
	}
	m, err := providers.Parse(model)
	if err != nil {
		return nil, err
	}
	for _, spec := range Rivals() {
		strategy, err := strategies.Parse(spec)
		if err != nil {
			return nil, err
		}
		label := strategies.Label(strategy)
		kind, _, several := strings.Cut(label, ",")
		if slices.ContainsFunc(points, func(p SweptPoint) bool { return p.Label == label || several && strings.HasPrefix(p.Label, kind) }) {
			continue
		}
		p := space.Point{Levels: make([]string, len(s.Dimensions)), Label: label, Stands: 1}
		points = append(points, SweptPoint{Point: p, Strategy: strategy, Trials: map[Unit]lab.Shown{}, memory: m.String()})
	}
	return points, nil
}

// rival reports whether a strategy asks no model to write its memory, so that a memory that does has to be worth it.
func rival(label string) bool {
	name, _, _ := strings.Cut(label, "(")
	return slices.Contains([]string{fullContext, "none", "retrieval", "window"}, name)
}

// told reports whether a strategy knows what will be asked: such a one is a ceiling and no choice.
func told(s arena.Strategy) bool {
	_, is := s.(arena.EvidenceReader)
	return is
}
