// Package formula reads and works out how a value follows from others: arithmetic and nothing else.
package formula

import (
	"errors"
	"fmt"
	"go/ast"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"contextarena.internal/words"
)

// Formula is how a value is worked out from others.
type Formula struct {
	Text     string   // as it was written
	Operands []string // the names it is worked out from, each once
	root     ast.Expr
	factor   float64 // what the result is multiplied by, such as 100 where a share is written in per cent
}

const (
	maxFormula = 200 // characters
	maxNodes   = 64  // numbers, names and operators
)

var (
	errFormula  = errors.New("not a formula of known values")
	errDivision = errors.New("division by zero")
	errOverflow = errors.New("overflow")
)

var operators = strings.NewReplacer("×", "*", "·", "*", "÷", "/", "−", "-", "–", "-", "[", "(", "]", ")")

// signs are what stands between values.
const signs = "+-*/()"

// Read reads a formula over known names, as they are compared. Names may be written with spaces, hyphens
// or underscores; amounts as people write them, those in per cent as shares of one. What isn't
// arithmetic of at least one known name is an error.
func Read(text string, known []string) (Formula, error) {
	f := Formula{Text: strings.TrimSpace(text), factor: 1}
	rest := operators.Replace(f.Text)
	if utf8.RuneCountInString(rest) > maxFormula {
		return f, errFormula
	}
	names := slices.Clone(known)
	slices.SortStableFunc(names, func(a, b string) int { return len(b) - len(a) })
	var parts []string
	for rest != "" {
		r, size := utf8.DecodeRuneInString(rest)
		if unicode.IsSpace(r) {
			rest = rest[size:]
			continue
		}
		if strings.ContainsRune(signs, r) {
			parts = append(parts, string(r))
			rest = rest[size:]
			continue
		}
		if name, n := leadingName(rest, names); n > 0 {
			i := slices.Index(f.Operands, name)
			if i < 0 {
				i = len(f.Operands)
				f.Operands = append(f.Operands, name)
			}
			parts = append(parts, operand(i))
			rest = rest[n:]
			continue
		}
		end := strings.IndexAny(rest, signs)
		if end < 0 {
			end = len(rest)
		}
		a, ok := words.ReadAmount(rest[:end])
		if a.Percent() {
			a.Approx /= 100
		}
		if !ok || a.Approx >= 1<<63 {
			return f, errFormula
		}
		parts = append(parts, strconv.FormatFloat(a.Approx, 'g', -1, 64))
		rest = rest[end:]
	}
	var ok bool
	if f.root, ok = parse(parts); !ok || len(f.Operands) == 0 {
		return f, errFormula
	}
	ones := make([]float64, len(f.Operands))
	for i := range ones {
		ones[i] = 1 + float64(i)/7 // any values will do to see that it overflows, but for those it divides by zero
	}
	if _, err := f.Evaluate(ones); err != nil && !errors.Is(err, errDivision) {
		return f, err
	}
	return f, nil
}

// leadingName is the first of names that text begins with, and its length there.
func leadingName(text string, names []string) (string, int) {
	for _, name := range names {
		i := 0
		for _, r := range name {
			c, size := utf8.DecodeRuneInString(text[min(i, len(text)):])
			if unicode.ToLower(c) != r && !(r == ' ' && (c == '_' || c == '-')) {
				i = -1
				break
			}
			i += size
		}
		if i <= 0 {
			continue
		}
		if next, _ := utf8.DecodeRuneInString(text[i:]); i == len(text) || !unicode.IsLetter(next) && !unicode.IsDigit(next) && next != '_' {
			return name, i
		}
	}
	return "", 0
}

// Evaluate is the formula's value for its operands. It is an error if it divides by zero or overflows.
func (f Formula) Evaluate(operands []float64) (float64, error) {
	x, err := evaluate(f.root, operands)
	if err == nil && !finite(x*f.factor) {
		err = errOverflow
	}
	if err != nil {
		return 0, fmt.Errorf("formula %s: %w", f.Text, err)
	}
	return x * f.factor, nil
}

// factors are what people leave out of a formula: per cent, thousands, millions.
var factors = []float64{1, 100, 0.01, 1e3, 1e-3, 1e6, 1e-6}

// Fitted is the formula with the factor by which it gives a value that was stated; ok is false if
// none does.
func (f Formula) Fitted(operands []float64, stated words.Written) (_ Formula, ok bool) {
	for _, factor := range factors {
		f.factor = factor
		if x, err := f.Evaluate(operands); err == nil && stated.Shows(x) {
			return f, true
		}
	}
	return f, false
}
