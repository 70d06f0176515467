package catalogue

import (
	"fmt"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/reports"
	"contextarena.internal/scenarios"
)

// Scenarios lists scenarios with their turns and probes.
func Scenarios(ss []*arena.Scenario) reports.Document {
	var rows []reports.Row
	for _, s := range ss {
		original := 0
		of := map[arena.Kind]int{}
		for _, p := range s.Probes {
			if !p.Extended {
				original++
			}
			of[p.Kind]++
		}
		rows = append(rows, reports.Row{s.Suite, s.ID, len(s.Turns), len(s.Probes), original, of[arena.Current], of[arena.Derived], of[arena.Historical], of[arena.Absent]})
	}
	return reports.Document{Sections: []reports.Section{list(rows, "suite", "id", "turns", "probes", "orig", "cur", "der", "hist", "abs")}}
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
	if s.Final.Question != "" {
		fmt.Fprintf(&b, "\nfinal task: %s\npasses with %d of %d:\n", strings.TrimSpace(s.Final.Question), s.Final.Pass, len(s.Final.Rubric))
	}
	for _, c := range s.Final.Rubric {
		fmt.Fprintf(&b, "  - %s\n", c.Item)
	}
	fmt.Fprintf(&b, "\n%d facts, %d probes:\n", len(s.Facts), len(s.Probes))
	stated := map[string]string{}
	for _, f := range s.Facts {
		stated[f.ID] = fmt.Sprintf("turn %d", f.Turn) + map[llm.Role]string{llm.Tool: " in a tool's result", llm.Assistant: " in the reply"}[f.In]
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
