package original

import (
	"fmt"
	"math"

	"contextarena.internal/arena"
	"contextarena.internal/lab/contextarena"
)

// page is an import as the browser's program reads it (web/src/imported.tsx).
type page struct {
	Kind       string                `json:"kind"` // "import"
	Experiment Experiment            `json:"experiment"`
	Number     int64                 `json:"number"`
	Files      []File                `json:"files"`
	Types      []arena.FactType      `json:"types"`
	Leaders    []contextarena.Leader `json:"leaders"`
}

// finding is the strategy whose figure the correction moves farthest, each probe weighing alike; the first of them in a tie.
func (r Report) finding() string {
	var most contextarena.Leader
	far := 0.0
	for _, l := range r.Leaders() {
		if l.Corrected == nil {
			continue
		}
		if moved := math.Abs(l.Corrected.Share-l.Published.Share) * float64(l.Corrected.N); moved > far {
			most, far = l, moved
		}
	}
	if most.Corrected == nil {
		return "Nothing in these files moves a published figure."
	}
	of := map[contextarena.Over]string{
		contextarena.AtRisk: "of the facts that its memory had been shown", contextarena.Tasks: "of its tasks", contextarena.AllProbes: "of all probes",
	}[most.Corrected.Over]
	by := "by the stored verdicts"
	if most.Corrected.By == contextarena.Ours {
		by = "by today's matchers"
	}
	return fmt.Sprintf("%s was published as %s %% (%s, %s); %s, %s, it is %s %%.", most.Strategy, most.Published, most.Measure, most.File, of, by, *most.Corrected)
}
