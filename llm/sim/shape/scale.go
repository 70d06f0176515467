package shape

import (
	"strconv"
	"strings"
	"unicode"
)

// Scale finds the ends of a scale in a text: "from 0 to 3", "1-5", "between 1 and 10".
func Scale(text string) (lo, hi float64, ok bool) {
	text = strings.ToLower(text)
	for i := 0; i < len(text); i++ {
		if text[i] < '0' || text[i] > '9' || i > 0 && (isWord(rune(text[i-1])) || text[i-1] == '.') {
			continue
		}
		end := i
		for end < len(text) && (text[end] >= '0' && text[end] <= '9' || text[end] == '.' && end+1 < len(text) && text[end+1] >= '0' && text[end+1] <= '9') {
			end++
		}
		rest := strings.TrimLeft(text[end:], " ")
		for _, link := range []string{"to ", "through ", "and ", "–", "—", "-", "..."} {
			after, found := strings.CutPrefix(rest, link)
			if !found {
				continue
			}
			if link == "and " && !strings.HasSuffix(strings.TrimRight(text[:i], " "), "between") {
				continue
			}
			after = strings.TrimLeft(after, " ")
			n := 0
			for n < len(after) && (after[n] >= '0' && after[n] <= '9' || after[n] == '.' && n+1 < len(after) && after[n+1] >= '0' && after[n+1] <= '9') {
				n++
			}
			a, err := strconv.ParseFloat(text[i:end], 64)
			b, err2 := strconv.ParseFloat(after[:n], 64)
			if err == nil && err2 == nil && a < b && b-a <= 1000 {
				return a, b, true
			}
		}
		i = end
	}
	return 0, 0, false
}

func isWord(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) || c == '_' }
