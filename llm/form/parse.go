package form

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// value is JSON as a model wrote it.
type value struct {
	kind    valueKind
	text    string   // of a text without its quotes, of a number as it stands
	list    []value  // of a list
	members []member // of an object, in order, keys that stand twice too
	cut     bool     // the reply ended within it
}

type member struct {
	key   string
	value value
}

type valueKind int

const (
	nullValue valueKind = iota
	textValue
	numberValue
	truthValue
	listValue
	objectValue
)

// Bounds on what is read, so that no reply costs much.
const (
	deepest     = 16
	mostStarts  = 200
	longestRead = 1 << 20
)

// valuesIn finds the objects and lists of a reply, with whatever prose and fences between them. They
// needn't be correct JSON: comments, single and typographic quotes, quotes within a text, names without
// quotes, commas too many and too few, and an end that was cut off are read as what they mean.
func valuesIn(reply string) []value {
	reply = reply[:min(len(reply), longestRead)]
	var out []value
	for from, starts := 0, 0; starts < mostStarts; starts++ {
		i := strings.IndexAny(reply[from:], "{[")
		if i < 0 {
			break
		}
		p := parser{text: reply, at: from + i}
		v, ok := p.value(0, false)
		if !ok {
			from += i + 1
			continue
		}
		out = append(out, v)
		from = p.at
	}
	return out
}

type parser struct {
	text string
	at   int
}

func (p *parser) ended() bool { return p.at >= len(p.text) }

// space passes over space and comments.
func (p *parser) space() {
	for !p.ended() {
		rest := p.text[p.at:]
		r, n := utf8.DecodeRuneInString(rest)
		switch {
		case unicode.IsSpace(r) || r == '\ufeff':
			p.at += n
		case strings.HasPrefix(rest, "//"):
			p.pass(strings.IndexByte(rest, '\n'), 1)
		case strings.HasPrefix(rest, "/*"):
			p.pass(strings.Index(rest, "*/"), 2)
		default:
			return
		}
	}
}

// pass goes behind something that begins at i of what is left, or to the end if i is negative.
func (p *parser) pass(i, size int) {
	if i < 0 {
		p.at = len(p.text)
		return
	}
	p.at += i + size
}

// value reads a value. Bare says whether words without quotes are a text. Ok is false for what is none.
func (p *parser) value(depth int, bare bool) (v value, ok bool) {
	p.space()
	if p.ended() {
		return value{cut: true}, true
	}
	if depth > deepest {
		return v, false
	}
	switch c := p.text[p.at]; {
	case c == '{':
		return p.object(depth)
	case c == '[':
		return p.list(depth)
	case quoteAt(p.text[p.at:]) != "":
		text, cut := p.quoted()
		return value{kind: textValue, text: text, cut: cut}, true
	}
	return p.word(bare)
}

func (p *parser) list(depth int) (value, bool) {
	v := value{kind: listValue}
	p.at++
	for {
		p.space()
		if p.ended() {
			v.cut = true
			return v, true
		}
		switch p.text[p.at] {
		case ',':
			p.at++
			continue
		case ']':
			p.at++
			return v, true
		case '}': // the list's end is missing
			return v, true
		}
		item, ok := p.value(depth+1, false)
		if !ok {
			return v, false
		}
		v.list = append(v.list, item)
	}
}

func (p *parser) object(depth int) (value, bool) {
	v := value{kind: objectValue}
	p.at++
	for {
		p.space()
		if p.ended() {
			v.cut = true
			return v, true
		}
		switch p.text[p.at] {
		case ',', ';':
			p.at++
			continue
		case '}':
			p.at++
			return v, true
		case ']': // the object's end is missing
			return v, true
		}
		key, cut := p.key()
		p.space()
		if cut || p.ended() {
			v.cut = true
			return v, true
		}
		if c := p.text[p.at]; c != ':' && c != '=' || key == "" {
			return v, false
		}
		p.at++
		if strings.HasPrefix(p.text[p.at:], ">") {
			p.at++
		}
		m, ok := p.value(depth+1, true)
		if !ok {
			return v, false
		}
		v.members = append(v.members, member{key, m})
	}
}

