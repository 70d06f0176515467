package probes

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// rivals are the values in a reply that could be the answer as well and aren't: of the kind of the
// probe's value, neither it nor an old one nor what it follows from.
func (sc *Scorer) rivals(p probe, t *words.Text, now, old []words.Span) []words.Span {
	var own []words.Span // what is no rival
	own = append(own, now...)
	f := sc.facts[p.fact]
	for _, i := range slices.Concat(f.operands, f.leaves) {
		own = append(own, sc.facts[i].bare.Find(t)...)
	}
	about := p.Question + " " + f.Text
	stems := words.Stems(about)
	who := capitals(p.Question)
	known := func(value string) bool { // 180 isn't in "$5,180,000", though its digits are
		for w := range capitals("- " + value) { // Bram is Bram Vossler
			if who[w] {
				return true
			}
		}
		return words.Subset(words.Stems(value), stems) && (!strings.ContainsFunc(value, unicode.IsDigit) || words.Read(about).Has(value))
	}
	var out []words.Span
	add := func(s words.Span) {
		if strings.EqualFold(t.Slice(s), "one") {
			return // "the one you mean"
		}
		if p.Kind == arena.Derived && len(now) > 0 && s.End <= now[len(now)-1].Start && !slices.ContainsFunc(old, s.Overlaps) {
			return // on the way to the result
		}
		if s.End > s.Start && !slices.ContainsFunc(own, s.Overlaps) && !known(t.Slice(s)) {
			out = append(out, s)
		}
	}
	for _, s := range old {
		add(s)
	}
	if len(now) > 0 {
		for _, s := range alike(t, now[0]) {
			add(s)
		}
	}
	for _, i := range sc.peers[p.index] {
		for _, s := range sc.facts[i].bare.Find(t) {
			if len(now) == 0 || formOf(t, s) == formOf(t, now[0]) {
				add(s)
			}
		}
	}
	out = ordered(out)
	return slices.DeleteFunc(slices.Clone(out), func(s words.Span) bool { // a part of another
		return slices.ContainsFunc(out, func(o words.Span) bool { return o != s && o.Contains(s) })
	})
}

// capitals are the stems of the words of a text with capitals, but for its first.
func capitals(text string) map[string]bool {
	out := map[string]bool{}
	for i, w := range strings.Fields(text) {
		if first, _ := utf8.DecodeRuneInString(w); i > 0 && unicode.IsUpper(first) {
			for stem := range words.Stems(w) {
				out[stem] = true
			}
		}
	}
	return out
}

// formOf says what a value is: an amount (with its unit), a day, a time of day, something with digits, or words.
func formOf(t *words.Text, s words.Span) string {
	for i := range t.Amounts() {
		if a := &t.Amounts()[i]; a.Span.Overlaps(s) {
			return "amount " + strings.Join(a.Units, " ")
		}
	}
	if slices.ContainsFunc(t.Dates(), func(d words.Date) bool { return d.Span.Overlaps(s) }) {
		return "date"
	}
	if slices.ContainsFunc(t.Clocks(), func(c words.Clock) bool { return c.Span.Overlaps(s) }) {
		return "time"
	}
	if strings.ContainsFunc(t.Slice(s), unicode.IsDigit) {
		return "identifier"
	}
	return "words"
}

