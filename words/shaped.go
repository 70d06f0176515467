package words

import "strings"

// What every text has that an identifier of some shape stands in, so that its expression is tried on few texts.

// anyThree reports whether three bytes in a row are such.
func anyThree(text string, such func(a, b, c byte) bool) bool {
	for i := 2; i < len(text); i++ {
		if such(text[i-2], text[i-1], text[i]) {
			return true
		}
	}
	return false
}

func isDigit(b byte) bool   { return b >= '0' && b <= '9' }
func isCapital(b byte) bool { return b >= 'A' && b <= 'Z' }

// dateLike is a hyphen between digits.
func dateLike(text string) bool {
	return anyThree(text, func(a, b, c byte) bool { return isDigit(a) && b == '-' && isDigit(c) })
}

// codeLike is a capital letter beside a digit, or with a hyphen or slash between them.
func codeLike(text string) bool {
	beside := func(a, b byte) bool { return isCapital(a) && isDigit(b) || isDigit(a) && isCapital(b) }
	return len(text) == 2 && beside(text[0], text[1]) || anyThree(text, func(a, b, c byte) bool {
		return beside(a, b) || beside(b, c) || (b == '-' || b == '/') && beside(a, c)
	})
}

// phoneLike is two digits behind a space, point or hyphen.
func phoneLike(text string) bool {
	return anyThree(text, func(a, b, c byte) bool { return strings.IndexByte(" .-", a) >= 0 && isDigit(b) && isDigit(c) })
}

// versionLike is a digit behind "_v", or behind a letter and a hyphen.
func versionLike(text string) bool {
	return anyThree(text, func(a, b, c byte) bool {
		return isDigit(c) && (a == '_' && b == 'v' || b == '-' && a >= 'a' && a <= 'z')
	})
}

// longNumber is six digits in a row.
func longNumber(text string) bool {
	n := 0
	for i := range len(text) {
		if !isDigit(text[i]) {
			n = 0
		} else if n++; n == 6 {
			return true
		}
	}
	return false
}
