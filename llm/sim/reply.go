package sim

import (
	"math"
	"slices"
	"strings"

	"contextarena.internal/llm"
)

// reading is one request being answered.
type reading struct {
	reader Reader
	seed   int64
	texts  *texts
}

// reply does what the last message asks: notes if it quotes something to take notes on, an
// answer if it asks, else a nod.
func (r *reading) reply(messages []llm.Message) string {
	last := messages[len(messages)-1]
	if knowledge, transcript, ok := quoted(last.Text); ok {
		return r.notes(last.Text, knowledge, transcript)
	}
	asked := r.texts.sentences(last.Text)
	questions := 0
	for i := range asked {
		if asked[i].asks {
			questions++
		}
	}
	if last.Role == llm.User && 2*questions >= len(asked) && questions > 0 {
		return r.answer(asked, messages[:len(messages)-1])
	}
	return nods[r.draw(uint64(len(messages)), "nod")%uint64(len(nods))]
}

// nods acknowledge without repeating anything.
var nods = []string{"Noted, thank you.", "Understood, I have it.", "Got it.", "All right, I'll keep that in mind."}

// draw is a number that depends on the seed, what it is about and the occasion alone.
func (r *reading) draw(about uint64, occasion string) uint64 {
	h := uint64(14695981039346656037)
	for _, x := range []uint64{uint64(r.seed), about, uint64(hash(occasion))} {
		for range 8 {
			h = (h ^ (x & 0xff)) * 1099511628211
			x >>= 8
		}
	}
	h ^= h >> 29
	h *= 0xbf58476d1ce4e5b9
	return h ^ h>>32
}

// overlooks draws whether a sentence is missed among n.
func (r *reading) overlooks(s *sentence, n int, occasion string) bool {
	p := r.reader.Overlook
	if n > r.reader.Capacity {
		p += r.reader.Strain * (1 - float64(r.reader.Capacity)/float64(n))
	}
	return float64(r.draw(s.shape, occasion)>>11)/(1<<53) < p
}

// answer copies out the sentences that answer what was asked, one for each part of the
// question. Of sentences that fit about equally well the newest wins.
func (r *reading) answer(asked []sentence, before []llm.Message) string {
	var known []*sentence
	var weight []float64
	for _, m := range before {
		ss := r.texts.sentences(m.Text)
		for i := range ss {
			known = append(known, &ss[i])
			if m.Role == llm.Assistant || ss[i].asks {
				weight = append(weight, 0.5)
			} else {
				weight = append(weight, 1)
			}
		}
	}
	var lines []string
	for _, part := range parts(asked) {
		for _, best := range r.best(part, known, weight) {
			if !slices.Contains(lines, best) {
				lines = append(lines, best)
			}
		}
	}
	switch len(lines) {
	case 0:
		return "I don't know: nothing in this conversation tells."
	case 1:
		return lines[0]
	}
	return "- " + strings.Join(lines, "\n- ")
}

// parts splits what is asked into single questions: a long one is asked clause by clause.
func parts(asked []sentence) []sentence {
	var out []sentence
	for _, q := range asked {
		if len(q.words) <= 8 {
			out = append(out, q)
			continue
		}
		for _, clause := range strings.FieldsFunc(strings.ReplaceAll(q.text, " and ", ", "), func(c rune) bool { return strings.ContainsRune(",;:()—", c) }) {
			if part := notice(strings.TrimSpace(clause)); len(part.words) > 0 {
				out = append(out, part)
			}
		}
	}
	return out
}

// best are the sentences that share most with the question, its rare words counting most. Those
// that fit about equally well rival each other, and the newest wins; of those that fit worse the
// best two are added, since they may hold what the first leaves out.
func (r *reading) best(question sentence, known []*sentence, weight []float64) []string {
	scores, total := r.scores(question, known, weight)
	top := 0.0
	if len(scores) > 0 {
		top = slices.Max(scores)
	}
	if top == 0 || top < 0.25*total {
		return nil
	}
	var out []string
	for high := top; len(out) < 3 && high >= 0.5*top && high > 0; {
		next := 0.0
		found := -1
		for i, s := range scores {
			if s >= 0.8*high && s <= high {
				found = i // the newest
			} else if s < 0.8*high {
				next = max(next, s)
			}
		}
		if found >= 0 {
			out = append(out, known[found].text)
		}
		high = next
	}
	return out
}

// scores weighs each known sentence against the question; total is what a sentence with all its
// words would have. What the reader overlooks scores nothing.
func (r *reading) scores(question sentence, known []*sentence, weight []float64) (scores []float64, total float64) {
	rarity := make([]float64, len(question.words))
	for i, w := range question.words {
		n := 0
		for _, s := range known {
			if _, ok := slices.BinarySearch(s.words, w); ok {
				n++
			}
		}
		rarity[i] = math.Log(1 + float64(len(known))/float64(n+1))
		total += rarity[i]
	}
	scores = make([]float64, len(known))
	for i, s := range known {
		for j, w := range question.words {
			if _, ok := slices.BinarySearch(s.words, w); ok {
				scores[i] += rarity[j]
			}
		}
		if scores[i] == 0 {
			continue
		}
		scores[i] *= weight[i] * (1 + 0.1*float64(min(s.salience(), 4)))
		if r.overlooks(s, len(known), question.text) {
			scores[i] = 0
		}
	}
	return scores, total
}
