// Package bm25 ranks texts by the words they share with a question.
package bm25

import (
	"math"
	"slices"

	"contextarena.internal/words"
)

// The constants of the formula: how soon further occurrences of a word stop counting, and how far a
// text's length is held against it.
const k1, b = 1.2, 0.75

// Index scores its texts by Okapi BM25 (Robertson and Zaragoza, The Probabilistic Relevance Framework:
// BM25 and Beyond, Foundations and Trends in Information Retrieval 3, 2009, equation 3.15):
//
//	Σ over the question's words w:  idf(w) · f·(k1+1) / (f + k1·(1 − b + b·length/mean length))
//
// where f is how often the text has w, and idf(w) = ln(1 + (N − n + ½)/(n + ½)) for n of N texts with w:
// the form that is never negative. The zero value is empty. Scores is safe for concurrent use between
// two calls of Add.
type Index struct {
	words   map[string][]posting
	lengths []int // in words
	total   int
}

type posting struct{ text, times int }

// Len is the number of texts.
func (x *Index) Len() int { return len(x.lengths) }

// Add takes in a text, whose place is the number of those before it.
func (x *Index) Add(text string) {
	if x.words == nil {
		x.words = map[string][]posting{}
	}
	place := len(x.lengths)
	has := searchWords(text)
	x.lengths, x.total = append(x.lengths, len(has)), x.total+len(has)
	for _, w := range has {
		at := x.words[w]
		if n := len(at); n > 0 && at[n-1].text == place {
			at[n-1].times++
			continue
		}
		x.words[w] = append(at, posting{place, 1})
	}
}

// Scores are those of all texts, by place: 0 for a text without a word of the question.
func (x *Index) Scores(question string) []float64 {
	out := make([]float64, len(x.lengths))
	mean := float64(x.total) / float64(len(x.lengths))
	for _, w := range slices.Compact(slices.Sorted(slices.Values(searchWords(question)))) {
		found := x.words[w]
		n := float64(len(found))
		idf := math.Log(1 + (float64(len(x.lengths))-n+0.5)/(n+0.5))
		for _, p := range found {
			times := float64(p.times)
			out[p.text] += idf * times * (k1 + 1) / (times + k1*(1-b+b*float64(x.lengths[p.text])/mean))
		}
	}
	return out
}

// searchWords are the words of a text that texts are found by: in lower case, without a plural's s and
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
