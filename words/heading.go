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
