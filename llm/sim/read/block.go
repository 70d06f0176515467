package read

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// piece is a part of a text that is read as running words: a paragraph, a list item, a line
// "key: value", a cell of a table with its labels.
type piece struct {
	text    string // one line
	heading string
	speaker string
	listed  bool
}

// blocks finds the pieces of a text line by line, as Markdown and chat logs are laid out.
type blocks struct {
	out       []piece
	section   string // the heading in force
	lead      string // the lead-in of the list in force
	speaker   string
	para      []string // lines of the paragraph being read
	fence     bool
	unfencing bool     // the lines of a fence are being read one by one
	code      []string // lines of the fence being read
	listed    bool     // the last piece was a list item
	rows      [][]string
}

func pieces(text string) []piece {
	var b blocks
	if s := strings.TrimSpace(text); s != "" && (s[0] == '{' || s[0] == '[') && b.json(s) {
		return b.out
	}
	for line := range strings.Lines(text) {
		b.line(strings.TrimRight(line, " \t\r\n"))
	}
	b.endFence()
	b.end()
	return b.out
}

// line reads the next line.
func (b *blocks) line(line string) {
	s := strings.TrimSpace(line)
	for strings.HasPrefix(s, ">") { // quoted
		s = strings.TrimSpace(s[1:])
	}
	switch {
	case strings.HasPrefix(s, "```") || strings.HasPrefix(s, "~~~"):
		if b.fence {
			b.endFence()
		} else {
			b.end()
			b.fence = true
		}
		return
	case b.fence && !b.unfencing:
		b.code = append(b.code, line)
		return
	case s == "":
		b.end()
		return
	}
	if s[0] == '|' || strings.Count(s, " | ") >= 2 || len(b.rows) > 0 && strings.Trim(s, "-+=|: ") == "" {
		b.row(bars(s))
		return
	}
	if cells := columns(s); len(cells) > 2 {
		b.row(cells)
		return
	}
	b.endTable()
	if s[0] == '{' || s[0] == '[' {
		n := len(b.out)
		if b.json(s) {
			if len(b.out) > n {
				// What stood before it belongs before it.
				found := append([]piece(nil), b.out[n:]...)
				b.out = b.out[:n]
				b.endParagraph()
				b.out = append(b.out, found...)
			}
			return
		}
	}
	if tag(s) {
		b.end()
		b.section, b.lead, b.speaker = "", "", ""
		return
	}
	if level := headingLevel(s); level > 0 {
		b.end()
		b.section, b.lead, b.listed = plain(strings.Trim(s[level:], " #")), "", false
		return
	}
	if rule(s) {
		b.end()
		b.section, b.lead, b.listed = "", "", false
		return
	}
	if name, rest, ok := speaking(s); ok {
		b.end()
		b.speaker, b.section, b.lead, b.listed = name, "", "", false
		if s = rest; s == "" {
			return
		}
	}
	if n := bullet(s); n > 0 {
		b.item(strings.TrimSpace(s[n:]))
		return
	}
	if b.listed && line != "" && (line[0] == ' ' || line[0] == '\t') && len(b.para) > 0 {
		b.para = append(b.para, s) // an item goes on
		return
	}
	if b.listed {
		b.endParagraph()
		b.listed = false
	}
	if bold, ok := wholeBold(s); ok && len(bold) < 80 {
		b.endParagraph()
		b.section, b.lead = strings.TrimRight(plain(bold), ": "), ""
		return
	}
	if len(b.para) > 0 && breaks(b.para[len(b.para)-1], s) {
		b.endParagraph()
		b.lead = ""
		b.para = append(b.para, s)
		return
	}
	b.para = append(b.para, s)
}

// item begins a list item. A paragraph right above that ends in a colon is the list's lead-in.
func (b *blocks) item(s string) {
	if !b.listed && len(b.para) > 0 {
		last := b.para[len(b.para)-1]
		if strings.HasSuffix(last, ":") {
			b.lead = leadIn(strings.Join(b.para, " "))
			if len(b.lead) == len(strings.TrimSuffix(strings.Join(b.para, " "), ":")) {
				b.para = b.para[:0]
			}
		} else {
			b.lead = ""
		}
	}
	b.endParagraph()
	b.listed = true
	b.para = append(b.para, s)
}

// leadIn is the last sentence of a paragraph, without its colon.
func leadIn(s string) string {
	s = strings.TrimSuffix(s, ":")
	for _, end := range []string{". ", "! ", "? "} {
		if i := strings.LastIndex(s, end); i >= 0 {
			s = s[i+len(end):]
		}
	}
	return plain(s)
}

func (b *blocks) heading() string {
	if b.lead != "" {
		return b.lead
	}
	return b.section
}

// end ends the paragraph or table; a list, too.
func (b *blocks) end() {
	b.endTable()
	keep := b.lead
	if len(b.para) > 0 && !b.listed {
		if last := b.para[len(b.para)-1]; strings.HasSuffix(last, ":") {
			keep = leadIn(strings.Join(b.para, " "))
			if len(b.para) == 1 && len(keep) == len(last)-1 {
				b.para = b.para[:0]
			}
		} else {
			keep = ""
		}
	}
	b.endParagraph()
	b.lead, b.listed = keep, false
}

// endParagraph makes a piece of the lines read.
func (b *blocks) endParagraph() {
	if len(b.para) == 0 {
		return
	}
	lead := b.lead
	if !b.listed {
		lead = ""
	}
	text := plain(strings.Join(b.para, " "))
	b.para = b.para[:0]
	if text == "" {
		return
	}
	heading := lead
	if heading == "" {
		heading = b.section
	}
	b.out = append(b.out, piece{text: text, heading: heading, speaker: b.speaker, listed: b.listed || b.section != "" || b.fence})
}

// plain drops what only formats: bold and code marks, links' targets, runs of space.
func plain(s string) string {
	if strings.IndexByte(s, '*') >= 0 {
		s = strings.ReplaceAll(s, "**", "")
	}
	if strings.IndexByte(s, '`') >= 0 {
		s = strings.ReplaceAll(s, "`", "")
	}
	if strings.Contains(s, "__") {
		s = strings.ReplaceAll(s, "__", "")
	}
	clean := true
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c == ' ' && (i == 0 || i+1 == len(s) || s[i+1] == ' ') || c >= utf8.RuneSelf {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
}
