package read

import "strings"

// identifier reads a code, number or address of a machine that begins at token i.
func (r *reader) identifier(i int) (found, bool) {
	t := r.at(i)
	s := r.text(i)
	if t.form == digits {
		return r.figures(i, s)
	}
	if quantity(s) || !ascii(s) {
		return found{}, false
	}
	if f, ok := r.phone(i); ok {
		return f, ok
	}
	figures, small, large, other := 0, 0, 0, 0
	for j := range len(s) {
		switch c := s[j]; {
		case isDigit(c):
			figures++
		case isUpper(c):
			large++
		case isLetter(c):
			small++
		case c >= 0x80:
			small++
		default:
			other++
		}
	}
	kind := Identifier
	switch {
	case small+large == 0 && !code2(s) && !(strings.IndexByte(s, '-') > 0 && figures > 3 && r.called(i)): // 24/7, 30-40, 3-1, 14:30
		if figures < 6 || strings.ContainsAny(s, ":/") && figures < 8 {
			return found{}, false
		}
	case version(s), t.capital && small > 1 && figures < 5 && !strings.ContainsAny(s, "./"):
		kind = Name
	}
	last := i
	for kind == Identifier && large > 0 { // "GB29 NWBK 6016 1331"
		n := r.at(last + 1)
		if !(n.form == digits && n.end-n.start == 4 && isDigit(r.text(last + 1)[0]) || n.form == digits && last > i+3 && n.end-n.start < 4 || n.caps && n.form == letter && n.end-n.start == 4) || len(s) > 4 || small > 0 || figures < 2 || last > i+8 || r.countable(last+2) || strings.Contains(s, "-") {
			break
		}
		last++
	}
	return found{Value: Value{Kind: kind, Key: codeKey(r.span(i, last), kind)}, first: i, last: last}, true
}

// codeKey is an identifier in lower case without what separates its groups. A name keeps its words apart.
func codeKey(s string, k Kind) string {
	s = strings.ToLower(strings.TrimPrefix(s, "#"))
	if k == Name {
		return s
	}
	drop := " -()"
	if strings.Trim(s, "0123456789-. ()+") == "" && strings.Count(s, ".") != 3 {
		drop = " -.()" // the full stops of a telephone number, not of a host
	}
	if !strings.ContainsAny(s, drop) {
		return s
	}
	return strings.Map(func(c rune) rune {
		if strings.ContainsRune(drop, c) {
			return -1
		}
		return c
	}, s)
}

// code2 says whether digits with separators are a code: groups of more than two digits joined by
// hyphens or full stops (555-0147, 10.0.0.12).
func code2(s string) bool {
	if strings.Count(s, ".") == 3 && strings.Trim(s, "0123456789.") == "" {
		return true
	}
	return strings.HasPrefix(s, "#") || strings.HasPrefix(s, "0") && strings.IndexByte(s, '-') > 0
}

// version says whether s is a version: v2.3, 1.24.0.
func version(s string) bool {
	if (s[0] == 'v' || s[0] == 'V') && len(s) > 1 && isDigit(s[1]) {
		return strings.Trim(s[1:], "0123456789.") == ""
	}
	return strings.Count(s, ".") == 2 && isDigit(s[0]) && strings.Trim(s, "0123456789.") == ""
}

// quantity says whether digits and letters are a number with its unit: 45kg, 4k, 1.5M, 10x, 3rd.
func quantity(s string) bool {
	bare := strings.TrimLeft(s, "+-~$€£¥₹#")
	priced := len(bare) < len(s)
	s = bare
	i := 0
	for i < len(s) && (isDigit(s[i]) || s[i] == '.' || s[i] == ',') {
		i++
	}
	if i == 0 || strings.Count(s[:i], ".") > 1 {
		return false
	}
	if strings.HasPrefix(s[i:], "-") { // "12-hour", "3-year-old"
		unit, _, _ := strings.Cut(s[i+1:], "-")
		w := look(strings.ToLower(unit))
		return w.sense&(measure|period|scale) != 0 || len(unit) > 3 && letters(unit) && strings.ToLower(unit) == unit
	}
	if s[i:] == "" || s[i:] == "%" || strings.HasPrefix(s[i:], "°") {
		return true
	}
	switch strings.ToLower(s[i:]) {
	case "b":
		return priced
	case "st", "nd", "rd", "th", "k", "m", "bn", "mn", "am", "pm":
		return true
	}
	return look(strings.ToLower(s[i:])).sense&measure != 0
}

func letters(s string) bool {
	for i := range len(s) {
		if !isLetter(s[i]) {
			return false
		}
	}
	return s != ""
}

// figures reads a plain number as an identifier if it's written or called like one.
func (r *reader) figures(i int, s string) (found, bool) {
	if !isDigit(s[0]) && s[0] != '+' && s[0] != '#' || strings.ContainsAny(s, ",.") {
		return found{}, false
	}
	if f, ok := r.phone(i); ok {
		return f, true
	}
	last := i
	n := len(s)
	for last-i < 6 {
		next := r.at(last + 1)
		if next.form != digits && next.form != mixed || next.start != r.toks[last].end+1 {
			break
		}
		more := r.text(last + 1)
		if strings.Trim(more, "0123456789-") != "" || len(more) < 3 {
			break
		}
		if r.countable(last + 2) {
			break
		}
		last++
		n += len(more)
	}
	if last > i && (len(s) >= 3 || s[0] == '+' || s[0] == '0') && n >= 6 {
		return found{Value: Value{Kind: Identifier, Key: strings.TrimPrefix(codeKey(r.span(i, last), Identifier), "+")}, first: i, last: last}, true
	}
	ok := false
	switch {
	case s[0] == '#', len(s) > 2 && s[0] == '0':
		ok = true
	case len(s) > 1 && r.at(i-1).is(code) && !r.at(i-1).is(verb) && !r.at(i+1).is(measure|money|scale) && !orders[r.at(i-1).hash]:
		ok = true
	case r.countable(i+1) || r.at(i+1).is(measure|money|scale):
	case len(s) >= 5 && !strings.HasSuffix(s, "000"):
		ok = true
	default:
		ok = r.called(i) && len(s) > 1
	}
	if !ok {
		return found{}, false
	}
	return found{Value: Value{Kind: Identifier, Key: codeKey(s, Identifier)}, first: i, last: i}, true
}

