// Package calibrate fits the simulated models to the published figures of real ones, and says how
// well each predicts the figures of the model it was not fitted to. It is a test (make calibrate), since only who
// builds the program can use another fit.
//
//  1. The published figures are data: published.yaml, with the file each comes from.
//  2. A bench plays the original suite on a simulated model with the same seeds every time, and counts
//     what the figures count, all by today's matchers: facts that survived in the notes of rlm (by
//     type), final tasks passed, and facts that a final answer has of those that its task asks for.
//  3. A fit matches each of a few parameters to one figure (matches): it plays, moves every parameter by
//     how far its figure is off, and plays again. A model that stands for a stronger one is never
//     weaker in anything.
//  4. calibrate predicts each published model by the fit to the other as well (Result).
//  5. Write puts the values into the simulated models' parameters.yaml and keeps the result
//     (result.json); a test compares its hashes with the parameters in use.
//
// How many of all 62 facts an answer has (measure A) isn't compared: 21 of them no task asks for, so
// it measures how much a model volunteers, and the simulated ones volunteer nothing or all.
package calibrate

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/internal/measured"
)

var update = flag.Bool("update", false, "write the table of the fit in docs/research/simulation.md anew")

// calibrate fits, and plays each published model's leaderboard on the fit to it and on the other.
func (b *bench) calibrate(ctx context.Context, repeats, fitRepeats int) (out Result, err error) {
	out = Result{Repeats: repeats, FitRepeats: fitRepeats}
	all := models()
	if out.Fits, err = b.fit(ctx, all, fitRepeats); err != nil {
		return out, err
	}
	for i, p := range all {
		var specs []string
		for _, r := range p.Leaderboard.Strategies {
			specs = append(specs, r.Spec)
		}
		var counts [2]totals // fitted, held out
		for k := range counts {
			if counts[k], err = b.play(ctx, with(out.Fits[(i+k)%2].Model, p.Settings), specs, p.Survival.Strategy, repeats); err != nil {
				return out, err
			}
		}
		out.Comparisons = append(out.Comparisons, compare(p, all[1-i].Title, counts))
	}
	return out, nil
}

// TestPage keeps the table of the fit in the docs that of the result.
func TestPage(t *testing.T) {
	r, err := latest()
	require.NoError(t, err)
	stronger := r.Comparisons[1]
	var b strings.Builder
	b.WriteString("| | published | sim:mini | sim:nano |\n|---|---|---|---|\n")
	label := "asked facts in final answers: "
	for _, spec := range []string{"full_context", "rlm", "summarize"} {
		s := stronger.row(t, spec)
		fmt.Fprintf(&b, "| %s%s | %.0f | %.0f | %.0f |\n", label, spec, 100*s.Ranked.asked(), 100*s.FittedAsked, 100*s.HeldOutAsked)
		label = ""
	}
	s := stronger.row(t, "full_context")
	fmt.Fprintf(&b, "| tasks passed of 8: full_context | %.0f | %.1f | %.1f |\n", s.Ranked.passed(), s.FittedPassed, s.HeldOutPassed)
	s = stronger.row(t, "rlm")
	fmt.Fprintf(&b, "| rlm | %.0f | %.1f | %.1f |\n", s.Ranked.passed(), s.FittedPassed, s.HeldOutPassed)
	fmt.Fprintf(&b, "| notes of rlm: types inside the published interval | | %s | %s |\n",
		stronger.insides(func(row TypeRow) float64 { return row.Fitted }), stronger.insides(func(row TypeRow) float64 { return row.HeldOut }))
	measured.Page(t, "../../docs/research/simulation.md", *update, map[string]string{"calibration": b.String()})
}

// row is that of a strategy.
func (c Comparison) row(t *testing.T, spec string) StrategyRow {
	t.Helper()
	for _, s := range c.Strategies {
		if s.Spec == spec {
			return s
		}
	}
	require.Fail(t, "no strategy "+spec)
	return StrategyRow{}
}

// insides counts the types of which a share lies in the interval.
func (c Comparison) insides(share func(TypeRow) float64) string {
	n := 0
	for _, row := range c.Types {
		if row.inside(share(row)) {
			n++
		}
	}
	return fmt.Sprintf("%d of %d", n, len(c.Types))
}
