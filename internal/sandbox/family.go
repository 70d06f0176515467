package sandbox

import (
	"regexp"
	"strings"
)

// family is what kind of code extracts: the kinds of which something stands in it, joined by "+".
//
//   - literal: two texts or more of at least three words, which the model has copied itself;
//   - regex: regular expressions;
//   - scan: texts searched or cut without them.
//
// "other" is none of these. What counts is what is written, not what is run; a slash behind an operator,
// a bracket or return begins an expression.
func family(source string) string {
	copied, patterns, scans := 0, 0, 0
	for _, m := range tokens.FindAllStringSubmatch(source, -1) {
		for _, text := range inserted.Split(m[1], -1) {
			if len(strings.Fields(text)) >= copiedWords {
				copied++
			}
		}
		if m[2] != "" {
			patterns++
		}
		if m[3] != "" {
			scans++
		}
	}
	var kinds []string
	if copied >= 2 {
		kinds = append(kinds, "literal")
	}
	switch {
	case patterns > 0:
		kinds = append(kinds, "regex")
	case scans > 0:
		kinds = append(kinds, "scan")
	}
	if len(kinds) == 0 {
		return "other"
	}
	return strings.Join(kinds, "+")
}

// copiedWords is how many words make a text a copied one rather than a label.
const copiedWords = 3

var (
	// tokens are a program's comments, texts, regular expressions and calls that search and cut texts.
	tokens = regexp.MustCompile(`(?s)//[^\n]*|/\*.*?\*/` +
		"|(" + `"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|` + "`(?:[^`\\\\]|\\\\.)*`" + ")" +
		`|((?:[(,=:\[!&|?{};+]|\breturn\b|=>)\s*/(?:[^/*\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])*/|\bRegExp\b)` +
		`|(\.(?:split|indexOf|lastIndexOf|includes|startsWith|endsWith|slice|substring|substr)\s*\()`)
	inserted = regexp.MustCompile(`\$\{[^}]*\}`) // into a template
)
