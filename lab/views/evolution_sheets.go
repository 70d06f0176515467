package views

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"contextarena.internal/lab/evolution"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// title says what was searched.
func (e Evolution) title() string {
	simulated := ""
	if e.Found.Simulated {
		simulated = ", SIMULATED"
	}
	return fmt.Sprintf("Evolution of pipelines on %s%s, %s suite", e.Found.Model, simulated, e.Found.Suite)
}

// descriptors are their names.
func (e Evolution) descriptors() []string { return e.Found.Descriptors }

// sheets are the tables, each at most 80 columns wide.
func (e Evolution) sheets() []sheet {
	out := []sheet{e.elites()}
	if len(e.Front) > 0 {
		out = append(out, e.trades())
	}
	if len(e.Carried) > 0 {
		out = append(out, e.carried())
	}
	if e.Race != nil {
		out = append(out, e.race()...)
	}
	if e.Insight != nil && e.Insight.Why == "" {
		out = append(out, e.insight())
	}
	if e.Routing != nil {
		out = append(out, e.routers(), e.choices())
	}
	return append(out, e.expected())
}

// elites are the cells of the archive. There is room for two descriptors; the others stand beside the
// names.
func (e Evolution) elites() sheet {
	f := e.Found
	s := sheet{title: e.title(), head: []string{"elite"}}
	columns := min(2, len(e.descriptors()))
	for _, name := range e.descriptors()[:columns] {
		s.head = append(s.head, axisHead(name))
	}
	s.head = append(s.head, "fitness ± SE", "fresh", "held out", "cell")
	for i, x := range e.Elites {
		row := []string{fmt.Sprint(i + 1)}
		for _, d := range x.Descriptors[:columns] {
			row = append(row, lies(d))
		}
		name := x.Name
		for j := columns; j < len(x.Descriptors); j++ {
			name += fmt.Sprintf(", %s %s", axisHead(e.descriptors()[j]), lies(x.Descriptors[j]))
		}
		stayed := "–"
		switch {
		case x.Out != nil && *x.Out:
			stayed = "out"
		case x.Stayed != nil && *x.Stayed:
			stayed = "same"
		case x.Stayed != nil:
			stayed = "moved"
		}
		s.rows = append(s.rows, append(row, fmt.Sprintf("%.3f ± %.3f", x.Fitness, x.SE), optional(x.Fresh), optional(x.Unseen), stayed))
		s.notes = append(s.notes, fmt.Sprintf("%d: %s", i+1, name))
	}
	required := fmt.Sprintf("%.0f %% are required", 100*f.Required)
	switch {
	case f.Required == 0:
		required = "none are required: as asked for, or since the full context passes hardly any"
	case f.Relative:
		required = fmt.Sprintf("%.0f %% are required, relative to what the full context passes, and out is what is shown to pass fewer", 100*f.Required)
	}
	s.notes = append(s.notes,
		fmt.Sprintf("%s of %d pipelines evaluated, %s in all on %s; %d of them pass too few tasks (%s). %d of %d cells filled, QD score %.3f.",
			reports.Thousands(float64(f.Distinct)), f.Genomes, reports.Plural(f.Evaluations, "evaluation"), reports.Plural(len(f.Scenarios), "scenario"), f.Infeasible, required, f.Filled, f.Cells, f.QDScore),
		"Fitness: weighted retention at the answer level less the penalty for cost. Fresh: the same elite in repeats that chose nothing; cell: where those put it, out if too few tasks are passed then. Held out: on scenarios that chose nothing.",
	)
	if c := e.Corrected; c != nil && c.Elites > 0 {
		s.notes = append(s.notes, fmt.Sprintf("Corrected: %d of %s stay in their cell, %d pass too few tasks; their mean fitness was %.3f in the search and is %.3f in %s, a shrinkage of %.3f; the corrected archive fills %s, QD score %.3f.",
			c.Stayed, reports.Plural(c.Elites, "elite"), c.Infeasible, c.Searched, c.Fresh, reports.Plural(f.Fresh, "fresh repeat"), math.Round(1000*(c.Searched-c.Fresh))/1000+0, reports.Plural(c.Filled, "cell"), c.QDScore))
	}
	return s
}

