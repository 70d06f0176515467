package pipeline

import (
	"cmp"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/strategies/bm25"
	"contextarena.internal/strategies/shelf"
)

// onDemand shows behind the system prompt those lines of the notes that bear on the query, and of
// prose the sentences, as many as a budget of tokens allows. They are ranked by BM25 over their words, ties
// for the later line, and shown in the notes' order; one that doesn't fit is passed over. If none has a
// word of the query, the last lines that fit are shown. Headings are not shown.
type onDemand struct {
	env    arena.Env
	budget int
	beside []string
	index  lineIndex
}

func (r *onDemand) remember(beside []string, notes string) {
	r.beside = beside
	r.index = lineIndex{}
	for _, line := range listed(notes) {
		r.index.lines = append(r.index.lines, indexedLine{line, r.env.Tokens(item(line))})
		r.index.words.Add(line)
	}
}

func (r *onDemand) show(query string, window shelf.Window) arena.Context {
	notes := strings.TrimSpace(r.index.about(query, r.budget))
	if notes == "" && len(r.index.lines) > 0 {
		notes = beginning(item(r.index.lines[len(r.index.lines)-1].text), r.budget, r.env.Tokens)
	}
	all := strings.TrimSpace(shown(r.env, r.beside, notes))
	if all == "" {
		return window.Context(r.env.System)
	}
	return window.Context(render(r.env, "recall_lines.tmpl", data{System: r.env.System, Knowledge: all}))
}

// lineIndex finds lines by their words. It is not changed once made.
type lineIndex struct {
	lines []indexedLine
	words bm25.Index
}

type indexedLine struct {
	text string
	cost int // tokens
}

// about are the lines for a query.
func (x lineIndex) about(query string, budget int) string {
	score := x.words.Scores(query)
	best := make([]int, 0, len(x.lines))
	for i := range slices.Backward(x.lines) {
		if score[i] > 0 {
			best = append(best, i)
		}
	}
	slices.SortStableFunc(best, func(i, j int) int { return cmp.Compare(score[j], score[i]) })
	if len(best) == 0 {
		for i := range slices.Backward(x.lines) {
			best = append(best, i)
		}
	}
	var chosen []int
	for _, i := range best {
		if x.lines[i].cost <= budget {
			budget -= x.lines[i].cost
			chosen = append(chosen, i)
		}
	}
	slices.Sort(chosen)
	var out strings.Builder
	for _, line := range chosen {
		out.WriteString(item(x.lines[line].text))
	}
	return out.String()
}
