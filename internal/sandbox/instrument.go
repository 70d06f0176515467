package sandbox

import (
	"errors"
	"math/big"
	"reflect"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"
)

// The names of what counts. No program can write them, since they are no identifiers.
const (
	stepName = "\x00step" // step(): one step
	sizeName = "\x00size" // size(v): v, for the steps that a text of its length is worth
)

// What is refused before it runs.
var (
	errWith   = errors.New("with statements are not allowed")
	errBigInt = errors.New("big integers are not allowed")
)

// instrument makes a program count: a step at the beginning of each function and of each round of a
// loop, and the size of each text that is put together by an operator.
func instrument(p *ast.Program) error {
	var fault error
	w := walker{seen: map[any]bool{}, enter: func(node any) bool {
		switch n := node.(type) {
		case *ast.WithStatement:
			fault = errWith
		case *ast.NumberLiteral:
			if _, big := n.Value.(*big.Int); big {
				fault = errBigInt
			}
			return true
		}
		return false
	}, leave: count, replace: func(e ast.Expression) ast.Expression {
		if joins(e) {
			return call(sizeName, e, e)
		}
		return nil
	}}
	w.walk(reflect.ValueOf(&p.Body).Elem())
	w.walk(reflect.ValueOf(&p.DeclarationList).Elem())
	return fault
}

// walker goes through a syntax tree by reflection, so that it misses no kind of node.
type walker struct {
	seen    map[any]bool                        // nodes may be reached twice: declarations are listed again with their function
	enter   func(node any) (leaf bool)          // sees a node, and reports whether there is nothing to look at inside
	leave   func(node any)                      // sees a node after what is inside; may be nil, as replace may
	replace func(ast.Expression) ast.Expression // what takes an expression's place after that, nil for nothing
}

func (w walker) walk(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			return
		}
		w.walk(v.Elem())
		if e, ok := v.Interface().(ast.Expression); ok && v.CanSet() && w.replace != nil {
			if other := w.replace(e); other != nil {
				v.Set(reflect.ValueOf(other))
			}
		}
	case reflect.Pointer:
		if v.IsNil() || w.seen[v.Interface()] {
			return
		}
		w.seen[v.Interface()] = true
		if w.enter(v.Interface()) {
			return
		}
		w.walk(v.Elem())
		if w.leave != nil {
			w.leave(v.Interface())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() {
				w.walk(f)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			w.walk(v.Index(i))
		}
	}
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
func count(node any) {
	switch n := node.(type) {
	case *ast.FunctionLiteral:
		n.Body.List = counted(n.Body, n.Body.List)
	case *ast.ArrowFunctionLiteral:
		switch body := n.Body.(type) {
		case *ast.BlockStatement:
			body.List = counted(body, body.List)
		case *ast.ExpressionBody:
			body.Expression = &ast.SequenceExpression{Sequence: []ast.Expression{call(stepName, body.Expression), body.Expression}}
		}
	case *ast.ForStatement:
		n.Body = round(n.Body)
	case *ast.ForInStatement:
		n.Body = round(n.Body)
	case *ast.ForOfStatement:
		n.Body = round(n.Body)
	case *ast.WhileStatement:
		n.Body = round(n.Body)
	case *ast.DoWhileStatement:
		n.Body = round(n.Body)
	}
}

// counted puts a step behind the directives that a function begins with.
func counted(at ast.Node, list []ast.Statement) []ast.Statement {
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
	return append(append(out, &ast.ExpressionStatement{Expression: call(stepName, at)}), list[n:]...)
}

// round is one round of a loop.
func round(body ast.Statement) ast.Statement {
	step := &ast.ExpressionStatement{Expression: call(stepName, body)}
	return &ast.BlockStatement{LeftBrace: body.Idx0(), List: []ast.Statement{step, body}, RightBrace: body.Idx1()}
}

// call calls something that counts, for a node.
func call(name string, at ast.Node, args ...ast.Expression) *ast.CallExpression {
	from, to := at.Idx0(), at.Idx1()
	return &ast.CallExpression{
		Callee:          &ast.Identifier{Name: unistring.NewFromString(name), Idx: from},
		LeftParenthesis: from, ArgumentList: args, RightParenthesis: to,
	}
}
