package shape

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Template is how a line of a reply is written: "(subject, predicate, object)" has three fields
// with literal text around them.
type Template struct {
	fields []field
	after  string // behind the last field
}

type field struct {
	before string // literal text
	role   Role
	name   string
}

// Roles are the roles of its fields.
func (t *Template) Roles() Roles {
	var rs Roles
	for _, f := range t.fields {
		rs |= 1 << f.role
	}
	return rs
}

// Line writes a row. It is empty if the row says nothing in one of the roles.
func (t *Template) Line(r *Row) string {
	var b strings.Builder
	for _, f := range t.fields {
		c := r.Of(f.role)
		if f.role == None {
			c = r.main(f.name)
		}
		text := c.Text
		if text == "" {
			text = strings.Join(c.List, " and ")
		}
		if text == "" {
			return ""
		}
		b.WriteString(f.before + strings.ReplaceAll(text, "\n", " "))
	}
	return b.String() + t.after
}

// links part the fields of a template. Those before the bar are enough by themselves to tell one,
// the others only where it stands in brackets or quotes, or alone on its line.
const (
	strongLinks = "->|→|=>|⇒|<-|←|-->||"
	weakLinks   = ",:;=/"
)

// Find finds the first template in instructions: two fields at least, each of one to three words one
// of which names a role, with nothing but links and brackets between them.
func Find(text string) (*Template, bool) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		for at, c := range line {
			if end, enclosed := enclosure(line, at, c); enclosed {
				inner := line[at+utf8.RuneLen(c) : end]
				if t, ok := template(inner, true); ok {
					if c == '(' || c == '[' {
						t.fields[0].before = string(c) + t.fields[0].before
						_, size := utf8.DecodeRuneInString(line[end:])
						t.after += line[end : end+size]
					}
					return t, true
				}
			}
		}
		for _, part := range []string{line, afterColon(line)} {
			if t, ok := template(strings.TrimRight(part, "."), part == line); ok {
				return t, true
			}
		}
	}
	return nil, false
}

// afterColon is what a line says behind its last lead-in: "One per line, as: old -> new".
func afterColon(line string) string {
	if i := strings.LastIndex(line, ": "); i >= 0 {
		return line[i+2:]
	}
	for _, lead := range []string{" as ", " like ", " format "} {
		if i := strings.LastIndex(line, lead); i >= 0 {
			part := line[i+len(lead):]
			for _, stop := range []string{", one", ", each", ". ", " one per", " on its own", " per line"} {
				part, _, _ = strings.Cut(part, stop)
			}
			return part
		}
	}
	return ""
}

// enclosure is where what an opening bracket or quote opens is closed.
func enclosure(line string, at int, c rune) (end int, ok bool) {
	i := strings.IndexRune("([`\"'“‘", c)
	if i < 0 || len(line) > 500 {
		return 0, false
	}
	closing := []rune(")]`\"'”’")[utf8.RuneCountInString("([`\"'“‘"[:i])]
	n := strings.IndexRune(line[at+utf8.RuneLen(c):], closing)
	return at + utf8.RuneLen(c) + n, n > 0
}

// talks reports whether a name has a word that belongs to a sentence rather than to a field.
func talks(name string) bool {
	for w := range strings.FieldsSeq(strings.ToLower(name)) {
		switch w {
		case "one", "per", "each", "every", "use", "with", "and", "or", "the", "a", "is", "are", "list", "write", "extract", "mark", "give", "keep", "note", "return", "find":
			return true
		}
	}
	return false
}

// template reads a text that holds nothing but a template. Alone says that it stands in brackets,
// in quotes or alone on its line.
func template(s string, alone bool) (*Template, bool) {
	s = strings.Trim(s, "`\"'“”")
	if len(s) > 200 {
		return nil, false
	}
	t := &Template{}
	strong := false
	start, from, lit := -1, 0, ""
	flush := func(end int) bool {
		name := strings.TrimSpace(s[start:end])
		role := RoleOf(name)
		if len(strings.Fields(name)) > 3 || strings.ContainsFunc(name, unicode.IsSpace) && talks(name) || role == None && KindOf(name) == 0 {
			return false
		}
		t.fields = append(t.fields, field{lit, role, name})
		from = start + len(strings.TrimRight(s[start:end], " "))
		start = -1
		return true
	}
	placeholder := false
	for i, c := range s {
		word := unicode.IsLetter(c) || unicode.IsDigit(c) || c == '_' || start >= 0 && c == ' '
		switch {
		case word && start < 0 && c != ' ':
			lit = s[from:i]
			if len(t.fields) > 0 {
				link := strings.Trim(strings.NewReplacer("<", "", "{", "").Replace(lit), ">}<{ ")
				if strings.TrimSpace(lit) == "->" || strings.Contains(lit, "->") || strings.Contains(lit, "=>") {
					link = "->"
				}
				switch {
				case link == "":
					return nil, false
				case strings.Contains("|"+strongLinks+"|", "|"+link+"|") || link == "|":
					strong = true
				case strings.Trim(link, weakLinks+"()[]| ") == "" && (alone || placeholder):
				default:
					return nil, false
				}
			}
			if n := len(lit); n > 0 && (lit[n-1] == '<' || lit[n-1] == '{') {
				placeholder = true
				lit = lit[:n-1]
			}
			start = i
		case !word && start >= 0:
			if !flush(i) {
				return nil, false
			}
			if c == '>' || c == '}' {
				from++
			}
		}
	}
	if start >= 0 && !flush(len(s)) {
		return nil, false
	}
	t.after = s[from:]
	return t, len(t.fields) >= 2 && (strong || alone || placeholder) && strings.Trim(t.after, ")]}> .") == ""
}
