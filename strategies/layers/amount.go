package layers

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"contextarena.internal/words"
)

// amount is a number with the way in which it was written.
type amount struct {
	value    float64 // 12e6 of $12M, 20 of 20%
	mark     string  // "$", "%" or none
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
func amountsIn(text string) []amount {
	var out []amount
	for _, at := range amountShape.FindAllStringSubmatchIndex(text, -1) {
		if a, ok := amountAt(text, at); ok {
			out = append(out, a)
		}
	}
	return out
}

// readAmount reads a value that is an amount, whatever unit follows it: "$12M" or "16.7 months".
func readAmount(value string) (amount, bool) {
	value = strings.TrimSpace(value)
	at := amountShape.FindStringSubmatchIndex(value)
	if at == nil {
		return amount{}, false
	}
	switch strings.ToLower(strings.TrimSpace(value[:at[0]])) {
	case "", "~", "about", "approximately", "roughly", "ca.", "around":
	default:
		return amount{}, false
	}
	a, ok := amountAt(value, at)
	rest := value[at[1]:]
	if !ok || strings.ContainsFunc(rest, unicode.IsDigit) || utf8.RuneCountInString(rest) > 30 {
		return amount{}, false
	}
	a.after += rest
	return a, true
}

func amountAt(text string, at []int) (amount, bool) {
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
		return amount{}, false
	}
	n, err := strconv.ParseFloat(strings.ReplaceAll(part(2), ",", "")+part(3), 64)
	if err != nil {
		return amount{}, false
	}
	a := amount{
		mark: strings.TrimSpace(part(1)), scale: 1, decimals: max(0, len(part(3))-1),
		before: part(1), after: part(4) + part(5), grouped: strings.Contains(part(2), ","),
	}
	if s, ok := scales[strings.ToLower(strings.TrimSpace(part(4)))]; ok {
		a.scale = s
	}
	if part(5) != "" {
		a.mark = "%"
	}
	a.value = n * a.scale
	return a, true
}

// same reports whether two amounts are equal, however they are written. One without a mark may be
// one with a currency, never one in per cent.
func (a amount) same(b amount) bool {
	if a.mark != b.mark && (a.mark != "" && b.mark != "" || a.mark == "%" || b.mark == "%") {
		return false
	}
	return math.Abs(a.value-b.value) <= 1e-9*max(math.Abs(a.value), math.Abs(b.value))
}

// shows reports whether x, rounded as a is, is a. People cut as well as round, so a whole unit of
// the last digit is allowed.
func (a amount) shows(x float64) bool {
	unit := a.scale * math.Pow10(-a.decimals)
	if a.decimals == 0 && a.scale == 1 {
		unit = 0.5
	}
	return math.Abs(a.value-x) <= unit*(1+1e-9)
}

// like writes x as a was written. Where x needs them it gets up to two digits more: all if they make
// it exact, else as many as make three in all.
func (a amount) like(x float64) string {
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

// said is a text in which values are looked for.
type said struct {
	folded  string
	amounts []amount
}

func saidIn(text string) said { return said{folded(text), amountsIn(text)} }

// holds reports whether the text has a value: word for word, whatever the case and spacing, or, of an
// amount, written another way.
func (s said) holds(value string) bool {
	v := folded(value)
	if v == "" {
		return false
	}
	for from := 0; ; {
		i := strings.Index(s.folded[from:], v)
		if i < 0 {
			break
		}
		i += from
		if !joined(s.folded[:i], v, s.folded[i+len(v):]) {
			return true
		}
		from = i + 1
	}
	a, ok := readAmount(value)
	return ok && slices.ContainsFunc(s.amounts, a.same)
}

// holds is said.holds of a text that is looked at once.
func holds(text, value string) bool { return saidIn(text).holds(value) }

// joined reports whether v is part of a longer word or number.
func joined(before, v, after string) bool {
	b, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(v)
	last, _ := utf8.DecodeLastRuneInString(v)
	a, n := utf8.DecodeRuneInString(after)
	word := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	if before != "" && word(first) && (word(b) || unicode.IsDigit(first) && (b == '.' || b == ',' || b == '-')) {
		return true
	}
	if after == "" || !word(last) {
		return false
	}
	next, _ := utf8.DecodeRuneInString(after[n:])
	return word(a) || unicode.IsDigit(last) && a == '%' || unicode.IsDigit(last) && strings.ContainsRune(".,-", a) && unicode.IsDigit(next)
}

// folded is a text in lower case with single spaces.
func folded(text string) string { return strings.Join(strings.Fields(strings.ToLower(text)), " ") }
