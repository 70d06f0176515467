package read

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// breaks says whether the line after begins a new sentence though before ends without a mark:
// both are short lines of a chat or a form rather than text wrapped at a margin.
func breaks(before, after string) bool {
	last := before[len(before)-1]
	if keyed(after) || logged(after) {
		return true
	}
	if len(before) >= 56 || strings.IndexByte(",;-(", last) >= 0 {
		return false
	}
	r, _ := utf8.DecodeRuneInString(after)
	return !unicode.IsLower(r)
}

// keyed says whether a line has the form "key: value".
func keyed(s string) bool {
	i := strings.Index(s, ": ")
	if i < 2 || i > 40 || strings.Count(s[:i], " ") > 3 {
		return false
	}
	return !strings.ContainsAny(s[:i], ".,!?;(\"'")
}

// logged says whether a line begins with a date or time of day, or is mostly key=value.
func logged(s string) bool {
	if strings.Count(s, "=") >= 2 {
		return true
	}
	word, _, _ := strings.Cut(strings.Trim(s, "["), " ")
	if len(word) < 5 || !isDigit(word[0]) {
		return false
	}
	_, _, _, day := numericDate(word)
	_, _, half, clock := clockTime(strings.TrimRight(word, "],:"))
	return day || clock && half == 0
}

// tag says whether a line is nothing but the tag of a quoted block.
func tag(s string) bool {
	return len(s) > 2 && s[0] == '<' && s[len(s)-1] == '>' && strings.IndexByte(s[1:], '<') < 0 && !strings.Contains(s, "@") && !strings.Contains(s, "://")
}

// headingLevel counts the marks before a Markdown heading.
func headingLevel(s string) int {
	n := 0
	for n < len(s) && s[n] == '#' {
		n++
	}
	if n == 0 || n > 6 || n < len(s) && s[n] != ' ' {
		return 0
	}
	return n
}

// rule says whether a line is drawn: "---", "***", "===".
func rule(s string) bool {
	return len(s) >= 3 && strings.Trim(s, s[:1]+" ") == "" && strings.IndexByte("-*_=", s[0]) >= 0
}

func wholeBold(s string) (string, bool) {
	s = strings.TrimSuffix(s, ":")
	if len(s) > 4 && strings.HasPrefix(s, "**") && strings.HasSuffix(s, "**") && strings.Count(s, "**") == 2 {
		return s[2 : len(s)-2], true
	}
	return "", false
}

// bullet is the length of what stands before a list item, 0 if the line is none.
func bullet(s string) int {
	for _, b := range []string{"- ", "* ", "• ", "– ", "+ ", "· "} {
		if strings.HasPrefix(s, b) {
			n := len(b)
			for _, box := range []string{"[ ] ", "[x] ", "[X] "} {
				if strings.HasPrefix(s[n:], box) {
					return n + len(box)
				}
			}
			return n
		}
	}
	n := 0
	for n < len(s) && n < 3 && isDigit(s[n]) {
		n++
	}
	if n == 0 && len(s) > 2 && isLetter(s[0]) && s[1] == ')' {
		n = 1
	}
	if n == 0 || n+1 >= len(s) || s[n] != '.' && s[n] != ')' || s[n+1] != ' ' {
		return 0
	}
	return n + 2
}

// roles are the names under which chat logs put what was said.
var roles = map[string]string{
	"user": "user", "human": "user", "customer": "user", "me": "user",
	"assistant": "assistant", "ai": "assistant", "bot": "assistant", "agent": "assistant", "model": "assistant",
	"tool": "tool", "function": "tool", "system": "system",
}

// speaking splits "user: …", "[assistant] …" and "**Tool:** …".
func speaking(s string) (speaker, rest string, ok bool) {
	i := strings.IndexByte(s, ':')
	if j := strings.IndexByte(s, ']'); s[0] == '[' && j > 0 && j < 24 && (i < 0 || i > j) {
		i = j
	}
	if i < 2 || i > 24 {
		return "", "", false
	}
	name := strings.ToLower(strings.Trim(s[:i], "[]*_ #0123456789.()"))
	if name, ok = roles[name]; !ok {
		return "", "", false
	}
	return name, strings.TrimLeft(s[i+1:], "*_: "), true
}
