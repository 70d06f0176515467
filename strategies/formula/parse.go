package formula

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"strconv"
	"strings"
)

// parse reads the words of a formula as an expression of Go, whose arithmetic is what people write; ok is false if
// they aren't numbers, operands, their signs, operators and brackets, or are too many.
func parse(parts []string) (e ast.Expr, ok bool) {
	e, err := parser.ParseExpr(strings.Join(parts, " "))
	if err != nil {
		return nil, false
	}
	nodes, ok := 0, true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.BasicLit, *ast.Ident, *ast.UnaryExpr, *ast.BinaryExpr:
			nodes++
		case *ast.ParenExpr, nil:
		default:
			ok = false
		}
		return true
	})
	return e, ok && nodes <= maxNodes
}

// operand is the name that stands for an operand in an expression.
func operand(index int) string { return fmt.Sprintf("v%d", index) }

// evaluate is the value of a part. Every operation must have a finite result.
func evaluate(e ast.Expr, operands []float64) (float64, error) {
	switch e := e.(type) {
	case *ast.BasicLit:
		return strconv.ParseFloat(e.Value, 64)
	case *ast.Ident:
		index, err := strconv.Atoi(e.Name[1:])
		return operands[index], err
	case *ast.ParenExpr:
		return evaluate(e.X, operands)
	case *ast.UnaryExpr:
		x, err := evaluate(e.X, operands)
		if e.Op == token.SUB {
			x = -x
		}
		return x, err
	case *ast.BinaryExpr:
		a, err := evaluate(e.X, operands)
		if err != nil {
			return 0, err
		}
		b, err := evaluate(e.Y, operands)
		if err != nil {
			return 0, err
		}
		return operate(a, e.Op, b)
	}
	return 0, errFormula
}

func operate(a float64, op token.Token, b float64) (x float64, err error) {
	switch op {
	case token.ADD:
		x = a + b
	case token.SUB:
		x = a - b
	case token.MUL:
		x = a * b
	case token.QUO:
		x = a / b
		if b == 0 {
			return 0, errDivision
		}
	}
	if !finite(x) {
		return 0, errOverflow
	}
	return x, nil
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
