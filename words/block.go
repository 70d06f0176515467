package words

import (
	"strings"
)

// blockKind is what a block is to the blocks under it.
type blockKind uint8

const (
	paragraph blockKind = iota
	heading             // "# ..." of some level
	boldLine            // a line that is bold from end to end
	colonLine           // a line that ends with a colon
	listItem
	tableRow
)

// block is a paragraph, a list item, a table row, a heading or a lead-in line.
type block struct {
	kind    blockKind
	rank    int   // of a heading: its level; of others: the indentation
	ordered bool  // a numbered list item
	parent  int32 // the lead-in it stands under, -1 for none
	start   int   // byte offset; the block ends where the next one starts
	body    int   // byte offset behind the list marker
	first   int32 // tokens; first > last if there are none
	last    int32
}

// layout splits the text into blocks and puts every block under its lead-in.
func (t *Text) layout() {
	l := outline{src: t.src, table: -1}
	for at := 0; at < len(t.src); {
		end := strings.IndexByte(t.src[at:], '\n')
		if end < 0 {
			end = len(t.src)
		} else {
			end += at
		}
		l.line(at, end)
		at = end + 1
	}
	if len(l.blocks) == 0 {
		l.blocks = []block{{parent: -1}}
	}
	l.blocks[0].start = 0
	t.blocks = l.blocks
	b := 0
	for i := range t.blocks {
		t.blocks[i].first, t.blocks[i].last = 0, -1
	}
	for i := range t.tokens {
		for b+1 < len(t.blocks) && t.blocks[b+1].start <= int(t.tokens[i].start) {
			b++
		}
		t.tokens[i].block = int32(b)
		if t.blocks[b].last < t.blocks[b].first {
			t.blocks[b].first = int32(i)
		}
		t.blocks[b].last = int32(i)
	}
}

// outline builds the blocks of a text line by line.
type outline struct {
	src    string
	blocks []block
	open   []int32 // the lead-ins that a new block may stand under, outermost first
	grows  bool    // the next plain line continues the last block
	table  int32   // first row of the table being read, -1 for none
	header bool    // that row is a header: a separator row followed
}

// line takes the line from at to end.
func (l *outline) line(at, end int) {
	text := strings.TrimRight(l.src[at:end], " \t\r")
	indent, lead := 0, 0
	for lead < len(text) && (text[lead] == ' ' || text[lead] == '\t' || text[lead] == '>') {
		if text[lead] == '\t' {
			indent += 3
		}
		indent++
		lead++
	}
	body := text[lead:]
	if body == "" || isRule(body) {
		l.grows, l.table = false, -1
		return
	}
	b := block{rank: indent, start: at, body: at + lead}
	if body[0] == '|' {
		l.row(b, body)
		return
	}
	l.table = -1
	if level := headingLevel(body); level > 0 {
		b.kind, b.rank = heading, level
		b.body += level
		b.body += 1 + numberMarker(body[level+1:])
		l.add(b)
		l.grows = false
		return
	}
	colon := strings.HasSuffix(strings.TrimRight(body, "*_`~ "), ":")
	bold := isBold(body)
	if n, ordered := listMarker(body); n > 0 && !(bold && ordered) {
		b.kind, b.ordered = listItem, ordered
		b.body += n
		l.add(b)
		return
	}
	b.body += numberMarker(body)
	switch {
	case bold:
		b.kind = boldLine
	case colon:
		b.kind = colonLine
	case l.grows && !record.MatchString(body) && (l.last().kind != listItem || indent > l.last().rank):
		return
	}
	l.add(b)
	l.grows = b.kind == paragraph
}

func (l *outline) last() *block { return &l.blocks[len(l.blocks)-1] }

// add appends a block under the lead-in that is still open for it.
func (l *outline) add(b block) {
	for len(l.open) > 0 {
		at := l.open[len(l.open)-1]
		if l.leads(at, b) {
			break
		}
		l.open = l.open[:len(l.open)-1]
	}
	b.parent = -1
	if len(l.open) > 0 {
		b.parent = l.open[len(l.open)-1]
	}
	l.blocks = append(l.blocks, b)
	l.grows = true
	if b.kind != paragraph && b.kind != tableRow {
		l.open = append(l.open, int32(len(l.blocks)-1))
	}
}

// leads reports whether the open block at may lead in the new block b. An ordinary paragraph
// ends what a colon announced, unless it comes right behind it. Bullets under a numbered item
// belong to it even if nobody indented them.
func (l *outline) leads(at int32, b block) bool {
	over := l.blocks[at]
	switch over.kind {
	case heading:
		return b.kind != heading || over.rank < b.rank
	case boldLine:
		return b.kind != heading && b.kind != boldLine
	case colonLine:
		switch b.kind {
		case listItem:
			return over.rank <= b.rank
		case paragraph, tableRow:
			return over.rank < b.rank || int(at) == len(l.blocks)-1
		case colonLine:
			return over.rank < b.rank
		}
		return false
	case listItem:
		if b.kind == heading {
			return false
		}
		return over.rank < b.rank ||
			over.rank == b.rank && b.kind == listItem && over.ordered && !b.ordered
	}
	return false
}