// axisHead is a descriptor in a table's head.
func axisHead(descriptor string) string { return strings.TrimSuffix(descriptor, " retention") }

// lies writes where an elite lies on a descriptor: USD per turn may be far below a hundredth.
func lies(x float64) string {
	if x != 0 && math.Abs(x) < 0.01 {
		return fmt.Sprintf("%.6f", x)
	}
	return fmt.Sprintf("%.2f", x)
}

func optional(x *float64) string {
	if x == nil {
		return "–"
	}
	return fmt.Sprintf("%.3f", *x)
}

// trades is the front.
func (e Evolution) trades() sheet {
	s := sheet{title: "What elites trade: none is beaten in both", head: []string{"elite", axisHead(e.descriptors()[0]), axisHead(e.descriptors()[1]), "fitness"}}
	for _, f := range e.Front {
		s.rows = append(s.rows, []string{fmt.Sprint(f.Elite + 1), lies(f.Descriptors[0]), lies(f.Descriptors[1]), fmt.Sprintf("%.3f", f.Fitness)})
	}
	from := "as the search saw them"
	if e.Corrected != nil {
		from = "by fresh repeats"
	}
	note := fmt.Sprintf("Figures %s.", from)
	if len(e.Front) == 1 {
		note += " One elite beats all others in both: there is nothing to trade."
	}
	s.notes = append(s.notes, note)
	return s
}

// carried is retention in and out of sample.
func (e Evolution) carried() sheet {
	s := sheet{title: "Retention, %, in and out of sample", head: []string{"", "the search saw", "fresh repeats", "held out"}}
	for _, c := range e.Carried {
		s.rows = append(s.rows, []string{c.Name, s.caption.Cell(c.Saw), s.caption.Cell(c.Fresh), s.caption.Cell(c.HeldOut)})
	}
	s.notes = append(s.notes, "Held out: "+orNone(e.Found.HeldOut)+". Baselines were played with the search's seed.")
	for _, r := range []*EvolutionRanks{e.Ranks, e.Elsewhere} {
		if r != nil {
			s.notes = append(s.notes, r.sentence())
		}
	}
	return s
}

func (r EvolutionRanks) sentence() string {
	interval := " [n/a]"
	if r.Low != nil {
		interval = fmt.Sprintf(" [%.2f, %.2f]", *r.Low, *r.High)
	}
	return fmt.Sprintf("Order of the elites on %s: rank correlation %.2f%s over %s%s.", r.With, r.Rho, interval, reports.Plural(r.N, "elite"), noted(r.Note))
}

