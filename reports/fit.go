package reports

import (
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
		wide, word := s.widths(i)
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

// widths are a column's: of its longest line, and of its longest piece that isn't broken.
func (s shown) widths(column int) (line, word int) {
	add := func(cell string) {
		for l := range strings.SplitSeq(printable(cell, "\n"), "\n") {
			line = max(line, text.StringWidth(l))
			for _, w := range terms(l) {
				for _, piece := range pieces(w) {
					word = max(word, text.StringWidth(piece))
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
	if text.StringWidth(word) <= longWord {
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

// wrapped breaks lines at blanks, and words that are too long behind punctuation. Each line has the colour
// of the cell.
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
			for k, piece := range pieces(word) {
				sep := " "
				if k > 0 || line == "" {
					sep = ""
				}
				if line != "" && text.StringWidth(line+sep+piece) > width {
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
