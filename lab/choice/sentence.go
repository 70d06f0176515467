package choice

import (
	"fmt"
	"math"

	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// Sentences say what to use, why, and how sure that is.
func (c Choice) Sentences() []string {
	asked := fmt.Sprintf("For a floor of %.4g %%", 100*c.Floor)
	if c.Questions > 0 {
		asked += fmt.Sprintf(" and %.4g questions", c.Questions)
	}
	if c.Context > 0 {
		asked += fmt.Sprintf(" of at most %s tokens each", reports.Thousands(c.Context))
	}
	switch c.Kind {
	case None:
		full := c.all[c.reference]
		itself := shown(full.Kept)
		if c.Context > 0 {
			itself += fmt.Sprintf(" with %s tokens a question", reports.Thousands(full.Context))
		}
		return []string{fmt.Sprintf("%s nothing will do: of %s at less cost none can be said to %s, and full_context keeps %s.", asked,
			reports.Plural(c.cheaper, "configuration"), c.does(), itself)}
	case Full:
		return []string{
			fmt.Sprintf("%s use full_context: of %s at less cost none can be said to %s.", asked, reports.Plural(c.cheaper, "configuration"), c.does()),
			fmt.Sprintf("It keeps %s%s at %s.", shown(c.all[c.At].Kept), c.tasks(c.At), c.price(c.At)),
		}
	case More:
		return []string{
			fmt.Sprintf("%s these trials can't tell: %s keeps %s%s at %s the cost, but bounds that hold for %d configurations at once don't reach the floor; about %s like these would tell.", asked,
				c.Likely, shown(c.all[c.likely].Kept), c.tasks(c.likely), times(c.all[c.likely].cost(c.Questions)/c.all[c.reference].cost(c.Questions)), c.Family, reports.Plural(c.Scenarios, "more scenario")),
			fmt.Sprintf("full_context itself keeps %s%s at %s.", shown(c.all[c.reference].Kept), c.tasks(c.reference), c.price(c.reference)),
		}
	}
	own := c.all[c.At]
	out := []string{
		fmt.Sprintf("%s use %s: it keeps %s%s and costs %s.", asked, own.Name, shown(own.Kept), c.tasks(c.At), c.price(c.At)),
		fmt.Sprintf("Against full_context that is %s at %s the cost.", points(difference(own.Kept, c.all[c.reference].Kept)), times(c.Times)),
	}
	sure := fmt.Sprintf("At least %.0f %% is kept by bounds that hold for %d configurations at once", 100**c.Bound, c.Family)
	if c.Splits > 0 {
		sure += fmt.Sprintf("; what one half of the scenarios chose held the floor on the other in %d of %d splits", c.Held, c.Splits)
	}
	out = append(out, sure+".")
	if c.Simpler != "" {
		out = append(out, fmt.Sprintf("As good as far as can be told, and simpler: %s.", c.Simpler))
	}
	return out
}

// does is what no cheaper configuration does.
func (c Choice) does() string {
	keeps := fmt.Sprintf("keep %.4g %%", 100*c.Floor)
	switch {
	case c.Tasks == 0 || mean(c.all[c.reference].Passed) == 0:
		return keeps
	case c.Tasks == 1:
		return keeps + " and pass as many tasks"
	}
	return keeps + fmt.Sprintf(" and pass %.4g %% of its tasks", 100*c.Tasks)
}

// tasks says how many final tasks of full_context's a candidate passes.
func (c Choice) tasks(at int) string {
	own, full := sum(c.all[at].Passed), sum(c.all[c.reference].Passed)
	if at == c.reference {
		return fmt.Sprintf(", passes %s of %s tasks", number(full.Sum), number(full.N))
	}
	return fmt.Sprintf(", passes %s tasks where full_context passes %s of %s", number(own.Sum), number(full.Sum), number(full.N))
}

func sum(all []stats.Cluster) (out stats.Cluster) {
	for _, c := range all {
		out.Sum, out.N = out.Sum+c.Sum, out.N+c.N
	}
	return out
}

// number is a count, which repeats may make fractional.
func number(x float64) string { return fmt.Sprintf("%.4g", math.Round(10*x)/10) }

// shown is a share with its interval over scenarios.
func shown(all []stats.Cluster) string {
	return reports.FigureOf(stats.ClusterMean(all, alpha), reports.About{}).Words()
}

// points is a difference of shares.
func points(e stats.Estimate) string {
	if e.Interval == nil {
		return fmt.Sprintf("%+.0f points", 100*e.Mean)
	}
	return fmt.Sprintf("%+.0f points [%+.0f to %+.0f]", 100*e.Mean, 100*e.Interval.Low, 100*e.Interval.High)
}

func times(x float64) string { return fmt.Sprintf("%.2g times", x) }

// price is what upkeep and questions cost.
func (c Choice) price(at int) string {
	cost := c.all[at].cost(c.Questions)
	text := reports.Thousands(cost) + " tokens a conversation"
	if c.unit == "USD" {
		text = fmt.Sprintf("$%.3g per 1,000 conversations", 1000*cost)
	}
	if c.Questions > 0 {
		text += ", upkeep and questions"
	}
	return text
}
