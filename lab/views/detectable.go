package views

import (
	"fmt"
	"io"

	"github.com/jedib0t/go-pretty/v6/text"

	"contextarena.internal/lab"
	"contextarena.internal/reports"
)

// Detectable says in a sentence what a plan will be able to tell.
func Detectable(w io.Writer, d lab.Detectable) error {
	from := fmt.Sprintf("spreads assumed: %.1f points between scenarios, %.1f between repeats", 100*d.ScenarioSD, 100*d.RepeatSD)
	if d.From > 0 {
		from = fmt.Sprintf("spreads as in experiment %d: %.1f points between scenarios, %.1f between repeats", d.From, 100*d.ScenarioSD, 100*d.RepeatSD)
	}
	_, err := fmt.Fprintln(w, trimmed(text.WrapSoft(fmt.Sprintf("%s × %s can tell two strategies apart in answer retention %s as a claim about strategies, %s on these very scenarios (%.0f %% power; %s).",
		reports.Plural(d.Scenarios, "scenario"), reports.Plural(d.Repeats, "repeat"), leastPoints(d.Sampled), leastPoints(d.Fixed), 100*lab.Power, from), width)))
	return err
}

func leastPoints(x *float64) string {
	if x == nil {
		return "not at all"
	}
	return fmt.Sprintf("at %.1f points or more", 100**x)
}
