package evolution

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"contextarena.internal/lab/predictions"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// title says what was searched.
func (e Report) title() string {
	return fmt.Sprintf("Evolution of pipelines on %s%s, %s suite", e.Found.Model, reports.Simulated(e.Found.Simulated), e.Found.Suite)
}

// Views are the parts of an evolution's document that can be asked for.
var Views = []string{"elites", "trade", "samples", "search", "options", "routers", "expected"}

// sections are the tables.
func (e Report) sections() []reports.Section {
	out := reports.View("elites", e.archive())
	add := func(view string, sections ...reports.Section) { out = append(out, reports.View(view, sections...)...) }
	if len(e.Front) > 0 {
		add("trade", e.trades())
	}
	if len(e.Carried) > 0 {
		add("samples", e.carried())
	}
	if e.Race != nil {
		add("search", e.Race.sections()...)
	}
	if e.Insight != nil && e.Insight.Why == "" {
		add("options", e.Insight.section(), e.Insight.means())
	}
	if e.Routing != nil {
		add("routers", e.Routing.routers(), e.Routing.choices())
	}
	add("expected", e.expectations())
	return out
}

// notes stand under the tables.
func (e Report) notes() []string {
	if e.Race != nil {
		return nil
	}
	return []string{"The whole space wasn't measured, so the search can't be held against chance, and what fitness depends on isn't known: arena evolve --exhaustive."}
}

// warnings stand under the notes.
func (e Report) warnings() []string {
	var out []string
	if e.NoRouting != "" {
		out = append(out, "No router: "+e.NoRouting+".")
	}
	if e.Insight != nil && e.Insight.Why != "" {
		out = append(out, "What fitness depends on isn't known: "+e.Insight.Why+".")
	}
	if e.Found.LeftOut > 0 {
		out = append(out, fmt.Sprintf("%s refused or truncated and in no figure.", reports.Plural(e.Found.LeftOut, "trial")))
	}
	if !e.Found.Complete {
		out = append(out, "The evolution isn't finished: the same arena evolve goes on.")
	}
	if e.Found.Simulated {
		out = append(out, "Simulated: this shows that the method does what it was built to do and what it costs, not that it helps a real model.")
	}
	return out
}

// archive has the cells. There is room for two descriptors; the others stand beside the
// names.
func (e Report) archive() reports.Section {
	f := e.Found
	s := reports.Section{Head: []string{"elite"}}
	columns := min(2, len(f.Descriptors))
	for _, name := range f.Descriptors[:columns] {
		s.Head = append(s.Head, axisHead(name))
	}
	s.Head = append(s.Head, "fitness ± SE", "fresh", "held out", "cell")
	for i, x := range e.Elites {
		row := reports.Row{i + 1}
		for _, d := range x.Descriptors[:columns] {
			row = append(row, position(d))
		}
		name := x.Name
		for j := columns; j < len(x.Descriptors); j++ {
			name += fmt.Sprintf(", %s %s", axisHead(f.Descriptors[j]), position(x.Descriptors[j]))
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
		s.Rows = append(s.Rows, append(row, fmt.Sprintf("%.3f ± %.3f", x.Fitness, x.SE), optional(x.Fresh), optional(x.Unseen), stayed))
		s.Notes = append(s.Notes, fmt.Sprintf("%d: %s", i+1, name))
	}
	required := fmt.Sprintf("%.0f %% are required", 100*f.Required)
	switch {
	case f.Required == 0:
		required = "none are required: as asked for, or since the full context passes hardly any"
	case f.Relative:
		required = fmt.Sprintf("%.0f %% are required, relative to what the full context passes, and out is what is shown to pass fewer", 100*f.Required)
	}
	s.Notes = append(s.Notes,
		fmt.Sprintf("%s of %d pipelines evaluated, %s in all on %s; %d of them pass too few tasks (%s). %d of %d cells filled, QD score %.3f.",
			reports.Thousands(float64(f.Distinct)), f.Genomes, reports.Plural(f.Evaluations, "evaluation"), reports.Plural(len(f.Scenarios), "scenario"), f.Infeasible, required, f.Filled, f.Cells, f.QDScore),
		"Fitness: weighted retention at the answer level less the penalty for cost. Fresh: the same elite in repeats that chose nothing; cell: where those put it, out if too few tasks are passed then. Held out: on scenarios that chose nothing.",
	)
	if c := e.Corrected; c != nil && c.Elites > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("Corrected: %d of %s stay in their cell, %d pass too few tasks; their mean fitness was %.3f in the search and is %.3f in %s, a shrinkage of %.3f; the corrected archive fills %s, QD score %.3f.",
			c.Stayed, reports.Plural(c.Elites, "elite"), c.Infeasible, c.Searched, c.Fresh, reports.Plural(f.Fresh, "fresh repeat"), math.Round(1000*(c.Searched-c.Fresh))/1000+0, reports.Plural(c.Filled, "cell"), c.QDScore))
	}
	return s
}

