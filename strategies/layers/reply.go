package layers

import (
	"encoding/json"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// replyMarker is what models put before a line they were asked for plainly.
var replyMarker = regexp.MustCompile(`^(?:[-*•]|\d{1,3}[.)])\s+`)

// replyLines are the lines of a reply that may carry something: without list markers, emphasis and
// code fences, without blank lines and headings.
func replyLines(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(strings.NewReplacer("**", "", "`", "", "：", ":", "｜", "|").Replace(line))
		if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "```") {
			continue
		}
		line = strings.TrimSpace(replyMarker.ReplaceAllString(line, ""))
		if line != "" && line != "json" {
			out = append(out, line)
		}
	}
	return out
}

// nothing reports whether a line says that there is nothing to list.
func nothing(line string) bool {
	switch strings.ToLower(strings.Trim(line, " .()[]")) {
	case "none", "nothing", "n/a", "no changes", "no dependencies", "nothing new":
		return true
	}
	return false
}

// short reports whether a part of a line has something in it and at most n characters: what is longer
// isn't the value or the name that was asked for.
func short(text string, n int) bool { return text != "" && utf8.RuneCountInString(text) <= n }

// fields cuts a line at its bars. Those around a row of a table are none.
func fields(line string) []string {
	line = strings.TrimSpace(line)
	if len(line) > 1 && line[0] == '|' && line[len(line)-1] == '|' {
		line = line[1 : len(line)-1]
	}
	parts := strings.Split(line, "|")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}

// keyed reads "key: value" or "key=value".
func keyed(part string) (key, value string, ok bool) {
	i := strings.IndexAny(part, ":=")
	if i < 0 {
		return "", "", false
	}
	key, value = strings.TrimSpace(part[:i]), strings.TrimSpace(part[i+1:])
	return key, value, key != "" && value != ""
}

// salvage finds the first JSON object of a reply, with prose before and behind it, and closes one
// that was cut off behind its last complete part. Whole is false for one that was closed; ok is
// false where there is none.
func salvage(text string) (object string, whole, ok bool) {
	from := strings.IndexByte(text, '{')
	if from < 0 {
		return "", false, false
	}
	text = text[from:]
	var open []byte
	quoted, escaped := false, false
	keep, closing := 0, "" // the longest prefix that can be closed, and how
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case escaped:
			escaped = false
		case quoted && c == '\\':
			escaped = true
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{':
			open = append(open, '}')
		case c == '[':
			open = append(open, ']')
		case c == '}' || c == ']':
			if len(open) == 0 || open[len(open)-1] != c {
				return closed(text, keep, closing)
			}
			open = open[:len(open)-1]
			if len(open) == 0 {
				return text[:i+1], true, json.Valid([]byte(text[:i+1]))
			}
			keep, closing = i+1, reversed(open)
		}
	}
	return closed(text, keep, closing)
}

func closed(text string, keep int, closing string) (string, bool, bool) {
	object := text[:keep] + closing
	return object, false, keep > 0 && json.Valid([]byte(object))
}

func reversed(open []byte) string {
	out := make([]byte, len(open))
	for i, c := range open {
		out[len(open)-1-i] = c
	}
	return string(out)
}

// sentencesOf cuts a text into sentences, each as it stands there with the space behind it, so that
// they join to the text again.
func sentencesOf(text string) []string {
	var out []string
	from := 0
	for i, r := range text {
		end := i + utf8.RuneLen(r)
		if r != '\n' && !strings.ContainsRune(".!?", r) {
			continue
		}
		if r != '\n' {
			next, n := utf8.DecodeRuneInString(text[end:])
			then, _ := utf8.DecodeRuneInString(text[min(len(text), end+n):])
			if end < len(text) && (!unicode.IsSpace(next) || unicode.IsLower(then)) {
				continue
			}
			for end < len(text) && text[end] == ' ' {
				end++
			}
		}
		out = append(out, text[from:end])
		from = end
	}
	if from < len(text) {
		out = append(out, text[from:])
	}
	return out
}
