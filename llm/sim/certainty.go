package sim

import (
	"math"
	"strings"

	"contextarena.internal/llm"
)

// leastChance stands for chances of nothing, whose logarithm no reply can carry.
const leastChance = 1e-9

// contested is a value that an answer gave although the material has another of the same thing.
type contested struct {
	value, rival string
	p            float64 // the chance that the rival is given, by the model's own numbers
}

// logProbs are simulated log-probabilities of a reply's words, which stand for its tokens: words with
// the spaces before them, that add up to the text. Where the answer begins a contested value, the
// rival's first word is the alternative, with the chance that this model gives it; everywhere else the
// only alternative is the word itself, with the chance that nothing was overlooked.
func (r *reading) logProbs(text string, alternatives int) []llm.LogProb {
	if alternatives <= 0 || text == "" {
		return nil
	}
	sure := math.Log(1 - min(chance(r.Overlook, r.Strength[attention]), 1-leastChance))
	at := -1
	if r.contest.value != "" && r.contest.rival != "" {
		at = strings.Index(text, r.contest.value)
	}
	var out []llm.LogProb
	for from := 0; from < len(text); {
		end := wordEnd(text, from)
		// What leads up to the value (a bracket, a currency sign) is a token of its own.
		if from < at && at < end && strings.TrimSpace(text[from:at]) != "" {
			end = at
		}
		word := text[from:end]
		token := llm.LogProb{Token: word, LogProb: sure, Top: []llm.LogProb{{Token: word, LogProb: sure}}}
		if from <= at && at < end {
			token = r.contest.token(word, text[from:at], alternatives)
		}
		out = append(out, token)
		from = end
	}
	return out
}

// token is the word that begins the value, with the one that would begin the rival.
func (c contested) token(word, lead string, alternatives int) llm.LogProb {
	said := llm.LogProb{Token: word, LogProb: math.Log(max(1-c.p, leastChance))}
	other := llm.LogProb{Token: lead + c.rival[:wordEnd(c.rival, 0)], LogProb: math.Log(max(c.p, leastChance))}
	top := []llm.LogProb{said, other}
	if other.LogProb > said.LogProb {
		top = []llm.LogProb{other, said}
	}
	said.Top = top[:min(len(top), alternatives)]
	return said
}

// wordEnd is where the word at a place ends, with the spaces before it.
func wordEnd(text string, at int) int {
	n := len(text) - len(strings.TrimLeft(text[at:], " \n"))
	if i := strings.IndexAny(text[n:], " \n"); i >= 0 && n < len(text) {
		return n + i
	}
	return len(text)
}
