package try

import (
	"fmt"
	"strings"

	"contextarena.internal/lab/tally"
	"contextarena.internal/reports"
)

// Document says what a model made of the prompts of all strategies.
func (t Tried) Document() reports.Document {
	prompts := reports.Section{Layout: reports.List, Head: []string{"prompt", "parsed", "in", "out", "USD", "trouble"}}
	for _, p := range t.Prompts {
		usd := "?"
		if t.PaidUSD != nil {
			usd = fmt.Sprintf("%.4f", p.USD)
		}
		var trouble []string
		for _, n := range []struct {
			n    int
			word string
		}{{p.Cut, "cut"}, {p.Refused, "refused"}, {p.Empty, "empty"}, {p.Asked - p.Parsed - p.Refused - p.Empty, "not JSON"}} {
			if n.n > 0 {
				trouble = append(trouble, fmt.Sprintf("%d %s", n.n, n.word))
			}
		}
		prompts.Rows = append(prompts.Rows, reports.Row{
			who(p), fmt.Sprintf("%d/%d", p.Parsed, p.Asked),
			reports.Thousands(float64(p.InputTokens)), reports.Thousands(float64(p.OutputTokens)), usd, strings.Join(trouble, ", "),
		})
	}
	d := reports.Document{
		Sections: []reports.Section{{Title: t.Model + " on two short conversations, each prompt of every strategy:"}, prompts},
		Notes:    []string{"parsed: of the replies asked for; JSON where a form is asked for, any text elsewhere. in, out: tokens. USD at nominal prices. +N: further strategies that ask the same."},
		Data:     t,
	}
	for _, f := range t.Forms {
		if tally.Incomplete(f.Delivery) {
			d.Warnings = append(d.Warnings, fmt.Sprintf("%s %s: what it keeps rests on what arrived.", f.Strategy, tally.Delivered(f.Delivery)))
		}
	}
	for i, f := range t.Failed {
		if i == 5 {
			d.Warnings = append(d.Warnings, fmt.Sprintf("and %d more", len(t.Failed)-i))
			break
		}
		d.Warnings = append(d.Warnings, fmt.Sprintf("%s on %s, %s: %s", f.Strategy, f.Scenario, strings.ReplaceAll(string(f.Outcome), "_", " "), f.Reason))
	}
	return d
}

// who names a prompt by the first strategy that asks it and how it begins.
func who(p Prompt) string {
	more := ""
	if n := len(p.Strategies) - 1; n > 0 {
		more = fmt.Sprintf(" +%d", n)
	}
	words := strings.Fields(p.Prompt)
	if len(words) > 12 {
		words = append(words[:12], "…")
	}
	return p.Strategies[0] + more + ": " + strings.Join(words, " ")
}

// Conformance says which cases of the contract a program keeps.
func Conformance(command string, cases []Case) reports.Document {
	list := reports.Section{Layout: reports.List, Head: []string{"", "case", "what it does instead, and the cure"}}
	faults, untried := 0, 0
	for _, c := range cases {
		row := reports.Row{"ok", c.Case, ""}
		switch {
		case c.Fault != "":
			faults++
			row = reports.Row{"NO", c.Case, c.Fault + ". Cure: " + c.Cure + "."}
		case c.Untried != "":
			untried++
			row = reports.Row{"–", c.Case, "not tried: " + c.Untried}
		}
		list.Rows = append(list.Rows, row)
	}
	finding := fmt.Sprintf("%s keeps the contract of a memory: %d cases tried", command, len(cases)-untried)
	if faults > 0 {
		finding = fmt.Sprintf("%s doesn't keep the contract of a memory: faults in %d of %d cases tried", command, faults, len(cases)-untried)
	}
	if untried > 0 {
		finding += fmt.Sprintf(", %d not tried", untried)
	}
	return reports.Document{
		Finding: finding + ".", Sections: []reports.Section{list}, Data: cases,
		Notes: []string{"Played on simulated models. A fault would show as another figure than the memory's, or as trials that fail."},
	}
}