// orders are nouns for codes that are verbs as well: "order 40 chairs".
var orders = wordSet("order file permit contract record claim phone fax ticket port code key")

// called says whether a noun for codes stands before token i: "the gate code is 4471".
func (r *reader) called(i int) bool {
	for j := i - 1; j >= 0 && j >= i-4; j-- {
		t := r.at(j)
		switch {
		case t.is(code) && t.form == letter:
			// "order 40 chairs" orders; "the number of guests is 40" counts.
			return true
		case t.mark == ':' || t.mark == '.' || t.mark == '#' || t.mark == '=':
		case t.hash == hashed("is"), t.hash == hashed("are"), t.hash == hashWas, t.hash == hashed("now"), t.hash == hashed("ending"), t.hash == hashThe, t.hash == hashed("changed"), t.hash == hashTo:
		default:
			return false
		}
	}
	return false
}

// phone reads a telephone number written in groups: (406) 555-0139, +44 20 7946 0958, 555-0147.
func (r *reader) phone(i int) (found, bool) {
	n, j := 0, i
	group := func(t *token) bool {
		if t.form != digits && t.form != mixed {
			return false
		}
		s := r.line[t.start:t.end]
		if strings.Trim(s, "0123456789-.+") != "" || strings.IndexByte(s, ',') >= 0 {
			return false
		}
		for k := range len(s) {
			if isDigit(s[k]) {
				n++
			}
		}
		return true
	}
	parens := false
	for j < len(r.toks) && j < i+9 {
		t := r.at(j)
		if t.mark == '(' && !parens && r.at(j+2).mark == ')' && r.at(j+1).form == digits && n <= 3 && r.at(j+1).end-r.at(j+1).start <= 5 {
			group(r.at(j + 1))
			parens = true
			j += 3
			continue
		}
		if t.mark == '+' && j == i {
			j++
			continue
		}
		before := n
		if j > i && t.start > r.toks[j-1].end+1 || !group(t) {
			break
		}
		if n > 15 || n-before > 11 {
			n = before
			break
		}
		j++
	}
	if j == i {
		return found{}, false
	}
	s := r.span(i, j-1)
	first := s[0]
	switch {
	case n < 7 || n > 15:
		return found{}, false
	case parens, first == '+':
	case first == '0' && strings.Trim(s, "0123456789 ") == "" && n >= 9:
	case hyphened(s, n):
	default:
		return found{}, false
	}
	return found{Value: Value{Kind: Identifier, Key: strings.TrimPrefix(codeKey(s, Identifier), "+")}, first: i, last: j - 1}, true
}

// hyphened says whether hyphens or full stops join groups of three digits and more.
func hyphened(s string, n int) bool {
	if strings.IndexByte(s, ' ') >= 0 && n < 9 {
		return false
	}
	groups := 0
	for g := range strings.FieldsFuncSeq(s, func(c rune) bool { return c == '-' || c == '.' || c == ' ' }) {
		if len(g) < 3 && !(groups == 0 && len(g) == 1) {
			return false
		}
		groups++
	}
	return groups >= 2 && strings.ContainsAny(s, "-.")
}

// address reads the name of a host, file or path that has no digits: db.example.com, src/main.go.
func (r *reader) address(i int) (found, bool) {
	t := r.at(i)
	s := r.text(i)
	if t.known() || t.end-t.start < 5 || t.capital || r.keyed(i) {
		return found{}, false
	}
	dot, slash, under := strings.LastIndexByte(s, '.'), strings.Count(s, "/"), strings.IndexByte(s, '_')
	if dot < 2 && slash < 2 && under < 1 {
		return found{}, false
	}
	if dot >= 2 && under < 0 && slash == 0 && (len(s)-dot > 6 || len(s)-dot < 3 || isUpper(s[dot+1])) {
		return found{}, false
	}
	kind := Identifier
	if under > 0 && dot < 0 && slash == 0 {
		kind = Name // retry_fanout: a flag or a table
	}
	return found{Value: Value{Kind: kind, Key: strings.ToLower(s)}, first: i, last: i}, true
}

// plate reads capitals and a number that a noun for codes introduces: "plate BQX 719".
func (r *reader) plate(i int) (found, bool) {
	t, n := r.at(i), r.at(i+1)
	if t.known() || t.end-t.start > 4 || n.form != digits && n.form != mixed || n.end-n.start > 6 || r.countable(i+2) || !r.called(i) {
		return found{}, false
	}
	return found{Value: Value{Kind: Identifier, Key: codeKey(r.span(i, i+1), Identifier)}, first: i, last: i + 1}, true
}

// keyed says whether token i is the key of a value: "log_level: info", "shard=3".
func (r *reader) keyed(i int) bool {
	next := r.at(i + 1)
	return next.glued && (next.mark == '=' || next.mark == ':')
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
