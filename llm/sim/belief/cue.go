package belief

import (
	"strings"

	"contextarena.internal/llm/sim/read"
)

// turning are words by which people say in passing that something isn't as it was.
var turning = set(`now then instead actually changed changes moved moves moving new back again forget scrap cancel cancelled canceled corrected correction correct wrong turns turned switched switch swapped longer anymore`)

// outcomes are words by which people say how a choice ended.
var outcomes = set(`won wins carried chose chosen settled agreed decided elected banned ban ruled picked keeping sticking instead final prevailed passed rejected`)

// conclusions are pairs of words that do so.
var conclusions = pairs(`going with, went with, going for, went for, go with, goes with, so it's, so we're, so we, so the, we're doing, we take, we use, we'll use, we're using, it'll be, to be, it is, rather than, voted for, voted against, the end, no more, not the, against the`)

// open are words by which people say between what they choose.
var open = set(`either or whether options option choices choice wanted between vote votes versus`)

func pairs(list string) map[string]bool {
	m := map[string]bool{}
	for p := range strings.SplitSeq(list, ",") {
		m[strings.TrimSpace(p)] = true
	}
	return m
}

// cues counts the words of a set in a text.
func cues(text string, in map[string]bool) int {
	n := 0
	for w := range words(text) {
		if in[w] || in[strings.ToLower(w)] {
			n++
		}
	}
	return n
}

// turns reports whether the clause at index at, or one close to it in the same message, says that
// something isn't as it was.
func (a *asker) turns(at int) bool {
	from, to := a.sentence(at)
	for k := from - 1; k <= to; k++ {
		if k < 0 || a.text[k] == nil || !a.sameTime(at, k) {
			continue
		}
		if a.text[k].How != read.Unmarked || cues(a.text[k].Text, turning) > 0 {
			return true
		}
	}
	return false
}

// concludes reports whether a clause says how a choice ended.
func concludes(c *read.Clause) bool {
	n, before := 0, ""
	for w := range words(c.Text) {
		w = strings.ToLower(w)
		if outcomes[w] || conclusions[before+" "+w] {
			n += 2
		}
		if open[w] {
			n--
		}
		before = w
	}
	return n > 0 || n == 0 && c.Kind == read.Decision
}
