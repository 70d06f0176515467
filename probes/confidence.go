package probes

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/probes/stance"
	"contextarena.internal/words"
)

// confidence is the confidence delta of a correction: the log-probability of the new value less
// that of the old one, at the token of the answer where the two part. The value that the answer
// doesn't say has the form in which the conversation stated it.
func (e *evidence) confidence(p probe, r arena.Reply) *float64 {
	if len(r.LogProbs) == 0 || len(p.older) == 0 || r.Void() {
		return nil
	}
	t := e.read(r.Text)
	if t.Source() != r.Text { // JSON: its tokens aren't those of the text that is read
		return nil
	}
	now, old := e.sc.mentioned(p, t)
	if len(now) > 0 {
		for _, i := range p.older {
			if delta := contest(r, now[0], e.surface(p.fact), e.surface(i)); delta != nil {
				return delta
			}
		}
		return nil
	}
	if o := firstUnmarked(t, old); o != nil {
		if delta := contest(r, *o, e.surface(p.older[0]), e.surface(p.fact)); delta != nil {
			*delta = -*delta
			return delta
		}
	}
	return nil
}

// surface is the value of fact i as its message words it, empty if that can't be told.
func (e *evidence) surface(i int) string {
	if len(e.sc.facts[i].DerivedFrom) > 0 {
		return "" // nobody states it
	}
	t := e.read(e.stating(i))
	return t.Slice(firstOf(e.sc.facts[i].bare.Find(t)))
}

// contest is how much likelier a model found the value it said, which stands at span, than
// another one: the difference of their log-probabilities at the first token where an alternative
// goes on like the other value and not like the one said, neither as it is said nor as it was
// stated. It is nil if there is no such token, or the tokens are not those of the text.
func contest(r arena.Reply, span words.Span, stated, other string) *float64 {
	value := unled(r.Text[span.Start:span.End])
	start := span.End - len(value)
	said, stated, other := strings.ToLower(value), strings.ToLower(unled(stated)), strings.ToLower(unled(other))
	if said == "" || other == "" || said == other || stated == other {
		return nil
	}
	at, ok := tokensAt(r)
	if !ok {
		return nil
	}
	for _, token := range r.LogProbs {
		end := at + len(token.Token)
		if end > start && at < span.End {
			begun := ""
			if at > start {
				begun = strings.ToLower(r.Text[start:at])
				if !strings.HasPrefix(other, begun) {
					return nil // they parted before
				}
			}
			if rival := likeliest(token.Top, begun, [2]string{said, stated}, other); rival != nil {
				delta := token.LogProb - rival.LogProb
				return &delta
			}
		}
		at = end
	}
	return nil
}

// tokensAt is where the first token stands in the text of a reply: at 0, or before it where a
// provider has trimmed the text.
func tokensAt(r arena.Reply) (at int, ok bool) {
	var b strings.Builder
	for _, token := range r.LogProbs {
		b.WriteString(token.Token)
	}
	i := strings.Index(b.String(), r.Text)
	return -i, i >= 0
}

// likeliest is the likeliest of the alternatives that go on like the other value and not like the
// one said; nil if none does.
func likeliest(top []llm.LogProb, begun string, said [2]string, other string) *llm.LogProb {
	var best *llm.LogProb
	for i, alternative := range top {
		next := strings.ToLower(alternative.Token)
		if begun == "" {
			next = unled(next)
		}
		next = begun + next
		if next == begun || !leadsTo(next, other) || leadsTo(next, said[0]) || said[1] != "" && leadsTo(next, said[1]) {
			continue
		}
		if best == nil || alternative.LogProb > best.LogProb {
			best = &top[i]
		}
	}
	return best
}

// leadsTo reports whether a text is the beginning of a value, or the whole value and what comes
// after it.
func leadsTo(text, value string) bool {
	if strings.HasPrefix(value, text) {
		return true
	}
	rest, ok := strings.CutPrefix(text, value)
	next, _ := utf8.DecodeRuneInString(rest)
	return ok && !unicode.IsLetter(next) && !unicode.IsDigit(next)
}

// unled is a value without what may or may not lead it in: spaces, emphasis, quotes and
// currency signs.
func unled(value string) string {
	return strings.TrimLeftFunc(value, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.Is(unicode.Sc, r) || strings.ContainsRune("*_\"'“‘(", r)
	})
}

// firstUnmarked is the first old value that nothing marks as old, nil if there is none.
func firstUnmarked(t *words.Text, old []words.Span) *words.Span {
	for i, o := range old {
		if !stance.IsPast(t, o, nil, old) {
			return &old[i]
		}
	}
	return nil
}
