package sandbox

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// What is charged for what is written, each time that it is gone through.
const (
	bytesCall      = 48  // a call's arguments
	bytesFunction  = 800 // a function, and the variables that it holds on to
	bytesGenerator = 640 // one of a program that has generators or async functions
	bytesRest      = 64 << 10
	bytesVariable  = 24 // a variable that a function may hold on to
)

// cost is what one run of a function's body, or one round of a loop, may make and compare.
type cost struct{ bytes, compares int }

// scope is a function or loop that is being walked through.
type scope struct {
	cost
	variables int
	functions bool // that hold on to its variables
}

// tallies adds up what functions and loops cost by what is written in them, inner ones left out.
type tallies struct {
	scopes     []scope
	fields     int  // bytes of all fields of classes, which every new object may have
	generators bool // whether any function is one
}

// scoped reports whether a node has a cost of its own.
func scoped(node any) bool {
	switch node.(type) {
	case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral, *ast.ForStatement, *ast.ForInStatement, *ast.ForOfStatement,
		*ast.WhileStatement, *ast.DoWhileStatement, *ast.FieldDefinition:
		return true
	}
	return false
}

func (t *tallies) enter(node any) (leaf bool) {
	if f, ok := node.(*ast.FunctionLiteral); ok && (f.Generator || f.Async) {
		t.generators = true
	}
	if f, ok := node.(*ast.ArrowFunctionLiteral); ok && f.Async {
		t.generators = true
	}
	if scoped(node) {
		t.scopes = append(t.scopes, scope{})
	}
	_, leaf = node.(*ast.NumberLiteral)
	return leaf
}

// leave adds what a node costs to its scope, and returns the cost of one that is a scope itself.
func (t *tallies) leave(node any) cost {
	var own cost
	if scoped(node) {
		s := t.scopes[len(t.scopes)-1]
		t.scopes = t.scopes[:len(t.scopes)-1]
		if s.functions {
			s.bytes += s.variables * bytesVariable
		}
		own = s.cost
		if _, field := node.(*ast.FieldDefinition); field {
			t.fields += bytesProp + own.bytes
		}
	}
	if len(t.scopes) == 0 {
		return own
	}
	s := &t.scopes[len(t.scopes)-1]
	switch n := node.(type) {
	case *ast.ObjectLiteral:
		s.bytes += bytesThing + bytesProp*len(n.Value)
	case *ast.ArrayLiteral:
		s.bytes += bytesThing + bytesValue*len(n.Value)
	case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral, *ast.ClassLiteral:
		s.bytes += bytesFunction
		s.functions = true
	case *ast.RegExpLiteral:
		s.bytes += bytesThing
	case *ast.CallExpression:
		s.bytes += t.call()
	case *ast.NewExpression:
		s.bytes += t.call() + bytesThing + t.fields
	case *ast.ObjectPattern:
		if n.Rest != nil {
			s.bytes += bytesRest
		}
	case *ast.Binding:
		s.variables++
	case *ast.AssignExpression:
		s.bytes += assigned(n.Left, n.Operator)
	case *ast.BinaryExpression, *ast.BracketExpression, *ast.CaseStatement:
		s.compares++
	case *ast.UnaryExpression:
		s.compares++
	}
	return own
}

func (t *tallies) call() int {
	if t.generators {
		return bytesGenerator
	}
	return bytesCall
}

// assigned is what an assignment may make.
func assigned(left ast.Expression, op token.Token) int {
	d, ok := left.(*ast.DotExpression)
	switch {
	case !ok:
		return 0
	case d.Identifier.Name == "length" && op != token.ASSIGN && op != token.MINUS:
		return mostList * bytesValue
	}
	return bytesProp / 2 // most have the property already
}
