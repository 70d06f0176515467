package views

import (
	"fmt"
	"io"

	"github.com/jedib0t/go-pretty/v6/text"

	"contextarena.internal/lab"
	"contextarena.internal/reports"
)

// Sweep prints what a sweep did, and what the way it saved trials may have cost.
func Sweep(w io.Writer, ran lab.SweepRan) error {
	_, err := fmt.Fprintf(w, `%d combinations, %d distinct points, %s
naive calls %d (every combination for itself), of the points %d,
asked of a model now %d: equal requests are shared
%s
`, ran.Size.Declared, ran.Size.Points, fates(ran), ran.Naive, ran.Own, ran.Asked, text.WrapSoft(saved(ran.Size), width))
	return err
}

func fates(ran lab.SweepRan) string {
	switch {
	case ran.Size.Adaptive > 0:
		return fmt.Sprintf("%d of them picked one after the other", ran.Size.Points-ran.Dropped)
	case ran.Size.Racing == lab.Exhaustive:
		return "all played to the end"
	}
	return fmt.Sprintf("%d of them dropped by %s", ran.Dropped, ran.Size.Racing)
}

// saved says how far a way to play less can be trusted.
func saved(size lab.SweepSize) string {
	switch {
	case size.Adaptive > 0:
		return "adaptive: no guarantee; docs/frontier.md has what it found of the builtin space"
	case size.Racing == lab.Exhaustive:
		return "exhaustive: nothing was dropped"
	case size.Racing == lab.EValues:
		return fmt.Sprintf("e-values: a point that isn't behind by %.0f points of retention, or in cost, is dropped with a chance of %.0f %% at most", 100*lab.RaceMargin, 100*lab.RaceAlpha)
	}
	return fmt.Sprintf("halving: no guarantee; replayed on the builtin space with %s (4 at most were measured) it found %.1f %% of the hypervolume at least (docs/frontier.md)", reports.Plural(size.Repeats, "repeat"), 100*lab.HalvingFound(size.Repeats))
}
