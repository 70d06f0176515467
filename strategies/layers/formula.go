package layers

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
)

// formula is how a value is worked out from others: arithmetic and nothing else.
type formula struct {
	text     string   // as it was written
	code     string   // with operands as v0, v1, …
	operands []string // the names behind v0, v1, …
	factor   float64  // what the result is multiplied by, such as 100 where a share is written in per cent
}

const (
	maxFormula = 200 // characters
	maxNodes   = 64
)

var operators = strings.NewReplacer("×", "*", "·", "*", "÷", "/", "−", "-", "–", "-", "[", "(", "]", ")")

var errFormula = errors.New("not a formula of known values")

// readFormula reads a formula over known names, as they are compared. Names may be written with
// spaces, hyphens or underscores; amounts as people write them, those in per cent as shares of one.
func readFormula(text string, known []string) (formula, error) {
	f := formula{text: strings.TrimSpace(text), factor: 1}
	rest := operators.Replace(strings.ToLower(f.text))
	if utf8.RuneCountInString(rest) > maxFormula {
		return f, errFormula
	}
	names := slices.Clone(known)
	slices.SortStableFunc(names, func(a, b string) int { return len(b) - len(a) })
	var code strings.Builder
	for rest != "" {
		r, size := utf8.DecodeRuneInString(rest)
		if unicode.IsSpace(r) || strings.ContainsRune("+-*/()", r) {
			code.WriteString(" " + string(r))
			rest = rest[size:]
			continue
		}
		if name, n := leadingName(rest, names); n > 0 {
			i := slices.Index(f.operands, name)
			if i < 0 {
				i = len(f.operands)
				f.operands = append(f.operands, name)
			}
			fmt.Fprintf(&code, " v%d", i)
			rest = rest[n:]
			continue
		}
		at := amountShape.FindStringSubmatchIndex(rest)
		if at == nil || at[0] != 0 {
			return f, errFormula
		}
		a, ok := amountAt(rest, at)
		if !ok {
			return f, errFormula
		}
		if a.mark == "%" {
			a.value /= 100
		}
		code.WriteString(" " + strconv.FormatFloat(a.value, 'f', -1, 64))
		rest = rest[at[1]:]
	}
	f.code = strings.TrimSpace(code.String())
	if len(f.operands) == 0 {
		return f, errFormula
	}
	ones := make([]float64, len(f.operands))
	for i := range ones {
		ones[i] = 1 + float64(i)/7 // any values will do to see that it is arithmetic, but for those it divides by zero
	}
	if _, err := f.work(ones); err != nil && !errors.Is(err, errDivision) {
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
			if c != r && !(r == ' ' && (c == '_' || c == '-')) {
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

var (
	errDivision = errors.New("division by zero")
	errOverflow = errors.New("overflow")
)

// arithmetic turns a formula into calls of checked operations and refuses everything else.
type arithmetic struct{ foreign bool }

// Visit implements ast.Visitor. It sees operands before what they belong to.
func (a *arithmetic) Visit(n *ast.Node) {
	switch x := (*n).(type) {
	case *ast.IntegerNode:
		ast.Patch(n, &ast.FloatNode{Value: float64(x.Value)})
	case *ast.FloatNode:
	case *ast.IdentifierNode:
		a.foreign = a.foreign || !operand.MatchString(x.Value)
	case *ast.UnaryNode:
		a.foreign = a.foreign || x.Operator != "-" && x.Operator != "+"
	case *ast.BinaryNode:
		name, ok := operations[x.Operator]
		if !ok {
			a.foreign = true
			return
		}
		ast.Patch(n, &ast.CallNode{Callee: &ast.IdentifierNode{Value: name}, Arguments: []ast.Node{x.Left, x.Right}})
	default:
		a.foreign = true
	}
}

var (
	operand    = regexp.MustCompile(`^v\d+$`)
	operations = map[string]string{"+": "plus", "-": "minus", "*": "times", "/": "over"}
)

// operation is an arithmetic operation that refuses what has no finite result.
func operation(name string, f func(a, b float64) float64) expr.Option {
	return expr.Function(name, func(args ...any) (any, error) {
		x := f(args[0].(float64), args[1].(float64))
		if math.IsNaN(x) || math.IsInf(x, 0) {
			if name == "over" && args[1].(float64) == 0 {
				return nil, errDivision
			}
			return nil, errOverflow
		}
		return x, nil
	}, new(func(float64, float64) float64))
}

// work is the formula's value for its operands. It is an error if it divides by zero, overflows or is
// no arithmetic.
func (f formula) work(operands []float64) (float64, error) {
	env := map[string]float64{}
	for i, x := range operands {
		env[fmt.Sprintf("v%d", i)] = x
	}
	checked := &arithmetic{}
	program, err := expr.Compile(f.code, expr.Env(env), expr.DisableAllBuiltins(), expr.MaxNodes(maxNodes), expr.Optimize(false), expr.Patch(checked),
		operation("plus", func(a, b float64) float64 { return a + b }),
		operation("minus", func(a, b float64) float64 { return a - b }),
		operation("times", func(a, b float64) float64 { return a * b }),
		operation("over", func(a, b float64) float64 { return a / b }))
	if err != nil || checked.foreign {
		return 0, errFormula
	}
	result, err := expr.Run(program, env)
	switch {
	case err != nil && strings.Contains(err.Error(), errDivision.Error()):
		return 0, errDivision
	case err != nil:
		return 0, fmt.Errorf("formula %s: %w", f.text, err)
	}
	x, ok := result.(float64)
	if x *= f.factor; !ok || math.IsInf(x, 0) || math.IsNaN(x) {
		return 0, errOverflow
	}
	return x, nil
}

// factors are what people leave out of a formula: per cent, thousands, millions.
var factors = []float64{1, 100, 0.01, 1e3, 1e-3, 1e6, 1e-6}

// fitted is the formula with the factor by which it gives a value that was stated; ok is false if
// none does.
func (f formula) fitted(operands []float64, stated amount) (_ formula, ok bool) {
	for _, factor := range factors {
		f.factor = factor
		if x, err := f.work(operands); err == nil && stated.shows(x) {
			return f, true
		}
	}
	return f, false
}
