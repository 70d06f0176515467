package read

import "strings"

// endFence reads the lines of a code fence: as JSON if they are, or one by one.
func (b *blocks) endFence() {
	if !b.fence {
		return
	}
	if s := strings.TrimSpace(strings.Join(b.code, "\n")); s == "" || s[0] != '{' && s[0] != '[' || !b.json(s) {
		b.unfencing = true
		for _, line := range b.code {
			b.line(line)
			if strings.TrimSpace(line) != "" && len(b.rows) == 0 {
				b.end()
			}
		}
		b.unfencing = false
		b.end()
	}
	b.fence, b.code = false, b.code[:0]
}

// bars splits a line of a table at its bars.
func bars(s string) []string {
	s = strings.TrimSuffix(strings.TrimPrefix(s, "|"), "|")
	var cells []string
	for cell := range strings.SplitSeq(s, "|") {
		cells = append(cells, plain(strings.TrimSpace(cell)))
	}
	return cells
}

// columns splits a line at its tabs and runs of two spaces or more, as programs print tables.
func columns(s string) []string {
	if strings.IndexByte(s, '\t') < 0 && !strings.Contains(s, "  ") {
		return nil
	}
	var cells []string
	start := 0
	for i := 0; i < len(s); i++ {
		if s[i] != '\t' && (s[i] != ' ' || i+1 == len(s) || s[i+1] != ' ') {
			continue
		}
		end := i
		for i+1 < len(s) && (s[i+1] == ' ' || s[i+1] == '\t') {
			i++
		}
		// Two spaces behind a full stop only part sentences.
		if end > start && s[i] != '\t' && i-end < 2 && strings.IndexByte(".!?:", s[end-1]) >= 0 {
			continue
		}
		cells = append(cells, plain(s[start:end]))
		start = i + 1
	}
	return append(cells, plain(s[start:]))
}

// row reads a line of a table.
func (b *blocks) row(cells []string) {
	if len(b.rows) == 0 {
		keep := b.lead
		b.end()
		if b.lead == "" {
			b.lead = keep
		}
	}
	b.rows = append(b.rows, cells)
}

// endTable makes a piece of every cell: "row label column label: cell". The first row names the
// columns; the first column that isn't all numbers names the rows.
func (b *blocks) endTable() {
	if len(b.rows) == 0 {
		return
	}
	rows := b.rows
	b.rows = nil
	head := rows[0]
	body := rows[1:]
	if len(body) > 0 && ruler(body[0]) {
		body = body[1:]
	} else if headless(rows) { // lines of a log, each for itself
		for _, row := range rows {
			b.out = append(b.out, piece{text: strings.Join(row, " "), heading: b.heading(), speaker: b.speaker, listed: true})
		}
		return
	}
	subject := 0
	for subject < len(head)-1 && numbered(body, subject) {
		subject++
	}
	for _, row := range body {
		if ruler(row) {
			continue
		}
		if len(row) != len(head) {
			b.out = append(b.out, piece{text: strings.Join(row, " "), heading: b.heading(), speaker: b.speaker, listed: true})
			continue
		}
		name := ""
		if subject < len(row) {
			name = row[subject]
		}
		for i, cell := range row {
			if i == subject || i < subject || cell == "" || cell == "-" {
				continue
			}
			column := ""
			if i < len(head) {
				column = head[i]
			}
			b.out = append(b.out, piece{text: labelled(name, column, cell), heading: b.heading(), speaker: b.speaker, listed: true})
		}
		if len(row) == 1 && name != "" {
			b.out = append(b.out, piece{text: name, heading: b.heading(), speaker: b.speaker, listed: true})
		}
	}
	if len(body) == 0 {
		b.out = append(b.out, piece{text: strings.Join(head, ", "), heading: b.heading(), speaker: b.speaker, listed: true})
	}
}

// labelled puts a value behind its labels.
func labelled(subject, column, value string) string {
	label := strings.TrimSpace(subject + " " + column)
	if label == "" {
		return value
	}
	return label + ": " + value
}

// headless says whether the first of the rows names no columns: it has figures itself, or its
// cells aren't as many as the others'.
func headless(rows [][]string) bool {
	if strings.ContainsAny(strings.Join(rows[0], ""), "0123456789=") {
		return true
	}
	same := 0
	for _, row := range rows[1:] {
		if len(row) == len(rows[0]) {
			same++
		}
	}
	return same*2 < len(rows)-1
}

// ruler says whether a row of a table is the line under its head.
func ruler(row []string) bool {
	for _, cell := range row {
		if strings.Trim(cell, "-+:= —") != "" {
			return false
		}
	}
	return true
}

// numbered says whether a column holds nothing but small numbers: the numbers of the rows.
func numbered(rows [][]string, column int) bool {
	for _, row := range rows {
		if column < len(row) && !ruler(row) && strings.Trim(row[column], "0123456789.#") != "" {
			return false
		}
	}
	return len(rows) > 0
}
