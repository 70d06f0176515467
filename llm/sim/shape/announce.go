package shape

import (
	"slices"
	"strings"
	"unicode"
)

// leadWords announce forms of lines; the words of ownLine do if every field is in capitals.
var (
	leadWords = []string{"form", "forms", "format", "formats", "formatted", "pattern", "patterns", "template", "templates", "like this", "as follows", "one of these", "one of the following", "shape", "syntax"}
	ownLine   = []string{"line", "list", "lines"}
)

// Forms finds the forms of lines in instructions: a block of lines with links, behind a line or
// paragraph that announces it. Rest is the text without them.
func Forms(text string) (forms []Form, rest string) {
	lines := strings.SplitAfter(text, "\n")
	lead, own := false, false
	for i := 0; i < len(lines); i++ {
		line := strings.TrimSpace(lines[i])
		if line == "" {
			continue
		}
		if lead || own {
			from := i
			var found []Form
			for ; i < len(lines); i++ {
				f, shouted, ok := form(strings.TrimSpace(lines[i]))
				if !ok || !lead && !shouted {
					break
				}
				found = append(found, f)
			}
			if len(found) > 1 && headed(lines[from:i]) {
				found = found[:0]
				for _, l := range lines[from:i] {
					head, rest, _ := strings.Cut(strings.TrimSpace(l), ":")
					f, _, _ := form(strings.ToUpper(head) + ":" + rest)
					f.Label = strings.TrimLeft(head, "-*• ")
					found = append(found, f)
				}
			}
			if len(found) > 0 {
				rest = strings.Join(lines[:from], "") + strings.Join(lines[i:], "")
				return addTail(share(found), strings.Join(lines[i:], "")), rest
			}
			i = from
		}
		lower := " " + strings.Join(wordsOf(lines[i]), " ") + " "
		says := func(words []string) bool {
			return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(lower, " "+w+" ") })
		}
		lead = says(leadWords)
		own = strings.HasSuffix(line, ":") && says(ownLine)
	}
	return nil, text
}

// headed reports whether each of some forms begins with another word and a colon, so that these are labels:
// "node: name | kind" and "edge: name -> name".
func headed(lines []string) bool {
	seen := map[string]bool{}
	for _, l := range lines {
		head, rest, ok := strings.Cut(strings.TrimLeft(strings.TrimSpace(l), "-*• "), ": ")
		if !ok || !word(head) || upper(head) || seen[head] || strings.ToUpper(rest) == rest {
			return false
		}
		seen[head] = true
	}
	return true
}

// part makes segments of their own of what stands behind arrows to the left: it is said of the whole before.
func (f *Form) part() {
	for i := range f.Segments {
		slots := f.Segments[i].Slots
		if k := slices.IndexFunc(slots, func(s Slot) bool { return strings.ContainsAny(s.before, "<←") && !strings.ContainsAny(s.before, ">") }); k > 0 {
			behind := Segment{Slots: slices.Clone(slots[k:]), close: f.Segments[i].close}
			f.Segments[i].Slots, f.Segments[i].close = slots[:k:k], ""
			f.Segments = slices.Insert(f.Segments, i+1, behind)
			return
		}
	}
}

// share gives forms of one label each other's brackets behind the first segment: an old value can stand in all of
// them.
func share(forms []Form) []Form {
	for i := range forms {
		for _, g := range forms {
			if g.Label == forms[i].Label && len(g.Segments) > 1 && strings.HasPrefix(g.Segments[1].open, " (") &&
				!slices.ContainsFunc(forms[i].Segments, func(s Segment) bool { return s.open == g.Segments[1].open }) {
				forms[i].Segments = slices.Insert(forms[i].Segments, 1, g.Segments[1])
			}
		}
	}
	return forms
}

// addTail adds to forms what a text behind them says may be added in brackets: "(from: those values)".
func addTail(forms []Form, text string) []Form {
	at := strings.IndexByte(text, '(')
	if len(forms) != 1 || at < 0 {
		return forms
	}
	end := strings.IndexByte(text[at:], ')')
	if end < 0 || end > 60 {
		return forms
	}
	if s, ok := keyed(text[at+1:at+end], true); ok {
		s.open, s.close = " ("+s.open, ")"
		forms[0].Segments = append(forms[0].Segments, s)
	}
	return forms
}