// axisHead is a descriptor in a table's head.
func axisHead(descriptor string) string { return strings.TrimSuffix(descriptor, " retention") }

// position writes where an elite lies on a descriptor: USD per turn may be far below a hundredth.
func position(x float64) string {
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
func (e Report) trades() reports.Section {
	names := e.Found.Descriptors
	s := reports.Section{Title: "What elites trade: none is beaten in both", Head: []string{"elite", axisHead(names[0]), axisHead(names[1]), "fitness"}}
	for _, t := range e.Front {
		s.Rows = append(s.Rows, reports.Row{t.Elite + 1, position(t.Descriptors[0]), position(t.Descriptors[1]), fmt.Sprintf("%.3f", t.Fitness)})
	}
	from := "as the search saw them"
	if e.Corrected != nil {
		from = "by fresh repeats"
	}
	note := fmt.Sprintf("Figures %s.", from)
	if len(e.Front) == 1 {
		note += " One elite beats all others in both: there is nothing to trade."
	}
	s.Notes = append(s.Notes, note)
	return s
}

// carried is retention in and out of sample.
func (e Report) carried() reports.Section {
	s := reports.Section{Title: "Retention, %, in and out of sample", Head: []string{"", "the search saw", "fresh repeats", "held out"}}
	for _, c := range e.Carried {
		s.Rows = append(s.Rows, reports.Row{c.Name, c.Saw, c.Fresh, c.HeldOut})
	}
	s.Notes = append(s.Notes, "Held out: "+orNone(e.Found.HeldOut)+". Baselines were played with the search's seed.")
	for _, r := range []*Ranks{e.Ranks, e.Elsewhere} {
		if r != nil {
			s.Notes = append(s.Notes, r.sentence())
		}
	}
	return s
}

func (r Ranks) sentence() string {
	interval := " [n/a]"
	if r.Low != nil {
		interval = fmt.Sprintf(" [%.2f, %.2f]", *r.Low, *r.High)
	}
	return fmt.Sprintf("Order of the elites on %s: rank correlation %.2f%s over %s%s.", r.With, r.Rho, interval, reports.Plural(r.N, "elite"), noted(r.Note))
}

// sections are how far ways of searching get.
func (r *Race) sections() []reports.Section {
	out := []reports.Section{r.scores(), r.lead()}
	if len(r.Noise) > 0 {
		out = append(out, r.pretence())
	}
	return out
}

// scores are those of all ways.
func (r *Race) scores() reports.Section {
	s := reports.Section{Title: "QD score, % of the best there can be, by distinct evaluations", Head: []string{"distinct"}}
	for _, c := range r.Curves {
		s.Head = append(s.Head, c.Method)
	}
	s.Head = append(s.Head, "random, exact")
	for i, k := range r.Distinct {
		row := reports.Row{reports.Thousands(float64(k))}
		for _, c := range r.Curves {
			row = append(row, band(100*c.Mean[i], 100*c.Low[i], 100*c.High[i]))
		}
		s.Rows = append(s.Rows, append(row, fmt.Sprintf("%.0f", 100*r.Closed[i])))
	}
	seen := fmt.Sprintf("Searches see what judges them (%s of each pipeline and scenario), so that nothing here is about noise", reports.Plural(r.Seen, "trial"))
	if r.Draws > 0 {
		seen = fmt.Sprintf("Searches see single draws (%d of each pipeline) and are judged by the mean of %s", r.Draws, reports.Plural(r.Truth, "fresh repeat"))
		if r.Truth < 20 {
			seen += ", fewer than the 20 a truth should have"
		}
	}
	s.Notes = append(s.Notes, fmt.Sprintf("Mean of %d seeds, in brackets 80 %% of them. %s. Exact: what draws without noise reach on average, in closed form. %d cells can be filled.", r.Seeds, seen, r.Cells))
	if slices.ContainsFunc(r.Curves, func(c Curve) bool { return c.Method == guarded }) {
		s.Notes = append(s.Notes, "Guarded: elites are measured again, and a challenger must win by more than noise.")
	}
	return s
}

// lead is by how much MAP-Elites is ahead.
func (r *Race) lead() reports.Section {
	d := reports.Section{Title: "By how many points MAP-Elites lies ahead", Head: []string{"distinct"}, Widths: []int{20}}
	for _, a := range r.Ahead {
		d.Head = append(d.Head, "of "+a.Of)
	}
	for i, k := range r.Distinct {
		row := reports.Row{reports.Thousands(float64(k))}
		for _, a := range r.Ahead {
			row = append(row, fmt.Sprintf("%+.1f [%+.1f, %+.1f]", 100*a.By[i], 100*a.Low[i], 100*a.High[i]))
		}
		d.Rows = append(d.Rows, row)
	}
	d.Notes = append(d.Notes, "95 % bootstrap intervals over seeds, on this space and model alone.")
	for _, a := range r.Ahead {
		d.Notes = append(d.Notes, a.sentence(r.Distinct))
	}
	return d
}

// pretence is what noise pretends.
func (r *Race) pretence() reports.Section {
	n := reports.Section{Title: fmt.Sprintf("What noise pretends, after %d distinct evaluations", r.Noise[0].At), Head: []string{"search", "believed", "true", "in true cell", "too few tasks"}, Widths: []int{24}}
	for _, b := range r.Noise {
		n.Rows = append(n.Rows, reports.Row{b.Method, b.Believed.percent(), b.True.percent(), b.Stayed.percent(), b.Out.percent()})
	}
	n.Notes = append(n.Notes, fmt.Sprintf("Mean fitness of the elites, × 100, as the search saw it and by the truth, and the shares of them that lie in their true cell and that pass too few tasks in truth, %%; 95 %% intervals over %d seeds; none where all agree.", r.Seeds))
	return n
}

// band is a mean with the range of most seeds, or alone where they agree.
func band(mean, low, high float64) string {
	if math.Round(low) == math.Round(high) {
		return fmt.Sprintf("%.0f", mean)
	}
	return fmt.Sprintf("%.0f [%.0f–%.0f]", mean, low, high)
}

// sentence says where MAP-Elites is worth its trouble.
func (a Ahead) sentence(ks []int) string {
	var parts []string
	for _, found := range []string{"as good", "better", "behind"} {
		var after []string
		for i, k := range ks {
			if a.Found[i] == found {
				after = append(after, reports.Thousands(float64(k)))
			}
		}
		if after != nil {
			parts = append(parts, found+" after "+strings.Join(after, ", "))
		}
	}
	return fmt.Sprintf("Against MAP-Elites, %s is %s.", a.Of, strings.Join(parts, "; "))
}

// percent writes a mean with its interval in hundredths: "9.6 [2–17]"; alone where all that it is the
// mean of agree, so that there is no spread to estimate from.
func (s Mean) percent() string {
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

// section is the variance by what explains it.
func (in *Insight) section() reports.Section {
	s := reports.Section{Title: "What fitness depends on: share of its variance over all pipelines, %", Head: []string{"", "share", "95 %"}, Widths: []int{32}}
	row := func(name string, x Part) {
		interval := "–"
		if x.Low != nil {
			interval = fmt.Sprintf("%.0f–%.0f", 100**x.Low, 100**x.High)
		}
		s.Rows = append(s.Rows, reports.Row{name, fmt.Sprintf("%.1f", 100*x.Share), interval})
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
	s.Notes = append(s.Notes, note)
	return s
}

// means are those of the options.
func (in *Insight) means() reports.Section {
	s := reports.Section{Title: "What each option is worth: mean fitness × 100 of all pipelines that have it", Head: []string{"", "fitness", "ahead"}, Widths: []int{32}}
	for i, o := range in.Options {
		if i > 0 && o.Dimension != in.Options[i-1].Dimension {
			s.Rows = append(s.Rows, reports.Row{"", "", ""})
		}
		s.Rows = append(s.Rows, reports.Row{o.Dimension + " " + o.Level, o.Fitness.percent(), o.Ahead.percent()})
	}
	s.Notes = append(s.Notes, "Ahead: of the mean over all pipelines, paired by scenario. 95 % intervals over scenarios as a sample; none where all agree. An option that needs another shows little here: the share of the two together says so.")
	return s
}

// routers is how well routers do.
func (r *Routing) routers() reports.Section {
	s := reports.Section{
		Title: fmt.Sprintf("Routers, by the first %d messages of the user", r.After),
		Head:  []string{"router", "right, %", "regret", "spared"},
	}
	for _, x := range r.Routers {
		s.Rows = append(s.Rows, reports.Row{x.Name, x.Accuracy.percent(), x.Regret.percent(), x.Spared.percent()})
	}
	s.Notes = append(s.Notes, fmt.Sprintf("Each of %s left out in turn, of the archive and of the router. Right: a cell within noise of the best one there; regret: fitness lost, in hundredths, an upper bound, since the best of noisy figures flatters; spared: the regret of the best single configuration less its own. 95 %% intervals over scenarios; none where all agree. The proposal expects %.0f %% right.", reports.Plural(len(r.Scenarios), "scenario"), 100*predictions.Of("evolution/routes").AtLeast))
	if !slices.ContainsFunc(r.Routers, func(x Router) bool { return x.Name == "label" }) {
		s.Notes = append(s.Notes, "No router by label: the model wasn't asked for the kinds of the conversations yet (arena policy export-archive does it).")
	}
	return s
}

// choices is what is kept from end to end.
func (r *Routing) choices() reports.Section {
	s := reports.Section{Title: "From end to end", Head: []string{"what is played", "answer %", "fitness × 100", "ahead"}, Widths: []int{24}}
	for _, c := range r.Choices {
		name := c.Name
		if name != oracleChoice && name != singleChoice {
			name = "emas_routed, " + name
		}
		ahead := c.Ahead.percent()
		if c.Name == singleChoice {
			ahead = "–"
		}
		s.Rows = append(s.Rows, reports.Row{name, c.Retention, c.Fitness.percent(), ahead})
	}
	s.Notes = append(s.Notes, "By all stored trials of scripted dialogues on the scenarios left out, fresh repeats among them. Ahead: of the best single configuration, in hundredths of fitness. The oracle takes the best cell by the very trials that judge it: an upper bound.")
	return s
}

// expectations are the verdicts.
func (e Report) expectations() reports.Section {
	s := reports.Section{Title: "What the proposal expects" + reports.Simulated(e.Found.Simulated), Head: []string{"", "verdict"}}
	for i, x := range e.Expected {
		s.Rows = append(s.Rows, reports.Row{i + 1, string(x.Verdict)})
		s.Notes = append(s.Notes, fmt.Sprintf("%d: %s %s. Decides: %s.", i+1, x.Claim, capital(x.Finding), x.Rule))
	}
	return s
}

// noted is a note after a figure.
func noted(note string) string {
	if note == "" {
		return ""
	}
	return ", " + note
}

// capital begins a sentence.
func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
