package pipeline

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// listMarker is what may stand before an item of a list.
var listMarker = regexp.MustCompile(`^\s*(?:\d{1,4}[.)]|[-*•])\s+`)

// numbered reads the items of a list. Lines that begin with no marker continue the item above;
// before the first item they are talk and dropped, unless there is no marker at all, when
// every line is an item.
func numbered(text string) []string {
	var items, lines []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(line) == "" {
			continue
		}
		lines = append(lines, strings.TrimSpace(line))
		if at := listMarker.FindString(line); at != "" {
			items = append(items, strings.TrimSpace(line[len(at):]))
		} else if len(items) > 0 {
			items[len(items)-1] += " " + strings.TrimSpace(line)
		}
	}
	if len(items) == 0 {
		return lines
	}
	return items
}

// delegateHeadings are those of delegate_five.tmpl.
var delegateHeadings = []string{"ENTITIES", "DECISIONS", corrections, "NUMBERS", "CURRENT STATE"}

// listed are the separate statements of a text: the items of its lists or, of a text without a list,
// its sentences. Headings, and lines that say there is nothing, are left out.
func listed(text string) []string {
	prose := true
	for line := range strings.Lines(text) {
		prose = prose && !listMarker.MatchString(line)
	}
	var out []string
	for _, s := range sectioned(text, delegateHeadings) {
		for _, line := range s.lines {
			if prose {
				out = append(out, sentences(line)...)
			} else {
				out = append(out, line)
			}
		}
	}
	return out
}

// sentences are those of a line, without the space around them. A full stop ends one if a space and
// no lower-case letter follow, and what stands before it is no abbreviation or initial.
func sentences(line string) []string {
	var out []string
	from := 0
	for i, c := range line {
		if !strings.ContainsRune(".!?", c) || i+2 >= len(line) || line[i+1] != ' ' {
			continue
		}
		next, _ := utf8.DecodeRuneInString(line[i+2:])
		word := line[strings.LastIndexByte(line[:i], ' ')+1 : i]
		if unicode.IsLower(next) || c == '.' && (len(word) <= 1 || slices.Contains(abbreviations, strings.ToLower(word)) || word == "No" && unicode.IsDigit(next)) {
			continue
		}
		out, from = append(out, strings.TrimSpace(line[from:i+1])), i+1
	}
	if rest := strings.TrimSpace(line[from:]); rest != "" {
		out = append(out, rest)
	}
	return out
}

var abbreviations = []string{"dr", "mr", "mrs", "ms", "prof", "st", "vs", "approx", "e.g", "i.e", "a.m", "p.m", "inc", "ltd"}
