package catalogue

import (
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/reports"
	"contextarena.internal/scenarios"
)

// Scenarios lists scenarios with their turns and probes, then the probes of each fact type in
// each suite and in how many scenarios it has current or derived ones.
func Scenarios(ss []*arena.Scenario) reports.Document {
	var suites []string
	kinds, where := map[group]int{}, map[group]int{}
	var rows []reports.Row
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
		row := reports.Row{s.Suite, s.ID, len(s.Turns), len(s.Probes), original}
		for _, kind := range listed {
			row = append(row, of[kind])
		}
		rows = append(rows, row)
	}
	var types []reports.Row
	for _, suite := range suites {
		for _, ft := range arena.FactTypes {
			row := reports.Row{suite, ft}
			for _, kind := range listed {
				row = append(row, kinds[group{suite, ft, kind}])
			}
			types = append(types, append(row, where[group{suite: suite, of: ft}]))
		}
	}
	return reports.Document{Sections: []reports.Section{
		list(rows, "suite", "id", "turns", "probes", "orig", "cur", "der", "hist", "abs"),
		list(types, "suite", "fact type", "current", "derived", "historical", "absent", "scenarios"),
	}}
}

// listed are the kinds of probes in the order in which they are counted.
var listed = []arena.Kind{arena.Current, arena.Derived, arena.Historical, arena.Absent}

// group is the probes of a suite that are of one type and kind.
type group struct {
	suite string
	of    arena.FactType
	kind  arena.Kind
}

// Scenario has a scenario's script, facts and probes.
func Scenario(s *arena.Scenario) reports.Document {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s, suite %s)\n%s\n\nsystem: %s\n", s.Name, s.ID, s.Suite, strings.TrimSpace(s.Description), strings.TrimSpace(s.System))
	for i, ex := range s.Turns {
		fmt.Fprintf(&b, "\n[%d] %s\nuser: %s\n", i+1, ex.At.Format("2006-01-02 15:04"), strings.TrimSpace(ex.User))
		for _, tool := range ex.Tools {
			fmt.Fprintf(&b, "calls %s %s\n  %s\n", tool.Name, tool.Arguments, strings.ReplaceAll(strings.TrimSpace(tool.Result), "\n", "\n  "))
		}
		fmt.Fprintf(&b, "assistant: %s\n", strings.TrimSpace(ex.Assistant))
	}
	fmt.Fprintf(&b, "\nfinal task: %s\npasses with %d of %d:\n", strings.TrimSpace(s.Final.Question), s.Final.Pass, len(s.Final.Rubric))
	for _, c := range s.Final.Rubric {
		fmt.Fprintf(&b, "  - %s\n", c.Item)
	}
	fmt.Fprintf(&b, "\n%d facts, %d probes:\n", len(s.Facts), len(s.Probes))
	stated := map[string]string{}
	for _, f := range s.Facts {
		stated[f.ID] = fmt.Sprintf("turn %d", f.Turn)
		if f.In != "" {
			stated[f.ID] += " in a " + string(f.In) + "'s result"
		}
	}
	for _, p := range s.Probes {
		mark := ""
		if p.Extended {
			mark = ", extended"
		}
		when := stated[p.Fact]
		if p.Kind == arena.Absent {
			when = "never said"
		}
		fmt.Fprintf(&b, "  %s (%s, %s, %s%s): %s\n", p.ID, p.Type, p.Kind, when, mark, p.Question)
	}
	return reports.Document{Sections: []reports.Section{{Text: b.String()}}}
}

// Lint says what lint found about the subjects. It returns an error besides if there is a leak or a
// scripted reply restates a fact; if strict, also if a pattern misjudges a reply. Where nothing was tried,
// nothing is said of it.
func Lint(r scenarios.Report, tried scenarios.Tried, subjects []*arena.Scenario, strict bool) (reports.Document, error) {
	var b strings.Builder
	bad := 0
	for _, f := range r.Findings {
		if f.Grave {
			bad++
		}
		fmt.Fprintf(&b, "%s: %s\n", f.Scenario, f.Text)
	}
	for _, m := range tried.Misjudged {
		fmt.Fprintf(&b, "%s: %s\n", m.Place, m)
	}
	if strict {
		bad += len(tried.Misjudged)
	}
	fmt.Fprintf(&b, "%s checked; false-positive rate on other scenarios' transcripts: %d of %d = %.2f %%\n",
		reports.Plural(len(subjects), "scenario"), r.FalsePositives, r.Trials, 100*r.Rate())
	if tried.Answers > 0 {
		fmt.Fprintf(&b, "generated answers: patterns misjudge %d of %d\n", len(tried.Misjudged), tried.Answers)
	}
	d := reports.Document{Sections: []reports.Section{{Text: b.String()}}}
	if bad > 0 {
		return d, fmt.Errorf("lint: %d faults", bad)
	}
	return d, nil
}
