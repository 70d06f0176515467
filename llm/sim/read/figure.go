package read

import (
	"math"
	"strconv"
	"strings"
)

// figure reads one token: 4,000, $1.5M, 45kg, 30-40, 3/4, 20%.
func figure(s string) (quantum, bool) {
	unit := ""
	sign := 1.0
	for s != "" && !isDigit(s[0]) && s[0] != '.' {
		switch {
		case s[0] == '-':
			sign = -1
			s = s[1:]
		case s[0] == '+':
			s = s[1:]
		case s[0] == '$':
			unit, s = "$", s[1:]
		default:
			n := 0
			for _, c := range []string{"€", "£", "¥", "₹"} {
				if strings.HasPrefix(s, c) {
					unit, n = c, len(c)
				}
			}
			if n == 0 {
				return quantum{}, false
			}
			s = s[n:]
		}
	}
	i := 0
	for i < len(s) && (isDigit(s[i]) || s[i] == '.' || s[i] == ',') {
		i++
	}
	x, ok := parseNumber(s[:i])
	if !ok {
		return quantum{}, false
	}
	x *= sign
	rest := s[i:]
	switch {
	case rest == "":
		return exactly(x, unit), true
	case rest == "%":
		return exactly(x, "%"), true
	case rest[0] == '/':
		y, ok := parseNumber(rest[1:])
		if !ok || y == 0 {
			return quantum{}, false
		}
		if x < y && y <= 16 && y != 10 {
			return exactly(x/y, unit), true
		}
		return quantum{low: x, high: x, of: y, unit: unit}, true
	case rest[0] == '-' && len(rest) > 1 && isDigit(rest[1]):
		high, ok := figure(rest[1:])
		if !ok {
			return quantum{}, false
		}
		if high.unit != "" {
			unit = high.unit
		}
		return quantum{low: x, high: high.low, unit: unit}, true
	case rest[0] == '-':
		word, _, _ := strings.Cut(rest[1:], "-")
		word = strings.ToLower(word)
		w := look(word)
		if w.sense&scale != 0 {
			return exactly(x*w.number, unit), true
		}
		if w.unit != "" {
			return exactly(x, w.unit), true
		}
		return exactly(x, singular(word)), true
	case strings.HasPrefix(rest, "°"):
		return exactly(x, "degree"), true
	}
	switch strings.ToLower(rest) {
	case "k":
		return exactly(x*1e3, unit), true
	case "m", "mn":
		if rest == "m" && unit == "" {
			return exactly(x, "metre"), true
		}
		return exactly(x*1e6, unit), true
	case "bn", "b":
		if unit == "" && strings.EqualFold(rest, "b") {
			return quantum{}, false
		}
		return exactly(x*1e9, unit), true
	case "st", "nd", "rd", "th":
		return quantum{}, false
	}
	if w := look(strings.ToLower(rest)); w.sense&measure != 0 {
		return exactly(x, w.unit), true
	}
	return quantum{}, false
}

// parseNumber reads digits with separators of thousands and a decimal point.
func parseNumber(s string) (float64, bool) {
	if s == "" || len(s) > 40 || s == "." {
		return 0, false
	}
	x, err := strconv.ParseFloat(strings.ReplaceAll(s, ",", ""), 64)
	return x, err == nil
}

func parseFloat(s string) float64 {
	x, _ := strconv.ParseFloat(s, 64)
	return x
}

// number writes the Key of an amount: as few digits as tell it apart.
func number(x float64) string {
	return strconv.FormatFloat(math.Round(x*1e6)/1e6, 'f', -1, 64)
}
