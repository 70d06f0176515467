package layers

import (
	"slices"
	"strings"
)

// maxName and maxValue bound the parts of a statement, in characters: what is longer isn't a name or
// a value.
const (
	maxName  = 80
	maxValue = 200
)

// readAssertions reads the lines of an extraction, corrections last: whatever the order of the
// lines, the value that a correction names is the newest. Unread counts lines that aren't in any of
// the forms.
func readAssertions(lines []string) (out []assertion, unread int) {
	for _, line := range lines {
		s, ok := readAssertion(line)
		if !ok {
			unread++
		}
		out = append(out, s...)
	}
	return correctionsLast(out), unread
}

func correctionsLast(out []assertion) []assertion {
	slices.SortStableFunc(out, func(a, b assertion) int {
		switch {
		case a.supersede == b.supersede:
			return 0
		case a.supersede:
			return 1
		}
		return -1
	})
	return out
}

// assertionKind is the word a line begins with; ok is false for a line of no form.
func assertionKind(line string) (kind, rest string, ok bool) {
	kind, rest, ok = strings.Cut(line, ":")
	kind = strings.ToUpper(strings.TrimSpace(kind))
	switch kind {
	case "ENTITY", "ALIAS", "SPATIAL", "PLACE", "AT", "LOCATED_AT", "RELATION", "RELATED_TO", "DECISION", "DECIDED", "SUPERSEDES":
		return kind, strings.TrimSpace(rest), ok
	}
	return "", "", false
}

func readAssertion(line string) ([]assertion, bool) {
	kind, rest, ok := assertionKind(line)
	if !ok {
		return nil, false
	}
	f := fields(rest)
	switch kind {
	case "ENTITY", "SPATIAL", "PLACE":
		subject := assertion{subject: f[0]}
		if kind != "ENTITY" {
			subject = assertion{place: placePath(f[0])}
		}
		return described(subject, f[1:])
	case "ALIAS":
		if len(f) == 1 {
			f = strings.SplitN(f[0], "=", 2)
		}
		if len(f) != 2 {
			return nil, false
		}
		return checked(assertion{subject: strings.TrimSpace(f[0]), alias: strings.TrimSpace(f[1])})
	case "AT", "LOCATED_AT":
		if len(f) != 2 {
			return nil, false
		}
		return checked(assertion{kind: locatedAt, subject: f[0], place: placePath(f[1])})
	case "RELATION", "RELATED_TO":
		if len(f) == 1 {
			f = relationParts(f[0])
		}
		if len(f) != 3 {
			return nil, false
		}
		return checked(assertion{kind: relatedTo, subject: f[0], key: f[1], value: f[2]})
	case "DECISION", "DECIDED":
		if len(f) < 2 {
			return nil, false
		}
		return checked(assertion{kind: decided, subject: f[0], key: f[1], value: strings.Join(f[2:], "; ")})
	}
	return superseding(f)
}

// described is one statement for each attribute of an entity or place, or one that names it.
func described(subject assertion, attributes []string) ([]assertion, bool) {
	first := subject
	first.naming = true
	out, ok := checked(first)
	if !ok {
		return nil, false
	}
	for _, a := range attributes {
		key, value, has := keyed(a)
		s := subject
		s.key, s.value = key, value
		switch strings.ToLower(key) {
		case "alias", "aliases", "also":
			s = assertion{subject: subject.subject, alias: value}
		}
		more, good := checked(s)
		if !has || !good {
			ok = ok && a == ""
			continue
		}
		out = append(out, more...)
	}
	return out, ok
}

func superseding(f []string) ([]assertion, bool) {
	s := assertion{supersede: true, subject: f[0]}
	for _, part := range f[1:] {
		if key, value, ok := keyed(part); ok && slices.Contains([]string{"was", "old", "from"}, strings.ToLower(key)) {
			s.was = value
			continue
		}
		if s.value == "" {
			s.value = part
		}
	}
	if i := strings.LastIndexByte(s.subject, '.'); i > 0 && i+1 < len(s.subject) && s.subject[i+1] != ' ' {
		s.subject, s.key = s.subject[:i], s.subject[i+1:]
	}
	if s.value == "" || s.key == "" && s.was == "" {
		return nil, false
	}
	return checked(s)
}

// checked folds the spaces of a statement and refuses one whose parts are missing or too long.
func checked(s assertion) ([]assertion, bool) {
	for _, part := range []*string{&s.subject, &s.alias, &s.key, &s.value, &s.was} {
		*part = strings.Trim(strings.Join(strings.Fields(*part), " "), `"`)
	}
	for _, p := range s.place {
		if !short(p, maxName) {
			return nil, false
		}
	}
	switch {
	case !short(s.subject, maxName) && len(s.place) == 0,
		s.kind == locatedAt && len(s.place) == 0,
		s.kind == relatedTo && (s.key == "" || s.value == ""),
		s.kind == decided && s.key == "",
		s.kind == attribute && !s.naming && s.alias == "" && s.value == "",
		s.kind == attribute && !s.naming && s.alias == "" && s.key == "" && !s.supersede,
		s.alias != "" && s.subject == "",
		len(s.alias) > 4*maxName, len(s.key) > maxValue, len(s.value) > maxValue, len(s.was) > maxValue:
		return nil, false
	}
	return []assertion{s}, true
}

// placePath cuts "Floor 3 > Conference Room".
func placePath(text string) []string {
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == '>' || r == '›' || r == '→' })
	for i := range parts {
		parts[i] = strings.Trim(parts[i], " -")
	}
	return slices.DeleteFunc(parts, func(p string) bool { return p == "" })
}

// relationParts cuts "Paul -- couple -- Quinn" and "Paul <--couple--> Quinn".
func relationParts(text string) []string {
	text = strings.NewReplacer("<--", "\x00", "-->", "\x00", "—", "\x00", "–", "\x00", "--", "\x00", "->", "\x00").Replace(text)
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == 0 })
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}