// race is how far ways of searching get.
func (e Evolution) race() []sheet {
	r := e.Race
	s := sheet{title: "QD score, % of the best there can be, by distinct evaluations", head: []string{"distinct"}}
	for _, c := range r.Curves {
		s.head = append(s.head, c.Method)
	}
	s.head = append(s.head, "random, exact")
	for i, k := range r.Distinct {
		row := []string{reports.Thousands(float64(k))}
		for _, c := range r.Curves {
			row = append(row, band(100*c.Mean[i], 100*c.Low[i], 100*c.High[i]))
		}
		s.rows = append(s.rows, append(row, fmt.Sprintf("%.0f", 100*r.Closed[i])))
	}
	seen := fmt.Sprintf("Searches see what judges them (%s of each pipeline and scenario), so that nothing here is about noise", reports.Plural(r.Seen, "trial"))
	if r.Draws > 0 {
		seen = fmt.Sprintf("Searches see single draws (%d of each pipeline) and are judged by the mean of %s", r.Draws, reports.Plural(r.Truth, "fresh repeat"))
		if r.Truth < 20 {
			seen += ", fewer than the 20 a truth should have"
		}
	}
	s.notes = append(s.notes, fmt.Sprintf("Mean of %d seeds, in brackets 80 %% of them. %s. Exact: what draws without noise reach on average, in closed form. %d cells can be filled.", r.Seeds, seen, r.Cells))
	if slices.ContainsFunc(r.Curves, func(c EvolutionCurve) bool { return c.Method == evolution.Guarded }) {
		s.notes = append(s.notes, "Guarded: elites are measured again, and a challenger must win by more than noise.")
	}
	d := sheet{title: "By how many points MAP-Elites lies ahead", head: []string{"distinct"}, cell: 20}
	for _, a := range r.Ahead {
		d.head = append(d.head, "of "+a.Of)
	}
	for i, k := range r.Distinct {
		row := []string{reports.Thousands(float64(k))}
		for _, a := range r.Ahead {
			row = append(row, fmt.Sprintf("%+.1f [%+.1f, %+.1f]", 100*a.By[i], 100*a.Low[i], 100*a.High[i]))
		}
		d.rows = append(d.rows, row)
	}
	d.notes = append(d.notes, "95 % bootstrap intervals over seeds, on this space and model alone.")
	for _, a := range r.Ahead {
		d.notes = append(d.notes, a.sentence(r.Distinct))
	}
	out := []sheet{s, d}
	if len(r.Noise) > 0 {
		n := sheet{title: fmt.Sprintf("What noise pretends, after %d distinct evaluations", r.Noise[0].At), head: []string{"search", "believed", "true", "in true cell", "too few tasks"}, cell: 24}
		for _, b := range r.Noise {
			n.rows = append(n.rows, []string{b.Method, b.Believed.percent(), b.True.percent(), b.Stayed.percent(), b.Out.percent()})
		}
		n.notes = append(n.notes, fmt.Sprintf("Mean fitness of the elites, × 100, as the search saw it and by the truth, and the shares of them that lie in their true cell and that pass too few tasks in truth, %%; 95 %% intervals over %d seeds; none where all agree.", r.Seeds))
		out = append(out, n)
	}
	return out
}

// band is a mean with the range of most seeds, or alone where they agree.
func band(mean, low, high float64) string {
	if math.Round(low) == math.Round(high) {
		return fmt.Sprintf("%.0f", mean)
	}
	return fmt.Sprintf("%.0f [%.0f–%.0f]", mean, low, high)
}

// sentence says where MAP-Elites is worth its trouble.
func (a EvolutionAhead) sentence(ks []int) string {
	better := map[string][]string{}
	for i, k := range ks {
		better[a.Found[i]] = append(better[a.Found[i]], reports.Thousands(float64(k)))
	}
	at := func(ks []string) string { return "after " + strings.Join(ks, ", ") }
	var parts []string
	if k := better["as good"]; k != nil {
		parts = append(parts, "as good "+at(k))
	}
	if k := better["better"]; k != nil {
		parts = append(parts, "better "+at(k))
	}
	if k := better["behind"]; k != nil {
		parts = append(parts, "behind "+at(k))
	}
	return fmt.Sprintf("Against MAP-Elites, %s is %s.", a.Of, strings.Join(parts, "; "))
}

// percent writes a mean with its interval in hundredths: "9.6 [2–17]"; alone where all that it is the
// mean of agree, so that there is no spread to estimate from.
func (s EvolutionSum) percent() string {
	if s.N == 0 {
		return "–"
	}
	mean := fmt.Sprintf("%.1f", math.Round(1000*s.Mean)/10+0) // without a sign before zero
	switch {
	case s.Low == nil && s.N >= stats.MinClusters:
		return mean
	case s.Low == nil:
		return mean + " [n/a]"
	}
	return mean + " " + between(100**s.Low, 100**s.High)
}

// between writes the ends of an interval as whole numbers.
func between(low, high float64) string {
	low, high = math.Round(low)+0, math.Round(high)+0
	if low < 0 {
		return fmt.Sprintf("[%.0f, %.0f]", low, high)
	}
	return fmt.Sprintf("[%.0f–%.0f]", low, high)
}

