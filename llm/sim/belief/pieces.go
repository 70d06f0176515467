package belief

import (
	"strings"
	"unicode"

	"contextarena.internal/llm/sim/read"
)

// requests reports whether a sentence asks for something.
func requests(sentence string) bool {
	if strings.HasSuffix(sentence, "?") || strings.Contains(sentence, ": ") || len(steps(sentence)) > 1 {
		return true
	}
	for w := range words(sentence) {
		if w == "please" || w == "Please" || w == "need" || w == "want" || w == "like" {
			return true
		}
	}
	for _, c := range read.Clauses(sentence) {
		if c.Asks {
			return true
		}
	}
	return false
}

// sentences cuts a text at ends of sentences and lines.
func sentences(text string) []string {
	var out []string
	start := 0
	for i := 0; i < len(text); i++ {
		end := false
		switch text[i] {
		case '?', '!', '\n', ';':
			end = true
		case '.':
			end = i+1 == len(text) || text[i+1] == '\n' || text[i+1] == ' ' && i+2 < len(text) && !unicode.IsLower(rune(text[i+2])) && !shortWord(text[start:i])
		}
		if end {
			if s := strings.TrimSpace(text[start : i+1]); s != "" {
				out = append(out, s)
			}
			start = i + 1
		}
	}
	if s := strings.TrimSpace(text[start:]); s != "" {
		out = append(out, s)
	}
	return out
}

// shortWord reports whether a text ends in a title or an initial, whose full stop ends no sentence.
func shortWord(text string) bool {
	word := text[strings.LastIndexByte(text, ' ')+1:]
	switch strings.ToLower(word) {
	case "dr", "mr", "mrs", "ms", "st", "no", "prof", "vs":
		return true
	}
	return len(word) == 1
}

type piece struct {
	text   string
	listed bool
}

// tellsOf reports whether a sentence has a subject of its own and so says something, where others
// list what is asked for.
func tellsOf(sentence string) bool {
	word, _, _ := strings.Cut(strings.ToLower(firstWord(sentence)), "'")
	switch word {
	case "i", "you", "he", "she", "we", "they", "it", "that", "this", "there", "here":
		return true
	}
	return false
}

// pieces splits a sentence into the things it asks for. A list is cut at its commas and its "and"s,
// a question only where another question begins, unless it goes on with a list.
func pieces(sentence string, list bool) []piece {
	body := sentence
	if i := strings.IndexByte(body, ':'); i >= 0 && i+1 < len(body) && body[i+1] == ' ' {
		body, list = body[i+1:], true
	}
	first := strings.ToLower(firstWord(body))
	question := !list && (asking[first] || prepositions[first] || strings.HasSuffix(sentence, "?")) && strings.Count(body, ",") < 3
	var out []piece
	start := 0
	cut := func(end, next int) {
		if s := strings.TrimSpace(body[start:end]); s != "" {
			out = append(out, piece{text: s})
		}
		start = next
	}
	for i := 0; i < len(body); i++ {
		next := -1
		switch {
		case body[i] == ',' && i+1 < len(body) && body[i+1] == ' ':
			next = i + 2
			if strings.HasPrefix(body[next:], "and ") {
				next += 4
			}
		case strings.HasPrefix(body[i:], " and "):
			next = i + 5
		case strings.HasPrefix(body[i:], " (") || strings.HasPrefix(body[i:], " – ") || strings.HasPrefix(body[i:], " — "):
			if !question {
				next = i + 2
			}
		}
		if next < 0 || next >= len(body) {
			continue
		}
		word := strings.ToLower(firstWord(body[next:]))
		begins := asking[word] || prepositions[word] && asking[strings.ToLower(firstWord(body[next+len(word):]))]
		if !begins && (question || body[i] != ',' && !determiners[word] && !owns(body[next:])) {
			continue
		}
		cut(i, next)
		i = next - 1
	}
	cut(len(body), len(body))
	for k := range out {
		out[k].listed = len(out) > 1 || !question
	}
	return out
}

func firstWord(text string) string {
	text = strings.TrimLeft(text, " \t\"'(*-")
	end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
	if end < 0 {
		return text
	}
	return text[:end]
}
