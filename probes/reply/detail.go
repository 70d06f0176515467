package reply

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"contextarena.internal/words"
)

// detail is what a text says of a thing by number, order, letter or height: of "cage 7" the 7, of "the third floor" the 3.
type detail struct {
	words.Span
	thing string // the stem of its word
	which string // 3, b, top
}

// looks are words that tell a thing from others of its kind.
var looks = words.Set("top bottom middle upper lower ground red blue green yellow white black grey gray brown orange pink purple")

// Things are all that go by a number or a letter.
var Things = func() map[string]bool {
	out := words.Set(`day step turn route version column aisle drawer door seat bed apartment flat hall zone pier locker bin ward field pool house building stall
		tent booth box car desk counter oven barrel tank lot studio tier deck chute`)
	maps.Copy(out, numbered)
	return out
}()

// details are those of a text: the third floor, a green cabinet, cage 7, row B.
func details(t *words.Text) []detail {
	var out []detail
	add := func(first, last, thing int, which string) {
		if w := t.Word(thing); len(w) > 2 && t.SameBlock(first, last) {
			out = append(out, detail{t.Span(first, last), words.Stem(w), which})
		}
	}
	for i := range t.Tokens() {
		w := t.Word(i)
		switch n, next := ordinal(t, i); {
		case n > 0:
			add(i, next, next, strconv.Itoa(n))
		case looks[w]:
			add(i, i+1, i+1, w)
		case w == "number" || Things[w] || Things[strings.TrimSuffix(w, "s")]:
			if which := order(t, i+1); which != "" {
				add(i, i+1, i, which)
			}
		}
	}
	return out
}

// order is the number or the letter that token i is by itself; empty if it is none.
func order(t *words.Text, i int) string {
	w := t.Word(i)
	if len(w) == 1 && w >= "b" && w <= "k" && w != "i" {
		return w
	}
	if t.IsNumber(i) && len(w) < 4 {
		return w
	}
	for _, a := range t.Amounts() {
		if first, last := t.Cover(a.Span); first == i && last == i && a.Value.IsInt() {
			return a.Value.RatString()
		}
	}
	return ""
}

// numeric reports whether something is told from others by its number, not by colour, letter or height.
func numeric(which string) bool { return strings.Trim(which, "0123456789") == "" }

// otherwise reports whether the sentence of a value says of a thing another number, order or letter than the truth does, and the reply
// nowhere the same: the second floor of the third one.
func (r *Reading) otherwise(v *Value) bool {
	if r.fact == "" {
		return false
	}
	if r.details == nil {
		r.details = &[2][]detail{details(words.Read(r.fact))}
		if len(r.details[0]) > 0 {
			r.details[1] = details(r.Text)
		}
	}
	holds, all := r.details[0], r.details[1]
	for _, d := range holds {
		right, wrong := r.isItself(v, d.which), false
		for _, o := range all {
			one := o.thing == "number" || o.thing == "one" && r.asked[d.thing] && numeric(o.which) == numeric(d.which) // a green one isn't another drawer
			if o.thing != d.thing && !one {
				continue
			}
			same := slices.ContainsFunc(holds, func(h detail) bool { return h.thing == d.thing && h.which == o.which })
			right = right || same
			wrong = wrong || !same && o.thing != "number" && o.Overlaps(v.sentence) && !r.truth[o.which]
		}
		if wrong && !right {
			return true
		}
	}
	return false
}

// isItself reports whether a value is what tells the thing: "it's six" of a room, "the second" of a phase.
func (r *Reading) isItself(v *Value, which string) bool {
	for i, last := r.Text.Cover(v.Span); i <= last; i++ {
		if n, _ := ordinal(r.Text, i); n > 0 && strconv.Itoa(n) == which || order(r.Text, i) == which {
			return true
		}
	}
	return false
}
