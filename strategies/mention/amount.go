// Package mention finds out what a text mentions: amounts, however they are written, and values and
// names, word for word or by their words.
package mention

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"contextarena.internal/words"
)

// Amount is a number with the way in which it was written.
type Amount struct {
	Value    float64 // 12e6 of $12M, 20 of 20%
	Mark     string  // "$", "%" or none
	scale    float64 // what the suffix multiplies by: 1e6 of M
	decimals int     // written behind the point
	before   string  // what stands in front of the digits: "$"
	after    string  // what stands behind them: "M", "%", " months"
	grouped  bool    // thousands have separators
}

// amountShape is an amount: mark, digits, decimals, suffix, per cent.
var amountShape = regexp.MustCompile(`([$€£¥] ?)?(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?( ?(?:million|billion|thousand|bn|[kKmMbB])\b)?( ?%| percent\b)?`)

var scales = map[string]float64{"k": 1e3, "thousand": 1e3, "m": 1e6, "million": 1e6, "b": 1e9, "bn": 1e9, "billion": 1e9}

// amountsIn lists the amounts of a text. Digits inside a word or an identifier are none.
func amountsIn(text string) []Amount {
	var out []Amount
	for _, at := range amountShape.FindAllStringSubmatchIndex(text, -1) {
		if a, ok := amountAt(text, at); ok {
			out = append(out, a)
		}
	}
	return out
}

// ReadAmount reads a value that is an amount, whatever unit follows it: "$12M" or "16.7 months".
func ReadAmount(value string) (Amount, bool) {
	value = strings.TrimSpace(value)
	at := amountShape.FindStringSubmatchIndex(value)
	if at == nil {
		return Amount{}, false
	}
	switch strings.ToLower(strings.TrimSpace(value[:at[0]])) {
	case "", "~", "about", "approximately", "roughly", "ca.", "around":
	default:
		return Amount{}, false
	}
	a, ok := amountAt(value, at)
	rest := value[at[1]:]
	if !ok || strings.ContainsFunc(rest, unicode.IsDigit) || utf8.RuneCountInString(rest) > 30 {
		return Amount{}, false
	}
	a.after += rest
	return a, true
}

// LeadingAmount reads the amount that a text begins with, and how many bytes of it that takes.
func LeadingAmount(text string) (a Amount, size int, ok bool) {
	at := amountShape.FindStringSubmatchIndex(text)
	if at == nil || at[0] != 0 {
		return Amount{}, 0, false
	}
	a, ok = amountAt(text, at)
	return a, at[1], ok
}

func amountAt(text string, at []int) (Amount, bool) {
	part := func(i int) string {
		if at[2*i] < 0 {
			return ""
		}
		return text[at[2*i]:at[2*i+1]]
	}
	before, _ := utf8.DecodeLastRuneInString(text[:at[0]])
	after, _ := utf8.DecodeRuneInString(text[at[1]:])
	if at[0] > 0 && (unicode.IsLetter(before) || unicode.IsDigit(before) || strings.ContainsRune("-_/.,", before) && part(1) == "") ||
		at[1] < len(text) && (unicode.IsLetter(after) || unicode.IsDigit(after) || after == '_') ||
		at[1]+1 < len(text) && strings.ContainsRune("-/:", after) && text[at[1]+1] >= '0' && text[at[1]+1] <= '9' {
		return Amount{}, false
	}
	n, err := strconv.ParseFloat(strings.ReplaceAll(part(2), ",", "")+part(3), 64)
	if err != nil {
		return Amount{}, false
	}
	a := Amount{
		Mark: strings.TrimSpace(part(1)), scale: 1, decimals: max(0, len(part(3))-1),
		before: part(1), after: part(4) + part(5), grouped: strings.Contains(part(2), ","),
	}
	if s, ok := scales[strings.ToLower(strings.TrimSpace(part(4)))]; ok {
		a.scale = s
	}
	if part(5) != "" {
		a.Mark = "%"
	}
	a.Value = n * a.scale
	return a, true
}

// Same reports whether two amounts are equal, however they are written. One without a mark may be
// one with a currency, never one in per cent.
func (a Amount) Same(b Amount) bool {
	if a.Mark != b.Mark && (a.Mark != "" && b.Mark != "" || a.Mark == "%" || b.Mark == "%") {
		return false
	}
	return math.Abs(a.Value-b.Value) <= 1e-9*max(math.Abs(a.Value), math.Abs(b.Value))
}

// Shows reports whether x, rounded as a is, is a. People cut as well as round, so a whole unit of
// the last digit is allowed.
func (a Amount) Shows(x float64) bool {
	unit := a.scale * math.Pow10(-a.decimals)
	if a.decimals == 0 && a.scale == 1 {
		unit = 0.5
	}
	return math.Abs(a.Value-x) <= unit*(1+1e-9)
}

// Like writes x as a was written. Where x needs them it gets up to two digits more: all if they make
// it exact, else as many as make three in all.
func (a Amount) Like(x float64) string {
	x /= a.scale
	decimals := a.decimals
	for decimals < a.decimals+2 && math.Abs(x-rounded(x, decimals)) > 1e-9*math.Abs(x) {
		decimals++
	}
	if math.Abs(x-rounded(x, decimals)) > 1e-9*math.Abs(x) {
		decimals = min(decimals, max(a.decimals, 2-int(math.Floor(math.Log10(math.Abs(x))))))
	}
	text := strconv.FormatFloat(math.Abs(x), 'f', decimals, 64)
	if a.grouped {
		whole, rest, _ := strings.Cut(text, ".")
		if text = words.Grouped(whole); rest != "" {
			text += "." + rest
		}
	}
	sign := ""
	if x < 0 {
		sign = "-"
	}
	return sign + a.before + text + a.after
}

func rounded(x float64, decimals int) float64 {
	p := math.Pow10(decimals)
	return math.Round(x*p) / p
}