// longestForm is what a line may have that is a form, in bytes.
const longestForm = 160

// form reads a line that is a form. Shouted says that all its fields are in capitals.
func form(line string) (f Form, shouted, ok bool) {
	s := strings.Trim(line, "`\"")
	if s == "" || len(s) > longestForm || strings.IndexByte("{<(#", s[0]) >= 0 {
		return f, false, false
	}
	for _, mark := range []string{"- ", "* ", "• "} {
		if rest, is := strings.CutPrefix(s, mark); is {
			f.Mark, s = mark, strings.TrimSpace(rest)
		}
	}
	if digits := strings.TrimLeft(s, "0123456789"); digits != s && (strings.HasPrefix(digits, ". ") || strings.HasPrefix(digits, ") ")) {
		f.Mark, s = "1"+digits[:2], strings.TrimSpace(digits[2:])
	}
	s = strings.Trim(s, "`\"")
	lower := strings.ContainsFunc(s, unicode.IsLower)
	if at := strings.Index(s, "] "); at > 0 && s[0] == '[' && upper(s[1:at]) && lower {
		f.Label, f.between, s = s[:at+1], " ", strings.TrimSpace(s[at+1:])
	} else if strings.HasPrefix(s, "[") {
		return f, false, false
	} else if at := strings.IndexAny(s, ":|"); at > 0 && lower {
		label := strings.Trim(s[:at], " ")
		rest := s[at+1:]
		if (upper(label) || len(label) == 1 && unicode.IsUpper(rune(label[0]))) && strings.Count(label, " ") < 3 && !allCapitals(rest) && strings.HasPrefix(rest, " ") {
			f.Label, f.between = label, ": "
			if s[at] == '|' {
				f.between = " | "
			}
			s = strings.TrimSpace(rest)
		}
	}
	shouted = f.Label == "" && allCapitals(s)
	links := 0
	for i, part := range strings.Split(s, " | ") {
		open := ""
		if i > 0 {
			open = " | "
			links++
		}
		for {
			from := strings.Index(part, " (")
			to := strings.LastIndexByte(part, ')')
			if from < 0 || to < from {
				break
			}
			tail, is := keyed(part[from+2:to], true)
			if !is {
				return f, false, false
			}
			tail.open, tail.close = " ("+tail.open, ")"
			seg, n, ok := segment(part[:from], shouted)
			if !ok {
				return f, false, false
			}
			seg.open = open
			links += n + 1
			f.Segments = append(f.Segments, seg, tail)
			open, part = "", strings.TrimRight(part[to+1:], " ")
		}
		if part == "" {
			continue
		}
		if i > 0 {
			if k, is := keyed(part, false); is {
				k.open = open + k.open
				f.Segments = append(f.Segments, k)
				continue
			}
		}
		seg, n, ok := segment(part, shouted)
		if !ok {
			return f, false, false
		}
		seg.open = open
		links += n
		f.Segments = append(f.Segments, seg)
	}
	f.roles()
	f.part()
	return f, shouted, len(f.Segments) > 0 && (links > 0 || f.Label != "" && f.Mark != "")
}

// upper reports whether a label is in capitals.
func upper(s string) bool {
	letters := 0
	for _, c := range s {
		if unicode.IsLower(c) {
			return false
		}
		if unicode.IsUpper(c) {
			letters++
		}
	}
	return letters > 1
}

// allCapitals reports whether a text has two fields in capitals at least, and none in small letters.
func allCapitals(s string) bool {
	n := 0
	was := false
	for w := range strings.FieldsSeq(s) {
		is := upper(strings.Trim(w, ":|,()-><=.[]"))
		if is && !was || is && strings.HasSuffix(w, ":") {
			n++
		}
		was = is && !strings.HasSuffix(w, ":")
	}
	return n >= 2
}
