package words

import "strings"

// row takes a table row. Rows stand under the header row where there is one.
func (l *outline) row(b block, body string) {
	b.kind = tableRow
	switch {
	case l.table < 0:
		l.add(b)
		l.table, l.header = int32(len(l.blocks)-1), false
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
