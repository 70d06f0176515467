package sim

import (
	"math"
	"slices"
	"strings"

	"contextarena.internal/llm"
	"contextarena.internal/llm/sim/belief"
)

// leastChance stands for chances of nothing, whose logarithm no reply can carry.
const leastChance = 1e-9

// logProbs are simulated log-probabilities of a reply's words, which stand for its tokens: words
// with the spaces before them, that add up to the text. Where an answer begins a value that
// another was given for earlier, the rival is the older value, with the chance that this model,
// asked again, holds on to it or slips back to it; everywhere else the only alternative is the word
// itself, with the chance that nothing was overlooked.
func (r *reading) logProbs(text string, alternatives int) []llm.LogProb {
	if alternatives <= 0 || text == "" {
		return nil
	}
	sure := math.Log(1 - min(happens(r.OverlookAnswers*r.Strength[attention]), 1-leastChance))
	rivals := r.rivals(text)
	var out []llm.LogProb
	for at := 0; at < len(text); {
		end := wordEnd(text, at)
		// Where a value begins, what leads up to it (a bracket, a currency sign) is a token of its own.
		for i := at + 1; i < end; i++ {
			if _, ok := rivals[i]; ok && strings.TrimSpace(text[at:i]) != "" {
				end = i
			}
		}
		token := llm.LogProb{Token: text[at:end], LogProb: sure}
		token.Top = []llm.LogProb{{Token: token.Token, LogProb: sure}}
		for i := at; i < end; i++ {
			if v, ok := rivals[i]; ok {
				token = v.contest(text[at:end], text[at:i])
				break
			}
		}
		slices.SortStableFunc(token.Top, func(a, b llm.LogProb) int {
			switch {
			case a.LogProb > b.LogProb:
				return -1
			case a.LogProb < b.LogProb:
				return 1
			}
			return 0
		})
		token.Top = token.Top[:min(len(token.Top), alternatives)]
		out = append(out, token)
		at = end
	}
	return out
}

// wordEnd is where the word at a place ends, with the spaces before it.
func wordEnd(text string, at int) int {
	n := len(text) - len(strings.TrimLeft(text[at:], " \n"))
	if i := strings.IndexAny(text[n:], " \n"); i >= 0 && n < len(text) {
		return n + i
	}
	return len(text)
}

// rival is a value that an answer might have given instead.
type rival struct {
	text string
	p    float64 // the chance of it
}

// contest is the word that begins a value, with the word that would begin the other.
func (v rival) contest(word, lead string) llm.LogProb {
	other := lead + v.text[:wordEnd(v.text, 0)]
	said, instead := math.Log(max(1-v.p, leastChance)), math.Log(max(v.p, leastChance))
	return llm.LogProb{Token: word, LogProb: said, Top: []llm.LogProb{{Token: word, LogProb: said}, {Token: other, LogProb: instead}}}
}

// rivals finds where a reply gives a value that has a rival.
func (r *reading) rivals(text string) map[int]rival {
	out := map[int]rival{}
	for i := range r.known {
		f := &r.known[i]
		if len(f.Was) == 0 || f.Sum {
			continue
		}
		for _, v := range f.Now {
			at := strings.Index(text, v.Text)
			if v.Kind != f.Was[0].Kind || v.Text == "" || f.Was[0].Text == "" || at < 0 {
				continue
			}
			held := 1 - (1-happens(r.Stale*r.Strength[staleness]*float64(len(f.Was))))*(1-r.resists(f.Said, f.Clause.How))
			if aged(f) {
				held = 1 - held // the older value was said
			}
			out[at] = rival{f.Was[0].Text, held}
			break
		}
	}
	return out
}

// aged reports whether a fact was made to give an older value: it then rests on an earlier clause.
func aged(f *belief.Fact) bool {
	return slices.ContainsFunc(f.Earlier, func(t belief.Telling) bool { return t.Clause == f.Clause })
}
