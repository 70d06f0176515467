package views

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/llm"
	"contextarena.internal/reports"
	"contextarena.internal/scenarios"
	"contextarena.internal/strategies"
)

// Estimate prints what a plan would do.
func Estimate(w io.Writer, e lab.Estimate) error {
	fmt.Fprintf(w, "%d trials of %s\n\n", e.Trials, reports.Plural(e.Scenarios, "scenario"))
	var rows [][]string
	for _, m := range e.ByModel {
		usd := fmt.Sprintf("%.4f", m.USD)
		if !m.Priced {
			usd = "unknown"
		}
		rows = append(rows, []string{m.Model, fmt.Sprint(m.Calls), fmt.Sprint(m.Input), fmt.Sprint(m.Output), usd})
	}
	if err := Columns(w, []string{"model", "calls", "input tokens", "output tokens", "USD"}, rows); err != nil {
		return err
	}
	_, err := fmt.Fprint(w, `
Estimated by playing each strategy once with the simulated model. Equal requests
are asked only once, and a real model may write more. Nothing was asked.
`)
	return err
}

// ScenarioList prints scenarios with their turns and probes, then the probes of each fact type in
// each suite and in how many scenarios it has current or derived ones.
func ScenarioList(w io.Writer, ss []*arena.Scenario) error {
	var suites []string
	kinds, where := map[group]int{}, map[group]int{}
	var rows [][]string
	for _, s := range ss {
		if !slices.Contains(suites, s.Suite) {
			suites = append(suites, s.Suite)
		}
		original := 0
		of := map[arena.Kind]int{}
		mine := map[arena.FactType]bool{}
		for _, p := range s.Probes {
			if !p.Extended {
				original++
			}
			of[p.Kind]++
			kinds[group{s.Suite, p.Type, p.Kind}]++
			if p.Kind.Headline() {
				mine[p.Type] = true
			}
		}
		for ft := range mine {
			where[group{suite: s.Suite, of: ft}]++
		}
		row := []string{s.Suite, s.ID, fmt.Sprint(len(s.Turns)), fmt.Sprint(len(s.Probes)), fmt.Sprint(original)}
		for _, kind := range listed {
			row = append(row, fmt.Sprint(of[kind]))
		}
		rows = append(rows, row)
	}
	if err := Columns(w, []string{"suite", "id", "turns", "probes", "orig", "cur", "der", "hist", "abs"}, rows); err != nil {
		return err
	}
	fmt.Fprintln(w)
	rows = nil
	for _, suite := range suites {
		for _, ft := range arena.FactTypes {
			row := []string{suite, string(ft)}
			for _, kind := range listed {
				row = append(row, fmt.Sprint(kinds[group{suite, ft, kind}]))
			}
			rows = append(rows, append(row, fmt.Sprint(where[group{suite: suite, of: ft}])))
		}
	}
	return Columns(w, []string{"suite", "fact type", "current", "derived", "historical", "absent", "scenarios"}, rows)
}

// listed are the kinds of probes in the order in which they are counted.
var listed = []arena.Kind{arena.Current, arena.Derived, arena.Historical, arena.Absent}

// group is the probes of a suite that are of one type and kind.
type group struct {
	suite string
	of    arena.FactType
	kind  arena.Kind
}

