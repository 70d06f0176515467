package reply

import (
	"slices"
	"strings"

	"contextarena.internal/words"
)

// segment is the sentence of a value, up to a semicolon on either side.
func (r *Reading) segment(v *Value) string {
	text := r.Text.Source()
	from, to := v.sentence.Start, v.sentence.End
	if i := strings.LastIndexByte(text[from:v.Start], ';'); i >= 0 {
		from += i
	}
	if i := strings.IndexByte(text[v.Start:to], ';'); i >= 0 {
		to = v.Start + i
	}
	return text[from:to]
}

// facing reports whether a sentence, up to a semicolon, has a side that is contrary to one of the truth's and not that: south of the
// tower, to the right.
func (r *Reading) facing(v *Value) bool {
	if r.fact == "" {
		return false
	}
	segment := r.segment(v)
	if !looking.MatchString(r.fact) { // what it faces is another side than where it is
		segment = looking.ReplaceAllString(segment, " ")
	}
	said := words.Stems(unsaid.ReplaceAllString(segment, " "))
	if r.hand != "" && !said[r.hand] && another(side, segment, r.hand) {
		return true
	}
	lateral := r.hand != "" || byHand.MatchString(r.fact)
	for w := range r.truth {
		if !sides[w] || said[w] || (w == "left" || w == "right") && !(lateral && byHand.MatchString(segment)) {
			continue
		}
		for _, c := range append(slices.Clone(contraries[w]), otherHand[w]) {
			if sides[c] && said[c] && !r.truth[c] && !r.asked[c] {
				return true
			}
		}
	}
	return false
}

// otherHand is the other one.
var otherHand = map[string]string{"left": "right", "right": "left"}

// byHand says on which hand something is.
var byHand = speech(`\b(?:(?:on|to|at) (?:the|its|your|his|her|their|our|\pL+['’]s) (?:left|right)\b|(?:left|right)(?:-hand)? (?:side|of|door|wall|bank|wing|corner|end|half|knee|arm|leg|eye|ear|foot|shoulder|hip|wrist|ankle|hand)\b)`)

// sides are the stems of words of sides; unsaid is what a text says that isn't.
var (
	sides  = words.Stems("north northern south southern east eastern west western left right top bottom upper lower inside outside upstairs downstairs indoors outdoors front back left-hand right-hand")
	unsaid = speech(`\b(?:not|n['’]t|rather than|instead of|never)\b[^,.;]*`)
)

// looking says which way something looks.
var looking = speech(`\b(?:fac(?:e|es|ed|ing)|look(?:s|ed|ing)?|overlook(?:s|ed|ing)?)\b(?: (?:out|across|over|to|towards?|onto|at|the|water))* \pL+`)

// another reports whether an expression finds something else than own in a text, and not own.
func another(of *words.Expression, text, own string) bool {
	found := of.FindAllStringSubmatch(text, -1)
	return len(found) > 0 && !slices.ContainsFunc(found, func(m []string) bool { return strings.EqualFold(m[1], own) })
}

// side is on which hand something is.
var side = speech(`\b(?:to|on) (?:the|its|your|his|her) (left|right)\b`)
