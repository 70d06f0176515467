package vary

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// units writes amounts, days and times of day in what the user says in another way that says the
// same: $2.5M and $2,500,000, 12,400 and 12400, 85% and 85 percent, March 15, 2027 and 15 March
// 2027, 3pm and 15:00, 90 minutes and 90 min. Nothing is converted: a pound stays a pound.
func units(s *arena.Scenario, r *rand.Rand) error {
	return rewriteUsers(s, r, unitRules)
}

var unitRules = []rule{
	{words.Lazy(`(\$|£|€)([0-9]+(?:\.[0-9]+)?)\s?([kKmM])\b`), spelledOut},
	{words.Lazy(`(\$|£|€)([1-9][0-9]{0,2}(?:,[0-9]{3})*),000\b(?:[^,.0-9]|$|[,.](?:[^0-9]|$))`), inThousands},
	{words.Lazy(`\b([1-9][0-9]{0,2}),([0-9]{3})\b(?:[^,0-9]|$|,[^0-9])`), withoutComma},
	{words.Lazy(`([0-9]) ?%`), func(text string, m []int) string { return text[m[2]:m[3]] + " percent" }},
	{words.Lazy(`([0-9]) (?:percent|per cent)\b`), func(text string, m []int) string { return text[m[2]:m[3]] + "%" }},
	{words.Lazy(`\b(` + months + `) ([0-9]{1,2})(?:st|nd|rd|th)?(,? 20[0-9]{2})?\b`), dayFirst},
	{words.Lazy(`\b(?:the )?([0-9]{1,2})(?:st|nd|rd|th)? (?:of )?(` + months + `)( 20[0-9]{2})?\b`), monthFirst},
	{words.Lazy(`\b([0-9]{1,2})(?:[:.]([0-9]{2}))? ?([ap])\.?m\b\.?`), on24Hours},
	{words.Lazy(`\b([0-9]+) (minutes|hours|kilometres|kilometers|grams|kilograms|ounces)\b`), shortUnit},
	{words.Lazy(`\b([1-9][0-9]?)([0-9]{3})\b`), withComma},
}

var months = strings.ReplaceAll(words.Months, " ", "|")

// group is a subexpression of a match, empty if it took no part.
func group(text string, m []int, i int) string {
	if m[2*i] < 0 {
		return ""
	}
	return text[m[2*i]:m[2*i+1]]
}

// spelledOut writes $2.5M as $2,500,000.
func spelledOut(text string, m []int) string {
	whole, part, _ := strings.Cut(group(text, m, 2), ".")
	zeros := 3
	if strings.EqualFold(group(text, m, 3), "m") {
		zeros = 6
	}
	if len(part) > zeros {
		return ""
	}
	digits := strings.TrimLeft(whole+part+strings.Repeat("0", zeros-len(part)), "0")
	n, err := strconv.Atoi(digits)
	if err != nil {
		return ""
	}
	return group(text, m, 1) + words.Grouped(strconv.Itoa(n))
}

// inThousands writes $347,000 as $347k; what stands behind it stays.
func inThousands(text string, m []int) string {
	behind := text[m[5]+len(",000") : m[1]]
	return group(text, m, 1) + strings.ReplaceAll(group(text, m, 2), ",", "") + "k" + behind
}

// withoutComma writes 12,400 as 12400.
func withoutComma(text string, m []int) string {
	if goesBefore(text, m[0]) {
		return ""
	}
	return group(text, m, 1) + group(text, m, 2) + text[m[5]:m[1]]
}

// withComma writes 12400 as 12,400, unless it may be a year or stands in a number or a code.
func withComma(text string, m []int) string {
	n, err := strconv.Atoi(text[m[0]:m[1]])
	if err != nil || n >= 1800 && n < 2200 || inCode(text, m[0], m[1]) {
		return ""
	}
	return words.Grouped(strconv.Itoa(n))
}

// inCode reports whether a number is part of something longer, such as 555-0142 or 4.1200.
func inCode(text string, i, j int) bool {
	if goesBefore(text, i) || j < len(text) && strings.ContainsRune("-:/_", rune(text[j])) {
		return true
	}
	return j+1 < len(text) && isDigit(text[j+1])
}

// goesBefore reports whether something stands before place i that a number there is part of.
func goesBefore(text string, i int) bool {
	return i > 0 && strings.ContainsRune("-.,:/#_+", rune(text[i-1])) || i > 1 && text[i-1] == ' ' && isDigit(text[i-2])
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// dayFirst writes March 15, 2027 as 15 March 2027.
func dayFirst(text string, m []int) string {
	if inCode(text, m[0], m[1]) {
		return "" // one end of a range
	}
	return group(text, m, 2) + " " + group(text, m, 1) + strings.TrimPrefix(group(text, m, 3), ",")
}

// monthFirst writes 15 March 2027 as March 15, 2027.
func monthFirst(text string, m []int) string {
	if inCode(text, m[0], m[1]) {
		return ""
	}
	year := ""
	if y := group(text, m, 3); y != "" {
		year = "," + y
	}
	return group(text, m, 2) + " " + group(text, m, 1) + year
}

// on24Hours writes 3pm as 15:00. A full stop that ends a sentence stays.
func on24Hours(text string, m []int) string {
	minutes := group(text, m, 2)
	if minutes == "" {
		minutes = "00"
	}
	t, err := time.Parse("3:04pm", group(text, m, 1)+":"+minutes+group(text, m, 3)+"m")
	if err != nil || goesBefore(text, m[0]) {
		return ""
	}
	stop := ""
	if strings.HasSuffix(text[m[0]:m[1]], ".") && (!strings.HasSuffix(text[m[0]:m[1]], ".m.") || m[1] == len(text)) {
		stop = "."
	}
	return t.Format("15:04") + stop
}

var shortUnits = map[string]string{
	"minutes": "min", "hours": "h", "kilometres": "km", "kilometers": "km", "grams": "g", "kilograms": "kg", "ounces": "oz",
}

func shortUnit(text string, m []int) string {
	return fmt.Sprintf("%s %s", group(text, m, 1), shortUnits[group(text, m, 2)])
}
