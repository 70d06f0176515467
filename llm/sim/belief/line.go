package belief

import (
	"strings"

	"contextarena.internal/llm/sim/read"
)

// line is the answer that a fact gives to a part.
func (a *asker) line(p *part, h hit) string {
	f := &a.facts[h.fact]
	if p.past && len(f.Was) > 0 {
		return label(p) + f.Was[len(f.Was)-1].Text
	}
	line := f.Line()
	if line == f.Clause.Text {
		line = a.whole(f.Last)
	}
	if p.listed || a.masks[h.fact]&p.words != p.words {
		line = label(p) + line
	}
	return line
}

// longest bounds an answer's line, in bytes, unless a single clause is longer.
const longest = 240

// whole is the sentence that the clause at index at is in, as much of it as makes a line.
func (a *asker) whole(at int) string {
	from, to := a.sentence(at)
	line := a.text[at].Text
	for k := at + 1; k <= to && len(line)+len(a.text[k].Text) < longest; k++ {
		line += glue(line) + a.text[k].Text
	}
	for k := at - 1; k >= from && len(line)+len(a.text[k].Text) < longest; k-- {
		line = a.text[k].Text + glue(a.text[k].Text) + line
	}
	return line
}

// glue joins two clauses of a sentence.
func glue(text string) string {
	switch text[len(text)-1] {
	case ',', ';', ':':
		return " "
	}
	return ", "
}

// label is what a part asks for, without the words that ask: "the Carlisle trunk leaves".
func label(p *part) string {
	words := strings.Fields(strings.TrimRight(p.text, "?.!,: "))
	for len(words) > 0 {
		first, _, _ := strings.Cut(strings.ToLower(words[0]), "'")
		if !grammar[first] || determiners[first] {
			break
		}
		words = words[1:]
	}
	if len(words) == 0 {
		return ""
	}
	if len(words) > 9 {
		words = words[len(words)-9:]
	}
	return strings.Join(words, " ") + ": "
}

// Line is the fact as a note that can be understood by itself: what its clause says, with the
// values that hold.
func (f *Fact) Line() string {
	if f.Group != "" {
		names := make([]string, len(f.Now))
		for i, v := range f.Now {
			names[i] = v.Text
		}
		return strings.ToUpper(f.Group[:1]) + f.Group[1:] + ": " + strings.Join(names, ", ") + " (" + number(float64(len(names))) + ")"
	}
	c := f.Clause
	if len(f.Earlier) > 0 && !f.Gone {
		if first := f.Earlier[0].Clause; c.Follows || !meet(c.Topic, first.Topic) {
			return rewritten(first, f) // "It's 40 now" doesn't say of what
		}
	}
	if f.Sum {
		return rewritten(c, f)
	}
	return c.Text
}

// meet reports whether two ascending lists have a member in common.
func meet(a, b []uint32) bool {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			return true
		case a[i] < b[j]:
			i++
		default:
			j++
		}
	}
	return false
}

// rewritten is a clause's text with the values that hold in place of its own.
func rewritten(c *read.Clause, f *Fact) string {
	var b strings.Builder
	at := 0
	for i, v := range c.Values {
		if v.At < at || v.At+len(v.Text) > len(c.Text) || hasKey(f.Now, v) || i >= len(f.Now) || f.Now[i].Kind != v.Kind {
			continue
		}
		b.WriteString(c.Text[at:v.At])
		b.WriteString(f.Now[i].Text)
		at = v.At + len(v.Text)
	}
	b.WriteString(c.Text[at:])
	return b.String()
}
