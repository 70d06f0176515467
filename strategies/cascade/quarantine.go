package cascade

import (
	"slices"
	"strings"

	"contextarena.internal/strategies/pipeline"
	"contextarena.internal/words"
)

// unverifiedMark stands behind a sentence of the notes that can't be relied on.
const unverifiedMark = " [UNVERIFIED]"

// verification is what the notes were found to hold of the anchors and of what depends on them.
type verification struct {
	absent, changed int
	suspects        []suspect
}

// suspect is a value about which the notes may be wrong.
type suspect struct {
	*dependent
	words []string // of its name
	right string   // a sentence with this value is right; empty if none can be
	wrong string   // a sentence with this value is wrong; empty if any other may be
}

// verify looks for each anchor in the notes. An anchor is there if a sentence has its value, and, where
// that is a short number which may stand for anything, a word of its name too. It is changed if it
// isn't there and a sentence with all the words of its name has another amount. Whatever depends on
// an anchor that is absent or changed is suspect, and so is what wasn't stated anew since something
// under it changed. What a formula gives from the anchors is right all the same.
func verify(lines []string, anchors, all []*dependent) verification {
	var out verification
	var sentences []*words.Text
	for _, line := range lines {
		for _, s := range pipeline.Sentences(line) {
			sentences = append(sentences, words.Read(s))
		}
	}
	corrupted := map[*dependent]bool{}
	for _, a := range anchors {
		name := strings.Fields(a.same)
		if slices.ContainsFunc(sentences, func(s *words.Text) bool {
			return s.Has(a.newest()) && (distinct(a.newest()) || slices.ContainsFunc(name, s.HasWord))
		}) {
			continue
		}
		corrupted[a] = true
		wrong := suspect{dependent: a, words: name, right: a.newest()}
		if slices.ContainsFunc(sentences, wrong.isIn) {
			out.changed++
			out.suspects = append(out.suspects, wrong)
			continue
		}
		out.absent++
	}
	for _, v := range all {
		for _, up := range v.from {
			corrupted[v] = corrupted[v] || corrupted[up] && !slices.Contains(anchors, v)
		}
		s := suspect{dependent: v, words: strings.Fields(v.same)}
		switch {
		case slices.Contains(anchors, v):
			continue
		case v.derived != "":
			s.right, s.wrong = v.derived, v.Now
			if words.SameValue(v.derived, v.Now) {
				s.wrong = ""
			}
		case v.cause != "":
			s.wrong = v.Now
		case corrupted[v] && v.formula != nil:
			s.right = v.Now
		case corrupted[v]:
			s.wrong = v.Now
		default:
			continue
		}
		out.suspects = append(out.suspects, s)
	}
	return out
}

// distinct reports whether a value can hardly stand for anything else: it has letters, a mark or at
// least three digits.
func distinct(value string) bool {
	return strings.ContainsAny(value, "$€£¥%.") || len(words.CodeKey(value)) >= 3
}

// isIn reports whether a sentence is about the suspect and wrong: it has the wrong value and a word of
// the name, or all words of the name and an amount, none of them right.
func (s suspect) isIn(text *words.Text) bool {
	if s.right != "" && text.Has(s.right) {
		return false
	}
	if s.wrong != "" && text.Has(s.wrong) && slices.ContainsFunc(s.words, text.HasWord) {
		return true
	}
	return s.right != "" && len(text.Amounts()) > 0 && !slices.ContainsFunc(s.words, func(w string) bool { return !text.HasWord(w) })
}

// mark puts the mark behind every wrong sentence of a line, and says behind how many.
func (v verification) mark(line string) (string, int) {
	if len(v.suspects) == 0 {
		return line, 0
	}
	var b strings.Builder
	n := 0
	for _, sentence := range pipeline.Sentences(line) {
		text := words.Read(sentence)
		if !slices.ContainsFunc(v.suspects, func(s suspect) bool { return s.isIn(text) }) {
			b.WriteString(sentence)
			continue
		}
		n++
		bare := strings.TrimRight(sentence, " ")
		b.WriteString(bare + unverifiedMark + sentence[len(bare):])
	}
	return b.String(), n
}
