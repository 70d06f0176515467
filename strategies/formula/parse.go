package formula

import "math"

// node is a part of a formula: a number, an operand, a sign or an operation.
type node struct {
	op          byte // number, operand, or one of + - * / ( )
	value       float64
	index       int   // of an operand
	left, right *node // left is nil of a sign
}

const (
	number  = 'n'
	operand = 'v'
)

// evaluate is the value of a part. Every operation must have a finite result.
func (n *node) evaluate(operands []float64) (float64, error) {
	switch n.op {
	case number:
		return n.value, nil
	case operand:
		return operands[n.index], nil
	}
	right := n.right
	if n.left == nil {
		x, err := right.evaluate(operands)
		if n.op == '-' {
			x = -x
		}
		return x, err
	}
	a, err := n.left.evaluate(operands)
	if err != nil {
		return 0, err
	}
	b, err := right.evaluate(operands)
	if err != nil {
		return 0, err
	}
	x := 0.
	switch n.op {
	case '+':
		x = a + b
	case '-':
		x = a - b
	case '*':
		x = a * b
	case '/':
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

// parser builds a formula of its tokens: sums of products of numbers, operands and what stands in
// brackets, each of which may have signs. What stands between two operators of one rank goes first.
type parser struct {
	tokens []node
	nodes  int
}

// formula is all of the tokens.
func (p *parser) formula() (*node, bool) {
	n, ok := p.operations("+-")
	return n, ok && len(p.tokens) == 0 && p.nodes <= maxNodes
}

// next takes the next token if it is one of those.
func (p *parser) next(of string) (*node, bool) {
	if len(p.tokens) == 0 {
		return nil, false
	}
	for i := range len(of) {
		if n := p.tokens[0]; n.op == of[i] {
			p.tokens = p.tokens[1:]
			return &n, true
		}
	}
	return nil, false
}

// operations are parts with operators of one rank between them.
func (p *parser) operations(rank string) (*node, bool) {
	part := p.signed
	if rank == "+-" {
		part = func() (*node, bool) { return p.operations("*/") }
	}
	left, ok := part()
	for ok {
		n, more := p.next(rank)
		if !more {
			return left, true
		}
		n.left = left
		n.right, ok = part()
		left = n
		p.nodes++
	}
	return nil, false
}

// signed is a number, an operand or what stands in brackets, with its signs.
func (p *parser) signed() (*node, bool) {
	if n, ok := p.next("+-"); ok {
		p.nodes++
		n.right, ok = p.signed()
		return n, ok
	}
	if _, ok := p.next("("); ok {
		n, ok := p.operations("+-")
		_, closed := p.next(")")
		return n, ok && closed
	}
	n, ok := p.next(string([]byte{number, operand}))
	p.nodes++
	return n, ok
}
