package sandbox

import (
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"strconv"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"

	"contextarena.internal/internal/sandbox/regex"
)

// The names of what counts. No program can write them, since they are no identifiers.
const (
	stepName   = "\x00step"   // step(bytes, n): one step, with what is made in it and how often it compares
	sizeName   = "\x00size"   // size(v): v, a text that was put together
	atName     = "\x00at"     // at(v, k): v, whose element k will be set
	keyName    = "\x00key"    // key(): the k of the last at
	lengthName = "\x00length" // length(n): n, a length that will be set
	spreadName = "\x00spread" // spread(v): v, whose properties will be copied
	caughtName = "\x00caught" // caught(): an error was caught
)

// What is refused before it runs.
var (
	errWith   = errors.New("with statements are not allowed")
	errBigInt = errors.New("big integers are not allowed")
)

// instrument makes a program count: a step at the beginning of each function and of each round of a
// loop, with the bytes of what is made there, and the size of each text that an operator puts together.
func instrument(p *ast.Program) error {
	in := instrumenter{}
	t := tallies{}
	walker{seen: map[any]bool{}, enter: t.enter, leave: func(node any) { t.leave(node) }}.walk(reflect.ValueOf(&p.Body).Elem())
	in.tallies = tallies{fields: t.fields, generators: t.generators}
	w := walker{seen: map[any]bool{}, enter: in.enter, leave: in.leave, replace: func(e ast.Expression) ast.Expression {
		if joins(e) {
			return call(sizeName, e, e)
		}
		return nil
	}}
	w.walk(reflect.ValueOf(&p.Body).Elem())
	w.walk(reflect.ValueOf(&p.DeclarationList).Elem())
	return in.fault
}

// instrumenter changes a syntax tree.
type instrumenter struct {
	tallies
	fault error
}

func (in *instrumenter) enter(node any) (leaf bool) {
	in.tallies.enter(node)
	switch n := node.(type) {
	case *ast.WithStatement:
		in.fault = errWith
	case *ast.RegExpLiteral:
		if _, err := regex.Compile(n.Pattern, n.Flags); err != nil && in.fault == nil {
			in.fault = fmt.Errorf("it is no JavaScript that can be run: %w", err)
		}
	case *ast.NumberLiteral:
		if _, big := n.Value.(*big.Int); big {
			in.fault = errBigInt
		}
		return true
	}
	return false
}

// leave lets what was walked through count.
func (in *instrumenter) leave(node any) {
	cost := in.tallies.leave(node)
	switch n := node.(type) {
	case *ast.AssignExpression:
		n.Left = target(n.Left)
		if d, ok := n.Left.(*ast.DotExpression); ok && d.Identifier.Name == "length" && n.Operator == token.ASSIGN {
			n.Right = call(lengthName, n.Right, n.Right)
		}
	case *ast.UnaryExpression:
		if n.Operator == token.INCREMENT || n.Operator == token.DECREMENT {
			n.Operand = target(n.Operand)
		}
	case *ast.ArrayPattern:
		for i, e := range n.Elements {
			n.Elements[i] = target(e)
		}
		n.Rest = target(n.Rest)
	case *ast.ObjectPattern:
		for _, p := range n.Properties {
			if keyed, ok := p.(*ast.PropertyKeyed); ok {
				keyed.Value = target(keyed.Value)
			}
		}
		n.Rest = target(n.Rest)
	case *ast.ForIntoExpression:
		n.Expression = target(n.Expression)
	case *ast.ObjectLiteral:
		for _, p := range n.Value {
			if s, ok := p.(*ast.SpreadElement); ok {
				s.Expression = call(spreadName, s.Expression, s.Expression)
			}
		}
	case *ast.CatchStatement:
		caught := &ast.ExpressionStatement{Expression: call(caughtName, n.Body)}
		n.Body.List = append([]ast.Statement{caught}, n.Body.List...)
	default:
		count(node, cost)
	}
}

// target is something that is assigned to. Where that is an element, the list it may make longer counts.
func target(e ast.Expression) ast.Expression {
	b, ok := e.(*ast.BracketExpression)
	if !ok {
		return e
	}
	switch k := b.Member.(type) {
	case *ast.Identifier:
		b.Left = element(b, &ast.Identifier{Name: k.Name, Idx: k.Idx})
	case *ast.NumberLiteral:
		b.Left = element(b, &ast.NumberLiteral{Value: k.Value, Literal: k.Literal, Idx: k.Idx})
	default:
		b.Left, b.Member = element(b, k), call(keyName, k)
	}
	return b
}

// element is at(list, key) for an element that will be set.
func element(b *ast.BracketExpression, key ast.Expression) ast.Expression {
	if _, super := b.Left.(*ast.SuperExpression); super {
		return b.Left
	}
	return call(atName, b, b.Left, key)
}

// joins reports whether an expression may put texts together.
func joins(e ast.Expression) bool {
	switch e := e.(type) {
	case *ast.BinaryExpression:
		return e.Operator == token.PLUS
	case *ast.AssignExpression:
		return e.Operator == token.PLUS
	case *ast.TemplateLiteral:
		return e.Tag == nil
	}
	return false
}

// count lets a function or a loop count.
func count(node any, cost cost) {
	switch n := node.(type) {
	case *ast.FunctionLiteral:
		n.Body.List = counted(n.Body, n.Body.List, cost)
	case *ast.ArrowFunctionLiteral:
		switch body := n.Body.(type) {
		case *ast.BlockStatement:
			body.List = counted(body, body.List, cost)
		case *ast.ExpressionBody:
			body.Expression = &ast.SequenceExpression{Sequence: []ast.Expression{step(body.Expression, cost), body.Expression}}
		}
	case *ast.ForStatement:
		n.Body = round(n.Body, cost)
	case *ast.ForInStatement:
		n.Body = round(n.Body, cost)
	case *ast.ForOfStatement:
		n.Body = round(n.Body, cost)
	case *ast.WhileStatement:
		n.Body = round(n.Body, cost)
	case *ast.DoWhileStatement:
		n.Body = round(n.Body, cost)
	}
}

// counted puts a step behind the directives that a function begins with.
func counted(at ast.Node, list []ast.Statement, cost cost) []ast.Statement {
	n := 0
	for ; n < len(list); n++ {
		s, ok := list[n].(*ast.ExpressionStatement)
		if !ok {
			break
		}
		if _, text := s.Expression.(*ast.StringLiteral); !text {
			break
		}
	}
	out := append([]ast.Statement{}, list[:n]...)
	return append(append(out, &ast.ExpressionStatement{Expression: step(at, cost)}), list[n:]...)
}

// round is one round of a loop.
func round(body ast.Statement, cost cost) ast.Statement {
	step := &ast.ExpressionStatement{Expression: step(body, cost)}
	return &ast.BlockStatement{LeftBrace: body.Idx0(), List: []ast.Statement{step, body}, RightBrace: body.Idx1()}
}

// step is a step that costs something.
func step(at ast.Node, cost cost) ast.Expression {
	number := func(n int) ast.Expression {
		return &ast.NumberLiteral{Idx: at.Idx0(), Literal: strconv.Itoa(n), Value: int64(n)}
	}
	return call(stepName, at, number(cost.bytes), number(cost.compares))
}

// call calls something that counts, for a node.
func call(name string, at ast.Node, args ...ast.Expression) *ast.CallExpression {
	from, to := at.Idx0(), at.Idx1()
	return &ast.CallExpression{
		Callee:          &ast.Identifier{Name: unistring.NewFromString(name), Idx: from},
		LeftParenthesis: from, ArgumentList: args, RightParenthesis: to,
	}
}