// insight is the variance by what explains it.
func (e Evolution) insight() sheet {
	in := e.Insight
	s := sheet{title: "What fitness depends on: share of its variance over all pipelines, %", head: []string{"", "share", "95 %"}, cell: 32}
	row := func(name string, x EvolutionShare) {
		interval := "–"
		if x.Low != nil {
			interval = fmt.Sprintf("%.0f–%.0f", 100**x.Low, 100**x.High)
		}
		s.rows = append(s.rows, []string{name, fmt.Sprintf("%.1f", 100*x.Share), interval})
	}
	for _, m := range in.Modules {
		row(m.Of[0]+" module", m)
	}
	for _, d := range in.Dimensions {
		row(d.Of[0], d)
	}
	for _, p := range in.Pairs[:min(3, len(in.Pairs))] {
		row(strings.Join(p.Of, " × "), p)
	}
	row("three and more", in.Rest)
	note := fmt.Sprintf("A module counts its settings and what they do together; settings count on their own, pairs beyond that (the largest). Intervals resample scenarios. Standard deviation of fitness without noise: %.3f.", math.Sqrt(in.Variance))
	if in.Note != "" {
		note += " Limits: " + in.Note + "."
	}
	s.notes = append(s.notes, note)
	return s
}

// routers is how well routers do.
func (e Evolution) routers() sheet {
	r := e.Routing
	s := sheet{
		title: fmt.Sprintf("Routers, by the first %d messages of the user", r.After),
		head:  []string{"router", "right, %", "regret", "spared"},
	}
	for _, x := range r.Routers {
		s.rows = append(s.rows, []string{x.Name, x.Accuracy.percent(), x.Regret.percent(), x.Spared.percent()})
	}
	s.notes = append(s.notes, fmt.Sprintf("Each of %s left out in turn, of the archive and of the router. Right: a cell within noise of the best one there; regret: fitness lost, in hundredths, an upper bound, since the best of noisy figures flatters; spared: the regret of the best single configuration less its own. 95 %% intervals over scenarios; none where all agree. The proposal expects 85 %% right.", reports.Plural(len(r.Scenarios), "scenario")))
	if !slices.ContainsFunc(r.Routers, func(x EvolutionRouter) bool { return x.Name == "label" }) {
		s.notes = append(s.notes, "No router by label: the model wasn't asked for the kinds of the conversations yet (arena policy export-archive does it).")
	}
	return s
}

// choices is what is kept from end to end.
func (e Evolution) choices() sheet {
	s := sheet{title: "From end to end", head: []string{"what is played", "answer %", "fitness × 100", "ahead"}, cell: 24}
	for _, c := range e.Routing.Choices {
		name := c.Name
		if name != evolution.OracleChoice && name != evolution.SingleChoice {
			name = "emas_routed, " + name
		}
		ahead := c.Ahead.percent()
		if c.Name == evolution.SingleChoice {
			ahead = "–"
		}
		s.rows = append(s.rows, []string{name, s.caption.Cell(c.Retention), c.Fitness.percent(), ahead})
	}
	s.notes = append(s.notes, "By all stored trials of scripted dialogues on the scenarios left out, fresh repeats among them. Ahead: of the best single configuration, in hundredths of fitness. The oracle takes the best cell by the very trials that judge it: an upper bound.")
	return s
}

// expected are the verdicts.
func (e Evolution) expected() sheet {
	s := sheet{title: "What the proposal expects", head: []string{"", "verdict"}}
	if e.Found.Simulated {
		s.title += ", SIMULATED"
	}
	for i, x := range e.Expected {
		s.rows = append(s.rows, []string{fmt.Sprint(i + 1), string(x.Verdict)})
		s.notes = append(s.notes, fmt.Sprintf("%d: %s %s. Decides: %s.", i+1, x.Claim, capital(x.Finding), x.Rule))
	}
	return s
}

// capital begins a sentence.
func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
