package shape

import (
	"slices"
	"strings"
	"unicode"

	"contextarena.internal/llm/sim/read"
)

// keys are words in front of what stands in a line only where there is such a thing.
var keys = map[string]Role{
	"was": Old, "old": Old, "formerly": Old, "previously": Old, "before": Old, "instead of": Old, "replaces": Old,
	"from": Premises, "depends on": Premises, "based on": Premises, "because of": Premises, "needs": Premises, "requires": Premises,
	"because": Reason, "why": Reason, "reason": Reason, "since": Date, "when": Date, "on": Date, "by": Speaker, "turn": Turn, "unit": Unit, "at": Where, "in": Where,
}

// keyed reads "was: old value", and in brackets "was $10M".
func keyed(s string, bracketed bool) (Segment, bool) {
	key, rest, colon := strings.Cut(s, ": ")
	if role, is := keys[strings.ToLower(key)]; colon && is {
		return Segment{Optional: true, open: key + ": ", Slots: []Slot{{Role: role, Name: strings.ToLower(rest)}}}, true
	}
	words := strings.Fields(s)
	for n := min(2, len(words)-1); n > 0; n-- {
		key := strings.Join(words[:n], " ")
		if role, is := keys[strings.ToLower(key)]; is && !colon && bracketed {
			return Segment{Optional: true, open: key + " ", Slots: []Slot{{Role: role, Name: strings.ToLower(strings.Join(words[n:], " "))}}}, true
		}
	}
	return Segment{}, false
}

// joints are the links between the fields of a segment, the longer before those they begin with.
var joints = []string{" @ ", " <--> ", " <-> ", " --> ", " <-- ", " -- ", " -> ", " <- ", " => ", " <= ", " → ", " ← ", " — ", " = ", " > ", " / ", ": ", "; "}

// segment reads what stands between two bars. Links is how many it has.
func segment(s string, shouted bool) (seg Segment, links int, ok bool) {
	if shouted {
		return capitals(s)
	}
	before := ""
	for {
		at, link := len(s), ""
		for _, j := range joints {
			if i := strings.Index(s, j); i >= 0 && i < at {
				at, link = i, j
			}
		}
		if strings.ContainsAny(before, "<←") {
			at, link = len(s), "" // a formula has links of its own
		}
		name := s[:at]
		if a, b, dotted := strings.Cut(name, "."); dotted && word(a) && word(b) {
			seg.Slots = append(seg.Slots, Slot{Name: strings.ToLower(a), before: before}, Slot{Name: strings.ToLower(b), before: "."})
			links++
		} else {
			slot := Slot{Name: strings.ToLower(strings.Trim(name, "<>[]{}\"'` ")), before: before}
			if slot.Name == "" || len(strings.Fields(slot.Name)) > 9 || strings.ContainsAny(slot.Name, "?!") || strings.HasSuffix(slot.Name, ".") {
				return seg, 0, false
			}
			if slot.Role = keys[firstTwo(slot.Name)]; slot.Role == Premises && strings.ContainsAny(link+before, "<←") {
				slot.before += firstTwo(slot.Name) + " "
			} else {
				slot.Role = None
			}
			slot.Snake = strings.Contains(slot.Name, "_") && word(slot.Name)
			seg.Slots = append(seg.Slots, slot)
		}
		if link == "" {
			return seg, links, true
		}
		links++
		before, s = link, s[at+len(link):]
	}
}

func firstTwo(s string) string {
	words := strings.Fields(s)
	return strings.Join(words[:min(2, len(words))], " ")
}

func word(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '_' })
}

// capitals reads a segment whose fields are in capitals: "SUBJECT: changed from OLD VALUE to NEW VALUE".
func capitals(s string) (seg Segment, links int, ok bool) {
	before, name := "", ""
	flush := func(link string) {
		if name != "" {
			seg.Slots = append(seg.Slots, Slot{Name: strings.ToLower(name), before: before})
			before, name = "", ""
		}
		before += link
	}
	for w := range strings.FieldsSeq(s) {
		bare := strings.Trim(w, ":,;()<>[]{}")
		if !upper(bare) {
			if name != "" || len(seg.Slots) > 0 && before == "" {
				flush(" ")
			}
			before += w + " "
			continue
		}
		if name != "" {
			name += " "
		}
		name += bare
		if after := w[strings.Index(w, bare)+len(bare):]; after != "" {
			flush(after + " ")
		}
	}
	flush("")
	return seg, len(seg.Slots) - 1, len(seg.Slots) > 0 && strings.TrimSpace(before) == ""
}

// roles tells by their words and links what the fields of a form are.
func (f *Form) roles() {
	seen := Roles(0)
	for i := range f.Segments {
		s := &f.Segments[i]
		path := len(s.Slots) > 1 && slices.ContainsFunc(s.Slots, func(s Slot) bool { return s.told(seen, false) == Where })
		for k := range s.Slots {
			slot := &s.Slots[k]
			if path && (strings.TrimSpace(slot.before) == ">" || k+1 < len(s.Slots) && strings.TrimSpace(s.Slots[k+1].before) == ">") {
				slot.Role = Where
			}
			if slot.Role == None {
				slot.Role = slot.told(seen, len(seen.list()) == 0)
			}
			seen |= 1 << slot.Role
		}
		if n := len(s.Slots); i > 0 && n == 2 && s.Slots[0].Role == Predicate && s.Slots[1].Role == Object && strings.TrimSpace(s.Slots[1].before) != "." {
			s.Many = true
		}
	}
}

func (s Roles) list() []Role {
	var out []Role
	for r := None + 1; r < roles; r++ {
		if s.Has(r) {
			out = append(out, r)
		}
	}
	return out
}

// told is what a field is about by its words, by the link before it, and by what the fields before it are.
func (s *Slot) told(seen Roles, first bool) Role {
	words := wordsOf(s.Name)
	has := func(stems ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool {
			return slices.ContainsFunc(stems, func(s string) bool { return strings.HasPrefix(w, s) })
		})
	}
	link := strings.TrimSpace(s.before)
	switch {
	case s.Snake && first:
		return Subject
	case strings.ContainsAny(link, "<←") && strings.ContainsAny(s.Name, "+*/"):
		return Formula
	case link == "=" && !has("formula"):
		return Object
	case has("old", "previous", "former", "outdated"):
		return Old
	case has("relation", "link", "edge", "connection"):
		return Predicate
	case has("alias", "nickname", "synonym", "other"):
		return Examples
	case has("decided", "decision", "chosen"), has("follows", "consequence", "outcome"):
		if has("follows", "consequence", "outcome") {
			return Reason
		}
		return Text
	case KindOf(s.Name) == read.Place, has("building", "floor", "area", "region"):
		return Where
	case len(words) > 0 && (words[0] == "what" || words[0] == "which" || words[0] == "thing"):
		if seen.Has(Subject) {
			return Object
		}
		return Subject
	}
	r := RoleOf(s.Name)
	switch {
	case r == Subject && seen.Has(Subject), r == None && !first:
		return Object
	case r == None:
		return Subject
	}
	return r
}
