package match

import (
	"regexp"
	"strconv"
	"strings"

	"contextarena.internal/words"
)

// cellCode is an identifier that may be a place in rows with letters and columns with numbers: E2.
var cellCode = regexp.MustCompile(`^[a-z][0-9]{1,2}$`)

// columns are what a number says of a place in a row.
var columns = words.Set("column col position pos seat place slot well hole number no")

// cells is where a text tells the place that a code such as e2 is: "row E, column two", "the second seat in row E".
func cells(t *words.Text, code string) []words.Span {
	column, err := strconv.Atoi(code[1:])
	if err != nil {
		return nil
	}
	var out []words.Span
	for i := t.First("row"); i >= 0; i = t.Next(i) {
		row := i + 1
		if t.Word(row) != code[:1] || !t.SameBlock(i, row) || t.Glued(row) || t.Glued(row+1) && t.IsWord(row+1) {
			continue
		}
		behind := row + 1
		for strings.ContainsRune(",;/-", t.Char(behind)) && t.Char(behind) != 0 || joint[t.Word(behind)] {
			behind++
		}
		if n, end := columnAt(t, behind); n == column && t.SameBlock(row, end-1) {
			out = append(out, t.Span(i, end-1))
			continue
		}
		before := i
		for strings.ContainsRune(",;/-", t.Char(before-1)) && t.Char(before-1) != 0 || joint[t.Word(before-1)] {
			before--
		}
		for first := before - 2; first >= before-5 && first >= 0; first-- {
			if n, end := columnAt(t, first); !t.Glued(first) && n == column && end == before && t.SameBlock(first, row) {
				out = append(out, t.Span(first, row))
				break
			}
		}
	}
	return out
}

var (
	joint   = words.Set("of in on at and the")
	ordinal = words.Set("st nd rd th")
)

// columnAt is the number of the column that is named from token i on, with the token behind it; 0 if there is none.
func columnAt(t *words.Text, i int) (n, next int) {
	if columns[t.Word(i)] {
		j := i + 1
		for t.Is(j, '.') || t.Is(j, '#') || t.Is(j, ':') || columns[t.Word(j)] {
			j++
		}
		return t.SmallNumber(j)
	}
	n, next = t.Ordinal(i)
	if t.IsNumber(i) && t.Glued(i+1) && ordinal[t.Word(i+1)] { // the 2nd column
		n, _ = strconv.Atoi(t.Word(i)) // 0 of other digits
		next = i + 2
	}
	if n == 0 || !columns[t.Word(next)] {
		return 0, i
	}
	return n, next + 1
}
