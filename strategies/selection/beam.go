package selection

import "slices"

// BeamSearch goes through the items in the list's order and keeps, after each, the width partial choices of the
// greatest total score; of equal ones the first, where leaving an item out comes before taking it. It returns
// the places of the best choice in the list's order. A width below 1 counts as 1.
//
// The document calls a width of 1 "equivalent to greedy". It is oldest-first: taking an item that fits raises the
// score, so it is always taken, and the budget is gone before the newest are seen. Unbounded widths enumerate all
// choices; the width at which BeamSearch surely finds the optimum grows as they do, not as those of dynamic programming.
func BeamSearch(items []Item, budget, width int) []int {
	width = max(1, width)
	beam := []partial{{last: -1}}
	var taken []link // shared tails of the choices
	var with []partial
	for i, it := range items {
		with = with[:0]
		for k, p := range beam {
			if it.Tokens <= budget-p.tokens {
				with = append(with, partial{score: p.score + it.Score, tokens: p.tokens + it.Tokens, last: p.last, from: k, takes: true})
			}
		}
		beam = merge(beam, with, width)
		for k := range beam {
			if beam[k].takes {
				taken = append(taken, link{i, beam[k].last})
				beam[k].last, beam[k].takes = len(taken)-1, false
			}
		}
	}
	var chosen []int
	for at := beam[0].last; at >= 0; at = taken[at].before {
		chosen = append(chosen, taken[at].item)
	}
	slices.Reverse(chosen)
	return chosen
}

// partial is a choice among the items so far.
type partial struct {
	score  float64
	tokens int
	last   int // its link; -1 for none
	from   int // of one that takes the item: its place in the beam before
	takes  bool
}

// link is an item that was taken, and the link before it.
type link struct{ item, before int }

// merge is the best of two lists that are in the order of score themselves, since all in with are raised alike.
func merge(without, with []partial, width int) []partial {
	out := make([]partial, 0, min(width, len(without)+len(with)))
	for a, b := 0, 0; len(out) < cap(out); {
		if b == len(with) || a < len(without) && (without[a].score > with[b].score || without[a].score == with[b].score && a <= with[b].from) {
			out = append(out, without[a])
			a++
		} else {
			out = append(out, with[b])
			b++
		}
	}
	return out
}
