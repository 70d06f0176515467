package reports

import (
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// gap is what stands between two columns: less where there is little room.
func (t terminal) gap() int {
	if t.width < 80 {
		return 1
	}
	return 2
}

// fitted are tables whose columns fit the terminal: one if all columns do, otherwise as many as it takes,
// each with the first column. A column is narrowed to its longest word at least, the widest first; caps
// are the widest columns where the terminal has no more than 80, 0 for any width.
func (t terminal) fitted(s shown, caps []int) []table.Writer {
	gap := t.gap()
	var natural, least []int
	for i := range s.Head {
		wide, word := s.widths(i, pieces)
		if c := caps[min(i, len(caps)-1)]; c > 0 && t.width <= 80 && wide > c {
			wide = max(c, word)
		}
		natural, least = append(natural, wide), append(least, word)
	}
	var out []table.Writer
	for from := 1; from < len(s.Head) || from == 1; {
		columns := []int{0}
		room := t.width - least[0]
		for from < len(s.Head) && (len(columns) == 1 || room-gap-least[from] >= 0) {
			room -= gap + least[from]
			columns = append(columns, from)
			from++
		}
		out = append(out, t.part(s, columns, natural, least))
		if from >= len(s.Head) {
			break
		}
	}
	return out
}

// part is a table of some columns, narrowed to the terminal.
func (t terminal) part(s shown, columns, natural, least []int) table.Writer {
	gap := t.gap()
	widths, total := map[int]int{}, -gap
	for _, c := range columns {
		widths[c] = natural[c]
		total += natural[c] + gap
	}
	for total > t.width {
		widest := -1
		for _, c := range columns {
			if widths[c] > least[c] && (widest < 0 || widths[c] > widths[widest]) {
				widest = c
			}
		}
		if widest < 0 {
			break
		}
		widths[widest]--
		total--
	}
	part := shown{Section: s.Section}
	part.Head, part.Align = nil, ""
	for _, c := range columns {
		part.Head = append(part.Head, s.Head[c])
		part.Align += string(s.side(c))
	}
	for _, cells := range s.cells {
		var row []string
		for _, c := range columns {
			row = append(row, cells[c])
		}
		part.cells = append(part.cells, row)
	}
	for _, tones := range s.tones {
		var row []Tone
		for _, c := range columns {
			row = append(row, tones[c])
		}
		part.tones = append(part.tones, row)
	}
	w := part.table(table.StyleLight, func(s string) string { return printable(s, "\n") }, t.color)
	w.Style().Box.PaddingRight = strings.Repeat(" ", gap)
	configs := part.columns()
	for i, c := range columns {
		configs[i].WidthMax, configs[i].WidthMaxEnforcer = widths[c], wrapped
	}
	w.SetColumnConfigs(configs)
	return w
}

// narrowed is a list in one table: each column as narrow as it takes, the widest first, down to its longest
// syllable, the last to leastLast. Where that doesn't fit it is in as many tables as it takes, each with the
// first column.
func (t terminal) narrowed(s shown) []table.Writer {
	s.Align = "l"
	var columns, natural, least []int
	total := -t.gap()
	for i := range s.Head {
		wide, _ := s.widths(i, pieces)
		_, part := s.widths(i, syllables)
		if i == len(s.Head)-1 {
			part = max(part, min(wide, leastLast))
		}
		columns, natural, least = append(columns, i), append(natural, wide), append(least, part)
		total += t.gap() + part
	}
	tables := []table.Writer{t.part(s, columns, natural, least)}
	if total > t.width {
		tables = t.fitted(s, []int{0})
	}
	for _, w := range tables {
		w.Style().Options = table.OptionsNoBordersAndSeparators
		if strings.Join(s.Head, "") == "" {
			w.ResetHeaders()
		}
	}
	return tables
}

// leastLast is the least width of the last column of a list, which has the longest texts.
const leastLast = 16

// widths are a column's: of its longest line, and of its longest part of a word that isn't broken.
func (s shown) widths(column int, parts func(word string) []string) (line, word int) {
	add := func(cell string) {
		for l := range strings.SplitSeq(printable(cell, "\n"), "\n") {
			line = max(line, text.StringWidthWithoutEscSequences(l))
			for _, w := range terms(l) {
				for _, piece := range parts(w) {
					word = max(word, text.StringWidthWithoutEscSequences(piece))
				}
			}
		}
	}
	add(s.Head[column])
	for _, row := range s.cells {
		add(row[column])
	}
	return line, word
}

// terms are the words of a line; an interval belongs to the word before it.
func terms(line string) []string {
	var out []string
	for _, w := range strings.Fields(line) {
		if strings.HasPrefix(w, "[") && len(out) > 0 {
			out[len(out)-1] += " " + w
			continue
		}
		out = append(out, w)
	}
	return out
}

// longWord is the width up to which a word of a table is never broken.
const longWord = 18

// pieces are where a word may be broken: not at all up to longWord, behind punctuation beyond, which
// leaves settings of a strategy whole.
func pieces(word string) []string {
	if text.StringWidthWithoutEscSequences(word) <= longWord {
		return []string{word}
	}
	var out []string
	from := 0
	for i, r := range word {
		if strings.ContainsRune(",(/=:", r) {
			out, from = append(out, word[from:i+1]), i+1
		}
	}
	if from < len(word) {
		out = append(out, word[from:])
	}
	return out
}

// syllables are where a word is broken in a list that doesn't fit otherwise: behind the hyphens of an id, too.
func syllables(word string) []string {
	var out []string
	for _, piece := range pieces(word) {
		from := 0
		for i, r := range piece {
			if r == '-' && text.StringWidthWithoutEscSequences(piece) > longSyllable && i > from && i+1 < len(piece) {
				out, from = append(out, piece[from:i+1]), i+1
			}
		}
		out = append(out, piece[from:])
	}
	return out
}

// longSyllable is the width up to which a word is never broken behind a hyphen: a date isn't.
const longSyllable = 12

// wrapped breaks lines at blanks, words that are too long behind punctuation, and what is wider than a line
// behind hyphens. Each line has the colour of the cell.
func wrapped(s string, width int) string {
	if bare, tone := uncoloured(s); tone != Plain {
		all := strings.Split(wrapped(bare, width), "\n")
		for i, line := range all {
			all[i] = tone.paint(line)
		}
		return strings.Join(all, "\n")
	}
	var out []string
	for l := range strings.SplitSeq(s, "\n") {
		line := ""
		for _, word := range terms(l) {
			parts := pieces(word)
			if slices.ContainsFunc(parts, func(p string) bool { return text.StringWidthWithoutEscSequences(p) > width }) {
				parts = syllables(word)
			}
			for k, piece := range parts {
				sep := " "
				if k > 0 || line == "" {
					sep = ""
				}
				if line != "" && text.StringWidthWithoutEscSequences(line+sep+piece) > width {
					out = append(out, line)
					line, sep = "", ""
				}
				line += sep + piece
			}
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}
