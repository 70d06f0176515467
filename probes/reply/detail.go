package reply

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"contextarena.internal/words"
)

// detail is what a text says of a thing by number, order, letter or height: of "cage 7" the 7, of "the third floor" the 3.
type detail struct {
	words.Span
	thing string // the stem of its word
	which string // 3, b, top
}

const (
	inOrder = `first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth`
	inWords = `one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve`
	colours = `red|blue|green|yellow|white|black|gr[ae]y|brown|orange|pink|purple`
	// countable are things that go by a number or a letter.
	countable = `floor|level|phase|table|row|gate|platform|room|stage|chapter|bay|dock|track|cabin|plot|cage|rack|slot|column|aisle|drawer|shelf|door|seat|bed|unit|apartment|flat|terminal|hall|zone|pier|berth|locker|bin|lane|ward|court|field|pitch|storey|walk-in|line|section|pool|house|building|block|corner|stall|tent|booth|box|car|wagon|desk|counter|oven|lift|stair(?:case)?|barrel|tank|lot|studio|theatre|tier|deck|number`
)

var (
	byOrder  = speech(`\b(` + inOrder + `|\d{1,2}(?:st|nd|rd|th)|top|bottom|middle|upper|lower|ground|` + colours + `)[ -](?:\w+[ -])??(` + countable + `|\pL{3,})s?\b`)
	byNumber = speech(`\b(` + countable + `)s? (?:number |no\.? ?|# ?)?(\d{1,3}|` + inWords + `|[a-k])\b`)
)

// details are those of a text.
func details(text string) []detail {
	var out []detail
	for _, m := range byOrder.FindAllStringSubmatchIndex(text, -1) {
		out = append(out, detail{words.Span{Start: m[0], End: m[1]}, words.Stem(strings.ToLower(text[m[4]:m[5]])), order(text[m[2]:m[3]])})
	}
	for _, m := range byNumber.FindAllStringSubmatchIndex(text, -1) {
		if which := text[m[4]:m[5]]; len(which) > 1 || which != "a" && which != "i" {
			out = append(out, detail{words.Span{Start: m[0], End: m[1]}, words.Stem(strings.ToLower(text[m[2]:m[3]])), order(which)})
		}
	}
	return out
}

// numeric reports whether something is told from others by its number, not by colour, letter or height.
func numeric(which string) bool { return strings.Trim(which, "0123456789") == "" }

// order is the number that a word or an ordinal stands for; any other text in lower case.
func order(which string) string {
	which = strings.ToLower(which)
	if number := strings.TrimRight(which, "sndrth"); number != "" && strings.Trim(number, "0123456789") == "" {
		return number
	}
	for _, list := range []string{inOrder, inWords} {
		for i, w := range strings.Split(list, "|") {
			if w == which {
				return strconv.Itoa(i + 1)
			}
		}
	}
	return which
}

// otherwise reports whether the sentence of a value says of a thing another number, order or letter than the truth does, and the reply
// nowhere the same: the second floor of the third one.
func (r *Reading) otherwise(v *Value) bool {
	if r.fact == "" {
		return false
	}
	holds := details(r.fact)
	if len(holds) == 0 {
		return r.unsays(v)
	}
	all := details(r.Text.Source())
	for _, d := range holds {
		right, wrong := false, false
		for _, o := range all {
			one := o.thing == "number" || o.thing == "one" && r.asked[d.thing] && numeric(o.which) == numeric(d.which) // a green one isn't another drawer
			if o.thing != d.thing && !one {
				continue
			}
			right = right || o.which == d.which || d.which == order(r.Text.Slice(v.Span))
			wrong = wrong || o.thing != "number" && o.which != d.which && o.Overlaps(v.sentence)
		}
		if wrong && !right {
			return true
		}
	}
	return r.unsays(v)
}

// unsays reports whether the sentence of a value denies what the truth says beside it: "though not in the grey cabinet".
func (r *Reading) unsays(v *Value) bool {
	if r.past || len(r.not) > 0 || negation.MatchString(r.fact) {
		return false
	}
	own := words.Stems(r.Text.Slice(v.Span))
	for _, said := range notThere.FindAllStringSubmatch(r.Text.Slice(v.sentence), -1) {
		content := Content(said[1])
		if len(content) > 0 && Within(content, r.truth) && !overlap(content, r.asked) && !overlap(content, own) {
			return true
		}
	}
	return false
}

// notThere is a place that is denied.
var notThere = speech(`\b(?:not|no longer|isn['’]t|never)(?: the one)? (?:in|on|at|under|behind|by|beside|near|next to|above|below|inside|outside) ([^,.;:()\n]{1,40})`)

// Within reports whether all words are among others.
func Within(of, others map[string]bool) bool {
	for w := range of {
		if !others[w] {
			return false
		}
	}
	return true
}

// surname is a word with a capital right behind another.
var surname = regexp.MustCompile(`^ (\p{Lu}[\pL'’-]+)`)

// namesake reports whether a value is the first name of the truth's and somebody else's surname stands behind it.
func (r *Reading) namesake(v *Value) bool {
	m := surname.FindStringSubmatch(r.Text.Source()[v.End:])
	if m == nil || r.asked[words.Stem(strings.ToLower(m[1]))] {
		return false
	}
	own := r.Text.Slice(v.Span)
	for _, name := range fullName.FindAllString(r.fact, -1) {
		rest, ok := strings.CutPrefix(name, own+" ")
		if first, _ := utf8.DecodeRuneInString(rest); ok && unicode.IsUpper(first) && !strings.HasPrefix(rest, m[1]) && !strings.HasSuffix(name, " "+m[1]) {
			return true
		}
	}
	return false
}
