package pipeline

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// onDemand shows behind the system prompt those lines of the notes that bear on the query, and of
// prose the sentences, as many as a budget of tokens allows. They are ranked by BM25 (Robertson and
// Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond, 2009) over their words, ties for
// the later line, and shown in the notes' order; one that doesn't fit is passed over. If none has a
// word of the query, the last lines that fit are shown. Headings are not shown.
type onDemand struct {
	system string
	tokens func(text string) int
	budget int
	beside []string
	index  lineIndex
}

func (r *onDemand) remember(beside []string, notes string) {
	r.beside = beside
	known := make(map[string]int, len(r.index.lines)) // most lines stay from one cycle to the next
	for _, l := range r.index.lines {
		known[l.text] = l.cost
	}
	r.index = indexOf(listed(notes), func(line string) int {
		if cost, ok := known[line]; ok {
			return cost
		}
		return r.tokens(item(line))
	})
}

func (r *onDemand) show(query string, window Window) arena.Context {
	notes := strings.TrimSpace(r.index.about(query, r.budget))
	if notes == "" && len(r.index.lines) > 0 {
		notes = beginning(item(r.index.lines[len(r.index.lines)-1].text), r.budget, r.tokens)
	}
	all := strings.TrimSpace(joinedParts(r.beside, notes))
	if all == "" {
		return window.Context(r.system)
	}
	return window.Context(render("recall_lines.tmpl", data{System: r.system, Knowledge: all}))
}

// lineIndex finds lines by their words. It is not changed once made.
type lineIndex struct {
	lines []indexedLine
	words map[string][]posting
	mean  float64 // words of a line
}

type indexedLine struct {
	text  string
	cost  int // tokens
	words int
}

type posting struct{ line, times int }

func indexOf(lines []string, cost func(line string) int) lineIndex {
	x := lineIndex{words: map[string][]posting{}}
	for i, text := range lines {
		has := searchWords(text)
		x.lines = append(x.lines, indexedLine{text, cost(text), len(has)})
		x.mean += float64(len(has)) / float64(len(lines))
		for _, w := range has {
			at := x.words[w]
			if n := len(at); n > 0 && at[n-1].line == i {
				at[n-1].times++
				continue
			}
			x.words[w] = append(at, posting{i, 1})
		}
	}
	return x
}

// about are the lines for a query.
func (x lineIndex) about(query string, budget int) string {
	const k1, b = 1.2, 0.75
	score := make([]float64, len(x.lines))
	for _, w := range slices.Compact(slices.Sorted(slices.Values(searchWords(query)))) {
		found := x.words[w]
		n := float64(len(found))
		idf := math.Log(1 + (float64(len(x.lines))-n+0.5)/(n+0.5))
		for _, p := range found {
			times := float64(p.times)
			score[p.line] += idf * times * (k1 + 1) / (times + k1*(1-b+b*float64(x.lines[p.line].words)/x.mean))
		}
	}
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

// searchWords are the words of a text that lines are found by: in lower case, without a plural's s and
// without those that stand in any question.
func searchWords(text string) []string {
	var out []string
	for _, w := range words.Split(text) {
		if w = words.Stem(w); len(w) > 1 && !emptyWords[w] {
			out = append(out, w)
		}
	}
	return out
}

// emptyWords find nothing, in the form in which searchWords compares them.
var emptyWords = words.Set(`an and any are as at be been but by can could did do doe does done for from had has have how if
	in into is it its just me my no not now of on or our out please so some than that the their them then there these they
	thi this those to us wa was we were what when where which who whom why will with would you your about all also am`)