// listMarker is the length of a list marker with the space behind it, 0 if there is none.
func listMarker(body string) (length int, ordered bool) {
	for _, bullet := range []string{"- ", "* ", "+ ", "• ", "– ", "◦ ", "▪ ", "✔ ", "✓ ", "✘ ", "✗ ", "☐ ", "☑ ", "→ ", "· ", "‣ "} {
		if strings.HasPrefix(body, bullet) {
			return len(bullet), false
		}
	}
	n := numberMarker(body)
	return n, n > 0
}

// numberMarker is the length of "3. ", "3) " or "**3.** " at the start of a line, 0 if there is
// none. Nothing but a marker on the line is a number, not a marker.
func numberMarker(body string) int {
	i := len(body) - len(strings.TrimLeft(body, "*_"))
	from := i
	for i < len(body) && i-from < 4 && body[i] >= '0' && body[i] <= '9' {
		i++
	}
	if i == from || i-from > 3 || i >= len(body) || body[i] != '.' && body[i] != ')' {
		return 0
	}
	i++
	for i < len(body) && (body[i] == '*' || body[i] == '_') {
		i++
	}
	if i+1 >= len(body) || body[i] != ' ' {
		return 0
	}
	return i + 1
}

// record is how a line begins that is an entry of its own, whatever the line before it: a call, a tag in brackets, a key, a time of
// day, three things that arrows join, a box to tick, a name with a line of dots behind it.
var record = Lazy(`^(?:[\w.]+\(\w*[="'{]|\[[^\]]{1,24}\][: ]|[\w.-]+=\S|(?:[01]?\d|2[0-3]):[0-5]\d\b|[^.!?]{1,40} (?:-+>|→|=>) [^.!?]{1,60} (?:-+>|→|=>) |[☐☑☒✔✓✘✗✅❌➜→⚠]|\S[^.]{0,40} ?(?:\.{4}|…{2}|(?:\. ){3}))`)

// isBold reports whether a line is bold from end to end.
func isBold(body string) bool {
	for _, mark := range []string{"**", "__"} {
		inner, ok := strings.CutPrefix(body, mark)
		if !ok {
			continue
		}
		inner, ok = strings.CutSuffix(strings.TrimRight(inner, ":. "), mark)
		return ok && inner != "" && !strings.Contains(inner, mark)
	}
	return false
}

// isRule reports whether a line only separates: "---", "***", "___" or a code fence.
func isRule(body string) bool {
	if strings.HasPrefix(body, "```") {
		return true
	}
	return len(body) >= 3 && (strings.Trim(body, "- ") == "" || strings.Trim(body, "* ") == "" || strings.Trim(body, "_ ") == "")
}

// Line is the line of a text that a span stands on, or the lines, without the break at the end.
func Line(text string, s Span) Span {
	line := Span{strings.LastIndexByte(text[:s.Start], '\n') + 1, len(text)}
	if n := strings.IndexByte(text[s.End:], '\n'); n >= 0 {
		line.End = s.End + n
	}
	return line
}

// Block is the block that token i stands in.
func (t *Text) Block(i int) int { return int(t.tokens[i].block) }

// Parent is the lead-in that a block stands under, -1 if there is none.
func (t *Text) Parent(block int) int { return int(t.blocks[block].parent) }

// LineStart is the first token of the line, or of the sentence in it, that token i stands in.
func (t *Text) LineStart(i int) int { return int(t.starts[i]) }

// Line covers the line, or the sentence in it, that token i stands in.
func (t *Text) Line(i int) Span {
	last := i
	for t.SameBlock(last, last+1) && t.starts[last+1] == t.starts[i] {
		last++
	}
	return t.Span(t.LineStart(i), last)
}

// lineStarts files where the line of every token begins.
func (t *Text) lineStarts() {
	t.starts = make([]int32, len(t.tokens))
	for i := range t.tokens {
		t.starts[i] = int32(i)
		if t.SameBlock(i-1, i) && !t.endsSentence(i-1) && !strings.Contains(t.src[t.tokens[i-1].end:t.tokens[i].start], "\n") {
			t.starts[i] = t.starts[i-1]
		}
	}
}

// endsSentence reports whether token i is a mark that ends a sentence before another one.
func (t *Text) endsSentence(i int) bool {
	return (t.Is(i, '.') || t.Is(i, '!') || t.Is(i, '?')) && !t.Glued(i+1) && !t.IsTitle(i-1) && (t.capital(i+1) || t.kind(i+1) != letters)
}

// BlockText is what a block says, empty if it has no token.
func (t *Text) BlockText(block int) string {
	first, last := t.Bounds(block)
	if first > last {
		return ""
	}
	return t.Slice(t.Span(first, last))
}

// Bounds are the first and the last token of a block; first > last if it has none.
func (t *Text) Bounds(block int) (first, last int) {
	b := &t.blocks[block]
	return int(b.first), int(b.last)
}
