package words

import "strings"

// headingLevel counts the # of a heading, 0 if the line is none.
func headingLevel(body string) int {
	n := len(body) - len(strings.TrimLeft(body, "#"))
	if n == 0 || n > 6 || n == len(body) || body[n] != ' ' {
		return 0
	}
	return n
}

// titleRank is the level of headings that are set off without a number of #: below those with one or two.
const titleRank = 3

// ruledOff reports whether a line is a heading between rules: "=== MONEY ===", "= Money =", "--- Who ---".
func ruledOff(body string) bool {
	inner := strings.Trim(body, "=-~ ")
	return len(inner) > 0 && len(inner) <= 60 && (strings.HasPrefix(body, "==") && strings.HasSuffix(body, "==") || strings.HasPrefix(body, "= ") && strings.HasSuffix(body, " =") ||
		strings.HasPrefix(body, "--") && strings.HasSuffix(body, "--") || strings.HasPrefix(body, "~~~") && strings.HasSuffix(body, "~~~"))
}

// capitals reports whether a line that ends at end is a heading in capitals, a few words without a number, over a line
// that isn't in capitals, as nothing would stand out among such.
func (l *outline) capitals(body string, end int) bool {
	if len(body) > 40 || len(body) < 3 || strings.ContainsAny(body, "0123456789|.!?=*") || strings.ToUpper(body) != body || strings.ToLower(body) == body {
		return false
	}
	if body[0] == '-' || strings.Count(body, " ") > 3 {
		return false
	}
	next := strings.TrimLeft(l.src[min(end+1, len(l.src)):], " \t\r\n")
	next, _, _ = strings.Cut(next, "\n")
	return strings.ToUpper(next) != next
}
