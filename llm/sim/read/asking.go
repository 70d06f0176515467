package read

import "strings"

// asks says whether the tokens are a question or a request, which state nothing. A question that
// asks for a change names the new value and states it: "Could we move the call to Friday?"
func (r *reader) asks(first, last int, own []found, final bool) bool {
	i := first
	for i < last && (r.at(i).is(joining) || r.at(i).mark == ',' || opens[r.at(i).hash]) {
		i++
	}
	t := r.at(i)
	if t.is(aux) && polite[t.hash] && r.at(i+1).is(subject) && len(own) > 0 {
		for j := i + 2; j <= last && j < i+5; j++ {
			if w := r.at(j); w.value < 0 && w.is(verb) {
				return !w.is(gains|loses|moves|joins|decides) && !(w.hash == hashed("make") && r.at(j+1).is(anaphor))
			}
		}
	}
	end := last
	for end > first && r.at(end).form == mark && r.at(end).mark != '?' {
		end--
	}
	if final && r.at(end).mark == '?' {
		// "…, right?" states and only wants a nod.
		tag := r.at(end - 1).hash
		return !(r.at(end-2).mark == ',' && (tag == hashed("right") || tag == hashed("ok") || tag == hashed("okay") || tag == hashed("yes")) && len(own) > 0)
	}
	switch {
	case t.value >= 0 || t.form != letter:
	case t.is(requesting):
		// "Send 40 chairs to the hall" and "Check-in is at 3" state.
		next := r.at(i + 1)
		if next.is(anaphor) && !next.is(determiner) && len(own) > 0 && !t.is(asking) && t.hash == hashed("make") {
			return false
		}
		return next.mark != ':' && !next.is(aux) && !(t.is(verb) && next.value >= 0 && r.found[next.value].Kind == Amount)
	case t.is(asking) && t.is(aux):
		return last-i < 8
	case t.is(asking) && r.at(i+1).is(aux):
		return t.hash != hashed("when") && t.hash != hashed("who") || last-i < 8
	case t.hash == hashed("how") && (r.at(i+1).hash == hashed("many") || r.at(i+1).hash == hashed("much")):
		return true
	case t.hash == hashed("let") && r.at(i+1).hash == hashed("me") && (r.at(i+2).hash == hashed("know") || r.at(i+2).hash == hashed("see")):
		return true
	case t.hash == hashI && r.at(i+1).hash == hashed("need"):
		// "I need the totals again" wants them, "I need 40 chairs" states.
		return len(own) == 0 && r.at(i+2).is(determiner) || r.at(i+2).hash == hashTo && r.at(i+3).hash == hashed("know")
	}
	return false
}

// opens may stand before a question or request.
var opens = wordSet("please ok okay so now also then right hey hi well yes great thanks finally alright first next lastly")

// polite auxiliaries begin requests in the form of a question.
var polite = wordSet("can could would will shall should")

func wordSet(text string) map[uint64]bool {
	m := map[uint64]bool{}
	for s := range strings.FieldsSeq(text) {
		m[hashed(s)] = true
	}
	return m
}
