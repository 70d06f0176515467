package words

import (
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Written is a value that is an amount, with the way in which it is written.
type Written struct {
	Amount
	before   string  // what stands in front of the digits: "$"
	after    string  // what stands behind them: "M", "%", " months"
	scale    float64 // what a factor multiplies by: 1e6 of M
	decimals int     // written behind the point
	grouped  bool    // thousands have separators
}

var (
	writtenDigits = Lazy(`[0-9][0-9,]*(?:\.[0-9]+)?`)
	approximately = Set("~ about approximately roughly ca. around")
)

// ReadAmount reads a value that is an amount in digits, whatever unit follows it: "$12M" or
// "16.7 months".
func ReadAmount(value string) (Written, bool) { return Read(value).written() }

// written reads the whole text as one amount.
func (t *Text) written() (w Written, ok bool) {
	value := t.src
	at := writtenDigits.FindStringIndex(value)
	if at == nil || len(t.amounts) != 1 || len(t.dates)+len(t.clocks) > 0 {
		return w, false
	}
	a, digits, rest := t.amounts[0], value[at[0]:at[1]], value[at[1]:]
	about := strings.ToLower(strings.TrimSpace(value[:a.Span.Start]))
	if a.weak || about != "" && !approximately[about] || strings.ContainsFunc(rest, unicode.IsNumber) || utf8.RuneCountInString(rest) > 30 {
		return w, false
	}
	_, decimals, _ := strings.Cut(digits, ".")
	w = Written{
		Amount: a, before: strings.Trim(value[a.Span.Start:at[0]], "-–−"), after: strings.TrimRight(rest, " \t\n"), scale: 1,
		decimals: len(decimals), grouped: strings.Contains(digits, ","),
	}
	if n, ok := new(big.Rat).SetString(strings.ReplaceAll(digits, ",", "")); ok && a.scaled && n.Sign() != 0 {
		w.scale, _ = n.Quo(a.Value, n).Float64()
		w.scale = math.Abs(w.scale)
	}
	return w, true
}

// Percent reports whether the amount is in per cent.
func (a *Amount) Percent() bool { return slices.Contains(a.Units, "%") }

// Same reports whether two amounts are equal, however they are written. One without a unit may be
// one with any unit but per cent.
func (a *Amount) Same(b Amount) bool {
	if a.weak || b.weak || a.Percent() != b.Percent() || a.Units != nil && b.Units != nil && !ShareUnit(a.Units, b.Units) {
		return false
	}
	return math.Abs(a.Approx-b.Approx) <= 1e-9*max(math.Abs(a.Approx), math.Abs(b.Approx))
}

// Shows reports whether x, rounded as w is, is w. People cut as well as round, so a whole unit of
// the last digit is allowed.
func (w Written) Shows(x float64) bool {
	unit := w.scale * math.Pow10(-w.decimals)
	if w.decimals == 0 && w.scale == 1 {
		unit = 0.5
	}
	return math.Abs(w.Approx-x) <= unit*(1+1e-9)
}

// Like writes x as w was written. Where x needs them it gets up to two digits more: all if they make
// it exact, else as many as make three in all.
func (w Written) Like(x float64) string {
	x /= w.scale
	exact := func(decimals int) bool {
		p := math.Pow10(decimals)
		return math.Abs(x-math.Round(x*p)/p) <= 1e-9*math.Abs(x)
	}
	decimals := w.decimals
	for decimals < w.decimals+2 && !exact(decimals) {
		decimals++
	}
	if !exact(decimals) {
		decimals = min(decimals, max(w.decimals, 2-int(math.Floor(math.Log10(math.Abs(x))))))
	}
	text := strconv.FormatFloat(math.Abs(x), 'f', decimals, 64)
	if w.grouped {
		whole, _, _ := strings.Cut(text, ".")
		text = Grouped(whole) + text[len(whole):]
	}
	if x < 0 {
		return "-" + w.before + text + w.after
	}
	return w.before + text + w.after
}

// Equal reports whether two values are the same text, whatever the case and spacing.
func Equal(a, b string) bool { return strings.EqualFold(OneLine(a), OneLine(b)) }

// SameValue reports whether two values are the same text or the same amount.
func SameValue(a, b string) bool {
	if Equal(a, b) {
		return true
	}
	x, ok := ReadAmount(a)
	y, too := ReadAmount(b)
	return ok && too && x.Same(y.Amount)
}

// Has reports whether the text has a value: word for word, whatever the case and spacing, or, of an
// amount or a day, written another way.
func (t *Text) Has(value string) bool {
	v := Read(value)
	k := slices.IndexFunc(v.tokens, func(tok token) bool { return tok.kind != punct })
	if k < 0 {
		return len(v.tokens) > 0 && strings.Contains(t.lower, v.lower)
	}
	for i := t.First(v.Word(k)); i >= 0; i = t.Next(i) {
		if first, last := i-k, i-k+len(v.tokens)-1; t.repeats(first, v) && t.WholeIdentifier(first, last) && !(t.Glued(last+1) && t.IsNumber(last) && t.Is(last+1, '%')) {
			return true
		}
	}
	if len(v.dates) == 1 && v.dates[0].Span == v.Span(0, len(v.tokens)-1) {
		return slices.ContainsFunc(t.dates, v.dates[0].Same)
	}
	if len(v.tokens) == 1 && len(v.src) > 2 && t.First("0"+v.Word(0)) >= 0 { // a phone number without its first zero
		return true
	}
	a, ok := v.written()
	return ok && slices.ContainsFunc(t.amounts, a.Same)
}

// repeats reports whether the tokens from first on are those of another text.
func (t *Text) repeats(first int, v *Text) bool {
	for j := range v.tokens {
		i := first + j
		if v.kind(j) != t.kind(i) || v.Char(j) != t.Char(i) || v.Word(j) != t.Word(i) || j > 0 && v.Glued(j) != t.Glued(i) {
			return false
		}
	}
	return true
}

// HasWord reports whether a word, or the word with an ending, is one of the text.
func (t *Text) HasWord(word string) bool {
	return slices.ContainsFunc(t.vocab, func(e entry) bool { return strings.HasPrefix(e.word, word) })
}

// Echoes reports whether the text has every number of a value or, of a value without numbers, at
// least half of its words: models copy numbers and rephrase words.
func (t *Text) Echoes(value string) bool {
	if t.Has(value) {
		return true
	}
	numbers, found, all := 0, 0, 0
	for w := range strings.FieldsSeq(value) {
		w = strings.Trim(w, `"'“”‘’()[]{}<>,;:.!?*_`)
		all++
		switch {
		case strings.ContainsAny(w, "0123456789"):
			numbers++
			if !t.Has(w) {
				return false
			}
		case t.Has(w):
			found++
		}
	}
	return numbers > 0 || found > 0 && 2*found >= all
}
