package reply

import (
	"regexp"
	"slices"
	"strings"

	"contextarena.internal/words"
)

// beside judges a value by the others in its sentence and behind it.
func (r *Reading) beside(v *Value, others []Value) {
	if v.Standing != Given {
		return
	}
	text := r.Text.Source()
	if !r.past && len(others) > 0 && fromLabel.MatchString(text[max(v.sentence.Start, v.Start-reach):v.Start]) {
		v.Standing = Old
		return
	}
	if !r.past && oldItem.MatchString(text[max(v.sentence.Start, v.Start-reach):v.Start]) {
		v.Standing = Old
		return
	}
	if !r.past && len(others) > 0 {
		before := unhedged(text[max(v.sentence.Start, v.Start-reach):v.Start])
		after := text[v.End:min(v.sentence.End, v.End+reach)]
		if at := itWas.FindStringIndex(after); at != nil {
			after = after[:at[0]]
		}
		if r.old(v, before, after, others) {
			v.Standing = Old
			return
		}
	}
	if r.past && len(others) > 0 {
		before := text[max(v.sentence.Start, v.Start-reach):v.Start]
		if presently.MatchString(before) || byNowBehind.MatchString(text[v.End:v.sentence.End]) {
			v.Standing = Elsewhere
			return
		}
	}
	for _, o := range others {
		switch {
		case o.Start >= v.End && o.Start-v.End <= reach && !r.past:
			between := text[v.End:o.Start]
			if comesFrom.MatchString(between) {
				continue
			}
			if itWas.MatchString(between + r.Text.Slice(o.Span)) {
				continue
			}
			if withdrawn.MatchString(between) || overtakes(between) {
				v.Standing = Old
				return
			}
		}
		lo, hi := v.Span, o.Span
		if lo.Start > hi.Start {
			lo, hi = hi, lo
		}
		if hi.Start >= lo.End && len(others) > 1 && both.MatchString(text[lo.End:hi.Start]) && !asserts.MatchString(firstWord.FindString(text[hi.End:])) {
			v.Standing = Open
			return
		}
		if hi.Start-lo.End <= 60 && hi.Start >= lo.End && either.MatchString(text[lo.End:hi.Start]) && !picks.MatchString(text[hi.End:min(len(text), hi.End+80)]) {
			v.Standing = Open
			return
		}
	}
}

// overtakes reports whether what stands between two values says that the second came after the first, on its line or at the beginning of the next.
func overtakes(between string) bool {
	between = strings.ReplaceAll(between, "now that", "since")
	line := strings.LastIndexByte(strings.TrimRight(between, " \n"), '\n')
	at := overtaken.FindStringIndex(strings.TrimLeft(between[line+1:], " "))
	if line < 0 {
		at = overtaken.FindStringIndex(between)
	}
	return at != nil && (line < 0 || at[0] == 0 && strings.TrimSpace(between[:line]) == "")
}

// SaidOld reports whether a reply says that the value at s holds no more, whatever other values it names.
func (r *Reading) SaidOld(s words.Span) bool {
	v := r.alone(s, nil)
	text := r.Text.Source()
	before := text[max(v.sentence.Start, s.Start-reach):s.Start]
	return r.marked(&v, before, text[s.End:min(v.sentence.End, s.End+reach)]) || !r.told && onlyWas.MatchString(before)
}

// marked reports whether what stands around a value marks it as one that holds no more.
func (r *Reading) marked(v *Value, before, after string) bool {
	if at := oldBefore.FindStringIndex(before); at != nil && !overlap(words.Stems(firstTwo.FindString(before[at[0]:])), r.marks) && !movedOn.MatchString(before[at[0]:]) {
		return true
	}
	text := r.Text.Source()
	if open := strings.LastIndexAny(text[:v.Start], "()"); open >= 0 && text[open] == '(' && v.Start-open < reach && oldNote.MatchString(text[open+1:v.Start]) {
		return true
	}
	if own := text[v.Start:v.End]; negation.MatchString(own) && Within(Content(negation.ReplaceAllString(own, " ")), r.truth) {
		return false // "there isn't one any more"
	}
	return fleeting.MatchString(after) || oldAfter.MatchString(after) && (!nowBefore.MatchString(before) || hadMoved.MatchString(before)) || hadMoved.MatchString(before) && putBack.MatchString(text[v.End:v.sentence.End])
}

// firstTwo are the first two words of a text.
var firstTwo = regexp.MustCompile(`^\W*\w+(?:\W+\w+)?`)

// old reports whether what stands around a value says that it holds no more. Was says so where another value stands elsewhere than before it
// in its sentence: "the one who sent Ada was Grace" names no older one.
func (r *Reading) old(v *Value, before, after string, others []Value) bool {
	if r.marked(v, before, after) {
		return true
	}
	text := r.Text.Source()
	for _, o := range others {
		if !r.span && o.Start >= v.End && o.Start-v.End < reach && fromBefore.MatchString(before) && toBetween.MatchString(text[v.End:o.Start]) {
			return true
		}
	}
	apart := slices.ContainsFunc(others, func(o Value) bool { return o.Start > v.Start || o.sentence != v.sentence })
	return !r.told && apart && wasBefore.MatchString(before) && !nowBefore.MatchString(before) && !cleft.MatchString(before) && !movedTo.MatchString(before) && !movedOn.MatchString(before)
}
