// Package diff says which words of a text went and which came, for people who read two versions of a
// memory.
//
//  1. Both texts are cut into lines, and the longest common subsequence of lines is what stayed.
//  2. The lines between are cut into words, and their longest common subsequence is what stayed of them.
//  3. What is left of the first text is Gone, of the second New; Gone stands before New.
//
// The zero value of everything is the difference of two empty texts. The package is pure.
package diff

import (
	"regexp"
	"strings"
)

// Op says what became of a run of words.
type Op int

// What becomes of words. Same ones are in both texts.
const (
	Same Op = iota
	Gone
	New
)

// Span is a run of words with one fate. Text has the blanks and line breaks that stand before its words.
type Span struct {
	Op   Op
	Text string
}

// most are the cells of the largest table that is filled in; blocks beyond it (two of 4,000 words without
// a common line) are replaced as a whole.
const most = 16 << 20

// parts are words with the blanks before them, line breaks, and blanks at the end of a line.
var parts = regexp.MustCompile(`\n|[^\S\n]*\S+|[^\S\n]+`)

// Words compares two texts. The spans that are Same or New, one after the other, are the text after;
// the words of those that are Same or Gone are the words of the text before. Two neighbours have different
// fates.
func Words(before, after string) []Span {
	var out []Span
	each(lines(before), lines(after), func(gone, came []string, same string) {
		each(parts.FindAllString(strings.Join(gone, ""), -1), parts.FindAllString(strings.Join(came, ""), -1), func(gone, came []string, same string) {
			out = add(out, Gone, strings.Join(gone, ""))
			out = add(out, New, strings.Join(came, ""))
			out = add(out, Same, same)
		})
		out = add(out, Same, same)
	})
	return out
}

// lines are a text's lines with their breaks.
func lines(s string) []string { return strings.SplitAfter(s, "\n") }

// add appends a run to the last if their fates agree.
func add(spans []Span, op Op, text string) []Span {
	if text == "" {
		return spans
	}
	if n := len(spans); n > 0 && spans[n-1].Op == op {
		spans[n-1].Text += text
		return spans
	}
	return append(spans, Span{op, text})
}

// each calls found for every block of a and b that differs and the part (of b) that follows it and is in
// both; the last block is followed by "". Parts are equal if they are but for blanks around them.
func each(a, b []string, found func(gone, came []string, same string)) {
	keys := func(parts []string) []string {
		out := make([]string, len(parts))
		for i, p := range parts {
			if out[i] = strings.Trim(p, " \t\r\n"); p == "\n" {
				out[i] = p
			}
		}
		return out
	}
	x, y := keys(a), keys(b)
	head := 0
	for head < len(x) && head < len(y) && x[head] == y[head] {
		found(nil, nil, b[head])
		head++
	}
	tail := 0
	for tail < min(len(x), len(y))-head && x[len(x)-1-tail] == y[len(y)-1-tail] {
		tail++
	}
	i, j := head, head
	for _, p := range common(x[head:len(x)-tail], y[head:len(y)-tail]) {
		found(a[i:head+p[0]], b[j:head+p[1]], b[head+p[1]])
		i, j = head+p[0]+1, head+p[1]+1
	}
	same := ""
	if tail > 0 {
		same = strings.Join(b[len(b)-tail:], "")
	}
	found(a[i:len(a)-tail], b[j:len(b)-tail], same)
}

// common lists the places of a longest common subsequence of a and b. Of several the one whose places in
// b come first is taken. It is empty where the table would have more than most cells.
func common(a, b []string) (places [][2]int) {
	w := len(b) + 1
	if len(a) == 0 || len(b) == 0 || (len(a)+1)*w > most {
		return nil
	}
	longest := make([]int32, (len(a)+1)*w) // of a[i:] and b[j:]
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			switch {
			case a[i] == b[j]:
				longest[i*w+j] = longest[(i+1)*w+j+1] + 1
			default:
				longest[i*w+j] = max(longest[(i+1)*w+j], longest[i*w+j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			places = append(places, [2]int{i, j})
			i, j = i+1, j+1
		case longest[(i+1)*w+j] >= longest[i*w+j+1]:
			i++
		default:
			j++
		}
	}
	return places
}