// alike are the values of a text that have the form of the one at s: amounts of its unit, days, times of
// day, identifiers, names.
func alike(t *words.Text, s words.Span) []words.Span {
	var out []words.Span
	for i := range t.Amounts() {
		a := &t.Amounts()[i]
		if !a.Span.Overlaps(s) {
			continue
		}
		for j := range t.Amounts() {
			if b := &t.Amounts()[j]; i != j && !a.Same(*b) && (len(a.Units) == 0 || len(b.Units) == 0 && !counts(t, b.Span) || words.ShareUnit(a.Units, b.Units)) {
				out = append(out, b.Span)
			}
		}
		return out
	}
	for _, d := range t.Dates() {
		if d.Span.Overlaps(s) {
			for _, o := range t.Dates() {
				if !o.Same(d) {
					out = append(out, o.Span)
				}
			}
			return out
		}
	}
	for _, c := range t.Clocks() {
		if c.Span.Overlaps(s) {
			for _, o := range t.Clocks() {
				if o.Minutes != c.Minutes {
					out = append(out, o.Span)
				}
			}
			return out
		}
	}
	first, _ := utf8.DecodeRuneInString(t.Slice(s))
	if unicode.IsUpper(first) && !strings.ContainsFunc(t.Slice(s), unicode.IsDigit) {
		return names(t, s)
	}
	if strings.ContainsFunc(t.Slice(s), unicode.IsDigit) {
		from := max(0, s.Start-reach)
		for _, id := range words.Identifiers(t.Source()[from:min(len(t.Source()), s.End+reach)]) {
			id.Start, id.End = id.Start+from, id.End+from
			if words.CodeKey(id.Value) != words.CodeKey(t.Slice(s)) {
				out = append(out, id.Span)
			}
		}
	}
	return out
}

// counts reports whether a number without a unit is followed by what it counts: 160 plates.
func counts(t *words.Text, s words.Span) bool {
	_, last := t.Cover(s)
	return counted.MatchString(t.Word(last+1)) && !t.Glued(last+1)
}

// sentenceBegins ends where a sentence does, or its line's marks.
var sentenceBegins = words.Lazy(`(?:^|[.!?\n])[\s>*_#"'“(+-]*$`)

// counted is a word in the plural.
var counted = words.Lazy(`^(?:[a-z]{3,}[^s\W]s|people|men|women|children)$`)

// name is one or more words with capitals. The first word of a sentence may be any word.
var name = words.Lazy(`\p{Lu}[\pL\pN'’-]+(?: (?:of |the |de |van |von )?\p{Lu}[\pL\pN'’-]+)*`)

// common are words that begin sentences and headings and are no names.
var common = words.Set(`the a an in on at by for from with as is are was were it its that this these those there they he she his her
	you your we our i my me and or but so not no yes according based per since because if when where what who which how why
	answer question note reason also only after before then now current currently previous original final status update re memo to
	summary first second third next later earlier today tomorrow january february march april may june july august september october
	november december monday tuesday wednesday thursday friday saturday sunday mr mrs ms dr hence probably most likely maybe perhaps
	i'm i've i'd i'll it's that's there's he's she's you're you've we're they're what's let's who's i’m i’ve i’d i’ll it’s that’s there’s he’s she’s you’re
	both neither either all some one two three four five six seven eight nine ten let sorry well hmm ok okay sure here`)

// possessed reports whether somebody's thing is at s, or behind it: Odette's.
func possessed(t *words.Text, s words.Span) bool {
	behind := strings.ReplaceAll(t.Slice(s)+t.Source()[s.End:min(len(t.Source()), s.End+4)], "’", "'")
	return strings.Contains(behind, "'s")
}

// names are the names in a text beside the one at s and its parts. In a text without small letters nothing tells a name.
func names(t *words.Text, s words.Span) []words.Span {
	if !strings.ContainsFunc(t.Source(), unicode.IsLower) {
		return nil
	}
	own := words.Stems(t.Slice(s))
	var out []words.Span
	for _, at := range t.FindAll(name) {
		fields := strings.Fields(t.Slice(at))
		for len(fields) > 0 && common[strings.ToLower(fields[0])] {
			at.Start += len(fields[0])
			for at.Start < at.End && t.Source()[at.Start] == ' ' {
				at.Start++
			}
			fields = fields[1:]
		}
		stems := words.Stems(t.Slice(at))
		shares := words.Subset(stems, own) || words.Subset(own, stems) // Sarah is Sarah Chen, Sarah Webb isn't
		starts := len(fields) == 1 && sentenceBegins.MatchString(t.Source()[max(0, at.Start-9):at.Start])
		whose := strings.HasSuffix(strings.ReplaceAll(t.Slice(at), "’", "'"), "'s") && strings.HasPrefix(t.Source()[at.End:], " ") && !possessed(t, s) // "Ottoline's daughter" names no Ottoline
		if len(fields) > 0 && !shares && !starts && !whose {
			out = append(out, at)
		}
	}
	return out
}