func (p *parser) key() (key string, cut bool) {
	if quoteAt(p.text[p.at:]) != "" {
		return p.quoted()
	}
	from := p.at
	for !p.ended() {
		r, n := utf8.DecodeRuneInString(p.text[p.at:])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '-' {
			break
		}
		p.at += n
	}
	return p.text[from:p.at], p.ended()
}

// word reads what has no quotes, up to the end of its member.
func (p *parser) word(bare bool) (value, bool) {
	rest := p.text[p.at:]
	end := strings.IndexAny(rest, ",}]\n")
	cut := end < 0
	if cut {
		end = len(rest)
	}
	word := strings.TrimSpace(rest[:end])
	v := value{cut: cut}
	switch strings.ToLower(word) {
	case "":
		return v, false
	case "null", "none", "nan", "undefined", "infinity", "-infinity":
	case "true", "false":
		v.kind, v.text = truthValue, strings.ToLower(word)
	default:
		_, err := strconv.ParseFloat(word, 64)
		switch {
		case err == nil:
			v.kind, v.text = numberValue, word
		case bare:
			v.kind, v.text = textValue, word
		default:
			return v, false
		}
	}
	p.at += end
	return v, true
}

// quotes are the marks that begin a text, each with those that may end it.
var quotes = []struct{ open, ends string }{{`"`, `"”`}, {"'", "'’"}, {"“", "”\""}, {"‘", "’'"}, {"`", "`"}}

// quoteAt is the marks that may end a text that begins here, empty if none does.
func quoteAt(text string) string {
	for _, q := range quotes {
		if strings.HasPrefix(text, q.open) {
			return q.ends
		}
	}
	return ""
}

// quoted reads a text in quotes. A mark within it that nothing follows as it would a text's end belongs
// to the text.
func (p *parser) quoted() (text string, cut bool) {
	ends := quoteAt(p.text[p.at:])
	_, n := utf8.DecodeRuneInString(p.text[p.at:])
	p.at += n
	var b strings.Builder
	for !p.ended() {
		r, n := utf8.DecodeRuneInString(p.text[p.at:])
		p.at += n
		switch {
		case r == '\\':
			p.escape(&b)
		case strings.ContainsRune(ends, r) && p.endsHere():
			return b.String(), false
		default:
			b.WriteRune(r)
		}
	}
	return b.String(), true
}

// endsHere reports whether what follows may stand behind a text.
func (p *parser) endsHere() bool {
	rest := strings.TrimLeft(p.text[p.at:], " \t\r")
	if rest == "" || strings.ContainsRune(",:;}]=/", rune(rest[0])) {
		return true
	}
	if rest[0] != '\n' {
		return false
	}
	rest = strings.TrimSpace(rest)
	return rest == "" || strings.ContainsRune("\"'“‘`,:}]{[/", []rune(rest)[0])
}

// escape reads what stands behind a backslash.
func (p *parser) escape(b *strings.Builder) {
	if p.ended() {
		return
	}
	r, n := utf8.DecodeRuneInString(p.text[p.at:])
	p.at += n
	switch r {
	case 'n', 'r', 't', 'b', 'f':
		b.WriteByte(' ')
	case 'u':
		r, ok := p.hex()
		if !ok {
			return
		}
		if utf16.IsSurrogate(r) && strings.HasPrefix(p.text[p.at:], `\u`) {
			p.at += 2
			low, _ := p.hex()
			r = utf16.DecodeRune(r, low)
		}
		b.WriteRune(r)
	default:
		b.WriteRune(r)
	}
}

func (p *parser) hex() (rune, bool) {
	if len(p.text)-p.at < 4 {
		p.at = len(p.text)
		return 0, false
	}
	n, err := strconv.ParseUint(p.text[p.at:p.at+4], 16, 16)
	if err != nil {
		return 0, false
	}
	p.at += 4
	return rune(n), true
}
