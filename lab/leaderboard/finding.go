package leaderboard

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"contextarena.internal/lab"
	"contextarena.internal/reports"
)

// finding says what was found of each model's strategies.
func (r Report) finding() string {
	var out []string
	for _, s := range r.Standings {
		text := s.sentence()
		if len(r.Standings) > 1 {
			text = s.Model + ": " + text
		}
		out = append(out, text)
	}
	return reports.Found(r.Experiment.Simulated, out...)
}

// sentence says which strategy keeps most for its cost, which may be as good, and what the whole
// conversation would keep; or why nothing of that can be said.
func (s Standing) sentence() string {
	var shown []Position
	for _, p := range s.Places {
		if p.Answer.Defined() && !p.Controls {
			shown = append(shown, p)
		}
	}
	slices.SortStableFunc(shown, func(a, b Position) int { return cmp.Compare(order(b.Answer), order(a.Answer)) })
	of, these := "", "These"
	if s.Type != "" {
		of, these = fmt.Sprintf("Of facts of type %s ", s.Type), "these"
	}
	if s.Fixed {
		where := "on " + s.these() + " "
		of, these = cmp.Or(of+where, where), "these"
		if s.Type == "" {
			of = "O" + of[1:]
		}
	}
	var said Position
	text := ""
	switch pick, ok := s.row(s.Pick); {
	case len(shown) == 0 && s.full("") == "":
		return "No trial was completed."
	case len(shown) == 0:
		text = "Only controls were played."
	case len(shown) > 1 && s.Scenarios == 0:
		return "No scenario was completed with every strategy, so nothing here compares them."
	case ok:
		said = pick
		text = fmt.Sprintf("%s%s keeps most for its cost: %s; %s.", of, s.Pick, pick.keeps(), s.asGood())
		if of == "" {
			text = fmt.Sprintf("Try %s first: it keeps most for its cost, %s; %s.", s.Pick, pick.keeps(), s.asGood())
		}
	case len(shown) == 1:
		said = shown[0]
		verb := "keeps"
		if len(said.Strategies) > 1 {
			verb = "all keep"
		}
		text = fmt.Sprintf("%s%s %s %s.", of, listed(said.Strategies, 3), verb, said.keeps())
	default:
		last := shown[len(shown)-1]
		text = fmt.Sprintf("%s%s trials can't tell the %d strategies apart", of, these, s.Candidates)
		if s.Note != "" {
			text += " (" + s.Note + ")"
		}
		text += fmt.Sprintf(": %s keeps most, %s, %s least, %s.", shown[0].candidate(), shown[0].keeps(), last.candidate(), last.keeps())
	}
	if s.Fixed {
		text += fmt.Sprintf(" It takes %d scenarios or more to speak for others.", lab.ScenariosToTell(matters))
	}
	if slices.Contains(said.Strategies, lab.FullContext) {
		return strings.TrimSuffix(text, ".") + ". Its answers are full_context's."
	}
	return strings.TrimSpace(text + " " + s.full("full_context: "))
}

// these are the scenarios in words.
func (s Standing) these() string {
	if s.Scenarios == 1 {
		return "this scenario"
	}
	return fmt.Sprintf("these %d scenarios", s.Scenarios)
}

// over says what the intervals are over.
func (r Report) over() string {
	if slices.ContainsFunc(r.Standings, func(s Standing) bool { return s.Fixed }) {
		return "over repeats, scenarios fixed"
	}
	return "over scenarios as a sample"
}

// full is what full_context keeps, behind a word; empty if it isn't ranked.
func (s Standing) full(word string) string {
	p, ok := s.row(lab.FullContext)
	if !ok || !p.Answer.Defined() {
		return ""
	}
	if p.Cut && word != "" {
		word = strings.TrimSuffix(word, ": ") + ", cut to its budget: "
	}
	return word + p.keeps() + "."
}

// row is a strategy's.
func (s Standing) row(strategy string) (Position, bool) {
	i := slices.IndexFunc(s.Places, func(p Position) bool { return slices.Contains(p.Strategies, strategy) })
	if i < 0 {
		return Position{}, false
	}
	return s.Places[i], true
}

// best are the candidates that may be the best, in the order of the rows, cheapest of a row first.
func (s Standing) best() []string {
	var out []string
	for _, p := range s.Places {
		for _, name := range p.Strategies {
			if p.MaybeBest && !lab.IsControl(name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// asGood says how many of the others may be as good as the pick: they aren't excluded from being the best.
func (s Standing) asGood() string {
	others := slices.DeleteFunc(s.best(), func(name string) bool { return name == s.Pick })
	switch {
	case len(others) == 0 && s.Candidates == 2:
		return "the other isn't as good"
	case len(others) == 0:
		return fmt.Sprintf("none of the other %d may be as good", s.Candidates-1)
	case len(others) == 1:
		return "only " + others[0] + " may be as good"
	}
	return fmt.Sprintf("%d of the other %d may be as good (%s)", len(others), s.Candidates-1, listed(others, 3))
}

// surprising explains why a strategy may be the best though one that kept more isn't; empty if none is.
func (s Standing) surprising() string {
	var unsure []string
	above := ""
	for _, p := range s.Places {
		switch {
		case p.Controls || !p.Ranked:
		case !p.MaybeBest:
			above = cmp.Or(above, p.candidate())
		case above != "":
			unsure = append(unsure, p.candidate())
		}
	}
	if unsure == nil {
		return ""
	}
	return fmt.Sprintf(" Less is known of %s than of %s, which kept more but is excluded.", listed(unsure, 3), above)
}

// keeps is what a row keeps, and for what.
func (p Position) keeps() string {
	switch {
	case p.Priced:
		return p.Answer.Words() + " at " + dollars(p.Cheapest) + " a trial"
	case p.Tokens > 0:
		return p.Answer.Words() + " at " + reports.Thousands(p.Tokens) + " tokens a trial"
	}
	return p.Answer.Words()
}

// dollars writes USD with two digits that say something, cents at least.
func dollars(usd float64) string {
	if usd == 0 {
		return "$0"
	}
	return fmt.Sprintf("$%.*f", max(2, 1-int(math.Floor(math.Log10(usd)))), usd)
}

// listed are names, of which at most so many are spelled out.
func listed(names []string, most int) string {
	if len(names) > most+1 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}
