package views

import (
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"contextarena.internal/lab"
	"contextarena.internal/lab/tally"
	"contextarena.internal/reports"
)

// Tried prints what a model made of the prompts of all strategies.
func Tried(w io.Writer, t lab.Tried) error {
	var rows [][]string
	for _, p := range t.Prompts {
		facts := "–"
		if p.Stated > 0 {
			facts = fmt.Sprintf("%d/%d", p.Delivered, p.Stated)
		}
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
		rows = append(rows, []string{
			who(p), fmt.Sprintf("%d/%d", p.Parsed, p.Asked), facts,
			reports.Thousands(float64(p.InputTokens)), reports.Thousands(float64(p.OutputTokens)), usd, strings.Join(trouble, ", "),
		})
	}
	fmt.Fprintf(w, "%s on two short conversations, each prompt of every strategy:\n\n", t.Model)
	if err := Columns(w, []string{"prompt", "parsed", "facts", "in", "out", "USD", "trouble"}, rows); err != nil {
		return err
	}
	fmt.Fprintln(w)
	var lines []string
	say := func(format string, args ...any) {
		lines = append(lines, text.WrapSoft(plain(fmt.Sprintf(format, args...)), width))
	}
	say("parsed: of the replies asked for; JSON where a form is asked for, any text elsewhere. facts: delivered of those stated in the same request; a prompt that asks for something else delivers few. in, out: tokens. USD at nominal prices. +N: further strategies that ask the same.")
	for _, f := range t.Forms {
		if incomplete(f.Delivery) {
			say("! %s %s: what it keeps rests on what arrived.", f.Strategy, tally.Delivered(f.Delivery))
		}
	}
	for i, f := range t.Failed {
		if i == 5 {
			say("! and %d more", len(t.Failed)-i)
			break
		}
		say("! %s on %s, %s: %s", f.Strategy, f.Scenario, strings.ReplaceAll(string(f.Outcome), "_", " "), f.Reason)
	}
	_, err := fmt.Fprintln(w, trimmed(strings.Join(lines, "\n")))
	return err
}

// who names a prompt by the first strategy that asks it and how it begins.
func who(p lab.TriedPrompt) string {
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