// Scenario prints a scenario's script, facts and probes.
func Scenario(w io.Writer, s *arena.Scenario) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s, suite %s)\n%s\n\nsystem: %s\n", s.Name, s.ID, s.Suite, strings.TrimSpace(s.Description), strings.TrimSpace(s.System))
	for i, ex := range s.Turns {
		fmt.Fprintf(&b, "\n[%d] %s\nuser: %s\n", i+1, ex.At.Format("2006-01-02 15:04"), strings.TrimSpace(ex.User))
		for _, tool := range ex.Tools {
			fmt.Fprintf(&b, "calls %s %s\n  %s\n", tool.Name, tool.Arguments, indented(tool.Result))
		}
		fmt.Fprintf(&b, "assistant: %s\n", strings.TrimSpace(ex.Assistant))
	}
	fmt.Fprintf(&b, "\nfinal task: %s\npasses with %d of %d:\n", strings.TrimSpace(s.Final.Question), s.Final.Pass, len(s.Final.Rubric))
	for _, c := range s.Final.Rubric {
		fmt.Fprintf(&b, "  - %s\n", c.Item)
	}
	fmt.Fprintf(&b, "\n%d facts, %d probes:\n", len(s.Facts), len(s.Probes))
	turn := map[string]arena.Turn{}
	for _, f := range s.Facts {
		turn[f.ID] = f.Turn
	}
	for _, p := range s.Probes {
		mark := ""
		if p.Extended {
			mark = ", extended"
		}
		stated := fmt.Sprintf("turn %d", turn[p.Fact])
		if p.Kind == arena.Absent {
			stated = "never said"
		}
		fmt.Fprintf(&b, "  %s (%s, %s, %s%s): %s\n", p.ID, p.Type, p.Kind, stated, mark, p.Question)
	}
	_, err := io.WriteString(w, safe(b.String()))
	return err
}

// Lint prints what lint found about the subjects. It returns an error if there is a leak or a
// scripted reply restates a fact.
func Lint(w io.Writer, r scenarios.Report, subjects []*arena.Scenario) error {
	mine := map[string]bool{}
	for _, s := range subjects {
		mine[s.ID] = true
	}
	var b strings.Builder
	bad := 0
	for _, f := range r.Findings {
		if !mine[f.Scenario] {
			continue
		}
		if f.Grave {
			bad++
		}
		fmt.Fprintf(&b, "%s: %s\n", f.Scenario, f.Text)
	}
	fmt.Fprintf(&b, "%s checked; false-positive rate on other scenarios' transcripts: %d of %d = %.2f %%\n",
		reports.Plural(len(subjects), "scenario"), r.FalsePositives, r.Trials, 100*r.Rate())
	if _, err := io.WriteString(w, safe(b.String())); err != nil {
		return err
	}
	if bad > 0 {
		return fmt.Errorf("lint: %d faults", bad)
	}
	return nil
}

// Strategy prints a strategy's settings.
func Strategy(w io.Writer, s arena.Strategy) error {
	fmt.Fprintf(w, "%s, version %s\n", strategies.Label(s), s.Version())
	fields := strategies.Settings(s)
	if len(fields) == 0 {
		_, err := fmt.Fprintln(w, "no settings")
		return err
	}
	fmt.Fprintln(w)
	var rows [][]string
	for _, f := range fields {
		allowed := strings.Join(f.Allowed, " ")
		if allowed == "" && (f.Min != "" || f.Max != "") {
			allowed = f.Min + " to " + f.Max
		}
		rows = append(rows, []string{f.Name, f.Default, allowed, f.Help})
	}
	return Columns(w, []string{"setting", "default", "allowed", "meaning"}, rows)
}

// Prices prints the known prices.
func Prices(w io.Writer, p *llm.Prices) error {
	var rows [][]string
	for _, name := range p.Names() {
		for _, price := range p.All(name) {
			rows = append(rows, []string{
				name, fmt.Sprint(price.Input), fmt.Sprint(price.CachedInput), fmt.Sprint(price.Output),
				price.From.Format(time.DateOnly), price.Note,
			})
		}
	}
	if err := Columns(w, []string{"model", "input", "cached", "output", "from", "note"}, rows); err != nil {
		return err
	}
	_, err := fmt.Fprint(w, `
USD per million tokens. Other models are asked all the same, but their cost is
unknown until a price is given with --prices FILE.
`)
	return err
}

// safe drops control characters but for line breaks and tabs.
func safe(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		cells := strings.Split(line, "\t")
		for j, c := range cells {
			cells[j] = plain(c)
		}
		lines[i] = strings.Join(cells, "\t")
	}
	return strings.Join(lines, "\n")
}

func indented(s string) string {
	return strings.ReplaceAll(strings.TrimSpace(s), "\n", "\n  ")
}
