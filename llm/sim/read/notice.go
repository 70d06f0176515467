package read

import (
	"slices"
	"strings"
)

// clause notices what the tokens from first to last state and appends it.
func (r *reader) clause(first, last int, vp, final bool) {
	for first <= last && r.toks[first].form == mark && r.toks[first].value < 0 && strings.ContainsRune(",;:—–•*)]", r.toks[first].mark) {
		first++
	}
	for last >= first && r.toks[last].form == mark && strings.ContainsRune(",;—–*", r.toks[last].mark) {
		last--
	}
	if first > last {
		return
	}
	c := Clause{Heading: r.piece.heading, Speaker: r.piece.speaker, Listed: r.piece.listed}
	from := r.toks[first].start
	c.Text = r.line[from:r.toks[last].end]
	lo := r.read
	for lo < len(r.found) && r.found[lo].first < first {
		lo++
	}
	hi := lo
	for hi < len(r.found) && r.found[hi].last <= last {
		hi++
	}
	r.read = hi
	own := r.found[lo:hi]
	c.Values = make([]Value, len(own))
	for i, f := range own {
		c.Values[i] = f.Value
		c.Values[i].At -= from
	}
	words := false
	shape := uint64(fnvOffset)
	for i := first; i <= last; i++ {
		t := &r.toks[i]
		switch {
		case t.value >= 0:
			f := &r.found[t.value]
			if f.first == i || i == first {
				shape = (shape ^ uint64(f.Kind)) * fnvPrime
			}
			words = true
			if t.own {
				shape = (shape ^ 's') * fnvPrime
			}
		case t.form == mark:
			if t.mark == '?' || t.mark == ':' || t.mark == '→' {
				shape = (shape ^ uint64(t.mark)) * fnvPrime
			}
		default:
			shape = (shape ^ t.hash) * fnvPrime
			words = true
			if !t.is(dull) || t.is(numeral) {
				c.Topic = append(c.Topic, r.stem(i))
			}
		}
	}
	if !words {
		return
	}
	c.Shape = shape
	for i := range c.Values {
		c.Keys = appendWords(c.Keys, c.Values[i].Key)
	}
	r.marks(&c, first, last, own, final)
	r.follow(&c, first, last, vp)
	c.Topic = distinct(c.Topic)
	c.Keys = distinct(c.Keys)
	if c.Heading != r.underOf {
		r.underOf, r.under = c.Heading, headingWords(c.Heading)
	}
	c.Under = r.under
	for _, h := range c.Topic {
		c.Sig |= 1 << (h & 63)
	}
	for _, h := range c.Keys {
		c.Sig |= 1 << (h & 63)
	}
	c.Kind = r.kind(&c, first, last)
	r.out = append(r.out, c)
}

func distinct(h []uint32) []uint32 {
	slices.Sort(h)
	return slices.Compact(h)
}

func (r *reader) stem(i int) uint32 {
	s := r.text(i)
	if r.toks[i].own {
		s = trimOwn(s)
	}
	return Hash(s)
}

// appendWords appends the hashes of the words of a key.
func appendWords(h []uint32, key string) []uint32 {
	start := -1
	for i := 0; i <= len(key); i++ {
		if i < len(key) && isWordByte(key[i]) {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 {
			h = append(h, Hash(key[start:i]))
			start = -1
		}
	}
	return h
}

// headingWords are the content words of a heading.
func headingWords(s string) []uint32 {
	if s == "" {
		return nil
	}
	var h []uint32
	for _, t := range tokens(s, nil) {
		if t.form != mark && !t.is(dull) {
			h = append(h, Hash(s[t.start:t.end]))
		}
	}
	return distinct(h)
}

// follow marks a clause without a subject of its own and lends it the topic of the one before:
// that of the same speaker if there is one.
func (r *reader) follow(c *Clause, first, last int, vp bool) {
	i := first
	for i < last && (r.at(i).is(joining) || r.at(i).is(adverb) && !r.at(i).is(anaphor) || r.at(i).mark == ',') {
		i++
	}
	t := r.at(i)
	switch {
	case vp:
	case t.value >= 0 && t.is(anaphor): // "one lamp"
		return
	case t.is(anaphor) && !t.is(determiner):
	case t.is(anaphor|determiner) && (r.at(i+1).is(aux) || r.at(i+1).is(anaphor)): // "that is", "that one"
	case r.at(i).hash == hashed("make") && r.at(i+1).is(anaphor):
	case len(c.Topic) == 0 && len(c.Values) > 0 && c.Values[0].Kind >= Amount && !c.Listed: // "40."
	default:
		return
	}
	c.Follows = true
	for j := len(r.out) - 1; j >= 0 && j >= len(r.out)-4; j-- {
		before := &r.out[j]
		if len(before.Topic)+len(before.Keys) == 0 || before.Speaker != c.Speaker && j > len(r.out)-4 && j > 0 {
			continue
		}
		c.Topic = append(c.Topic, before.Topic...)
		c.Keys = append(c.Keys, before.Keys...)
		return
	}
}
