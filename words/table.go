package words

import "strings"

// row takes a table row. Rows stand under the header row where there is one.
func (l *outline) row(b block, body string) {
	b.kind = tableRow
	switch {
	case l.table < 0:
		l.add(b)
		l.table, l.header = int32(len(l.blocks)-1), body[0] != '|' && l.titles(body, b.start)
	case l.header:
		b.parent = l.table
		l.blocks = append(l.blocks, b)
	default:
		b.parent = l.blocks[l.table].parent
		l.blocks = append(l.blocks, b)
		l.header = isSeparator(body) && int(l.table) == len(l.blocks)-2
	}
	l.grows = false
}

// cellBar parts the cells of a row that has no bar at its ends.
const cellBar = " | "

// inTable reports whether a line that begins with no bar is a row: others of as many cells follow, or a separator, or it goes on with a table.
// Of two columns there have to be three rows, since a line may have a bar.
func (l *outline) inTable(body string, end int) bool {
	n := strings.Count(body, cellBar)
	if isSeparator(body) {
		return l.table >= 0
	}
	if n == 0 {
		return false
	}
	if l.table >= 0 {
		return true
	}
	next, end := l.after(end)
	if isSeparator(next) {
		return true
	}
	third, _ := l.after(end)
	return strings.Count(next, cellBar) == n && (n > 1 || strings.Count(third, cellBar) == n) && next[0] != '|'
}

// titles reports whether the first row of a table without bars at its ends is its header: it has no number, and the next row, unless that is a
// separator, has one.
func (l *outline) titles(body string, start int) bool {
	end := start + strings.IndexByte(l.src[start:]+"\n", '\n')
	next, _ := l.after(end)
	return !strings.ContainsAny(body, "0123456789") && strings.ContainsAny(next, "0123456789")
}

// after is the line behind the one that ends at end, and where it ends.
func (l *outline) after(end int) (string, int) {
	if end >= len(l.src) {
		return "", end
	}
	rest := l.src[end+1:]
	line, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(line), end + 1 + len(line)
}

// isSeparator reports whether a line parts a table's header from its rows.
func isSeparator(body string) bool {
	return strings.Contains(body, "|") && strings.Contains(body, "-") && strings.Trim(body, "|-: \t") == ""
}

// IsRow reports whether a block is the row of a table.
func (t *Text) IsRow(block int) bool { return t.blocks[block].kind == tableRow }

// Column counts the bars before token i in its table row.
func (t *Text) Column(i int) int {
	n := 0
	for j := int(t.blocks[t.tokens[i].block].first); j < i; j++ {
		if t.Is(j, '|') {
			n++
		}
	}
	return n
}

// CellStart is the first token of the table cell that token i is in.
func (t *Text) CellStart(i int) int {
	for i > int(t.blocks[t.tokens[i].block].first) && !t.Is(i-1, '|') {
		i--
	}
	return i
}

// CellEnd is the token behind the table cell that token i is in.
func (t *Text) CellEnd(i int) int {
	for last := int(t.blocks[t.tokens[i].block].last); i <= last && !t.Is(i, '|'); {
		i++
	}
	return i
}

// Header is the header of the table column that token i stands in, empty if there is none.
func (t *Text) Header(i int) string {
	b := &t.blocks[t.tokens[i].block]
	if b.kind != tableRow || b.parent < 0 || t.blocks[b.parent].kind != tableRow {
		return ""
	}
	top := &t.blocks[b.parent]
	column := t.Column(i)
	for j := int(top.first); j <= int(top.last); j++ {
		if !t.Is(j, '|') && t.Column(j) == column {
			return t.src[t.tokens[j].start:t.tokens[t.CellEnd(j)-1].end]
		}
	}
	return ""
}
