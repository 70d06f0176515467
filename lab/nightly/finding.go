package nightly

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// finding says whether the night passed and by what: how many gates failed, or couldn't be decided, with the
// figures of the first of them; of a night that passed the figure that came nearest to its limit.
func (n Night) finding() string {
	with := func(result stats.GateResult) (out []Gated) {
		for _, g := range n.Gates {
			if g.Result == result {
				out = append(out, g)
			}
		}
		return out
	}
	failed, open := with(stats.Fail), with(stats.Inconclusive)
	all := fmt.Sprintf("%d of %s", len(failed), reports.Plural(len(n.Gates), "gate"))
	switch {
	case len(n.Gates) == 0:
		return ""
	case len(failed) > 0:
		return reports.Found(n.Simulated, fmt.Sprintf("%s failed: %s.", all, failed[0].brief()), undecided(len(open)))
	case n.Same:
		return reports.Found(n.Simulated, "The same night as the baseline, with the same figures: there is nothing to compare.")
	case n.First:
		next := "Look at its figures (arena report), then make it the baseline (--update-baseline)."
		if n.Renewing {
			next = "It becomes the baseline (arena report has its figures)."
		}
		waiting := slices.DeleteFunc(open, func(g Gated) bool { return g.Undecidable != noBaseline })
		return reports.Found(n.Simulated, fmt.Sprintf("The first night: %d of %s can't be decided before there is a baseline.", len(waiting), reports.Plural(len(n.Gates), "gate")), next)
	case len(open) > 0:
		verdict := "The night passed, but "
		if !n.Passed {
			verdict = ""
		}
		return reports.Found(n.Simulated, fmt.Sprintf("%s%d of %s can't be decided: %s.", verdict, len(open), reports.Plural(len(n.Gates), "gate"), open[0].brief()))
	case len(n.Gates) == 1:
		return reports.Found(n.Simulated, fmt.Sprintf("The gate is kept: %s.", n.Gates[0].brief()))
	}
	return reports.Found(n.Simulated, fmt.Sprintf("All %d gates are kept. Nearest to its limit: %s.", len(n.Gates), nearest(n.Gates).brief()))
}

func undecided(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%d can't be decided.", n)
}

// brief is a gate's change with its interval and limit.
func (g Gated) brief() string {
	switch {
	case g.Gate.Metric == failureRate && g.Tonight != nil:
		return fmt.Sprintf("%s %s, %s", g.Name, g.Gate.level(g.Tonight), g.Gate.limitWords())
	case g.Change == nil:
		return strings.TrimSuffix(g.Name+": "+g.Reason, ": ")
	case g.Low == nil:
		return fmt.Sprintf("%s %s, %s", g.Name, g.Gate.change(g.Change, g.Gate.unitWords()), g.Gate.limitWords())
	}
	return fmt.Sprintf("%s %s (%s), %s", g.Name, g.Gate.change(g.Change, g.Gate.unitWords()), strings.Replace(g.interval(), ", ", " to ", 1), g.Gate.limitWords())
}

// nearest is the gate whose interval leaves least of its limit, as a share of that; the first without one.
func nearest(gates []Gated) Gated {
	slack := func(g Gated) float64 {
		if g.Change == nil || g.Low == nil || g.Gate.Margin == 0 {
			return 2
		}
		if g.Gate.metric().Lower {
			return (g.Gate.Margin - *g.High) / g.Gate.Margin
		}
		return (g.Gate.Margin + *g.Low) / g.Gate.Margin
	}
	return slices.MinFunc(gates, func(a, b Gated) int { return cmp.Compare(slack(a), slack(b)) })
}
