package regex

// op is what an instruction does.
type op uint8

const (
	opChar  op = iota // the character c
	opFold            // c, whatever its case
	opSet             // one of set; looking it up is worth n more
	opSplit           // go on at x; if that fails at y
	opJump            // go on at x
	opSave            // note the position in slot n
	opClear           // forget slots n to x-1
	opMark            // note the position in slot n, where a round begins
	opMoved           // fail if the round that began at slot n took nothing
	opBegin
	opEnd
	opWord
	opRef  // what group n captured
	opLook // what follows, up to its opMatch, matches here; go on at x
	opMatch
)

// inst is an instruction.
type inst struct {
	op        op
	back      bool // it reads backwards, in a lookbehind
	not, flag bool // flag: multiline of opBegin and opEnd, fold of opRef
	c         rune
	n, x, y   int
	set       *set
}

// compiler writes instructions.
type compiler struct {
	prog  []inst
	slots int
	large bool
}

func (c *compiler) emit(i inst) int {
	if len(c.prog) >= mostInstructions {
		c.large = true
		return 0
	}
	c.prog = append(c.prog, i)
	return len(c.prog) - 1
}

// node writes a part; back says that it is matched backwards.
func (c *compiler) node(n *node, back bool) {
	if c.large {
		return
	}
	switch n.kind {
	case isChar:
		i := inst{op: opChar, c: n.char, back: back}
		if n.fold {
			i.op, i.c = opFold, canonical(n.char)
		}
		c.emit(i)
	case isSet:
		c.emit(inst{op: opSet, set: n.set, n: n.set.freeze(), back: back})
	case isSeq:
		for i := range n.kids {
			if back {
				i = len(n.kids) - 1 - i
			}
			c.node(n.kids[i], back)
		}
	case isAlt:
		var ends []int
		for i, kid := range n.kids {
			if i == len(n.kids)-1 {
				c.node(kid, back)
				break
			}
			split := c.emit(inst{op: opSplit})
			c.node(kid, back)
			ends = append(ends, c.emit(inst{op: opJump}))
			c.to(split, split+1, len(c.prog))
		}
		for _, at := range ends {
			c.to(at, len(c.prog), 0)
		}
	case isGroup:
		from, to := 2*n.group, 2*n.group+1
		if back {
			from, to = to, from
		}
		c.emit(inst{op: opSave, n: from})
		c.node(n.kids[0], back)
		c.emit(inst{op: opSave, n: to})
	case isRepeat:
		c.repeat(n, back)
	case isBegin:
		c.emit(inst{op: opBegin, flag: n.multi})
	case isEnd:
		c.emit(inst{op: opEnd, flag: n.multi})
	case isWord:
		c.emit(inst{op: opWord, not: n.not})
	case isRef:
		c.emit(inst{op: opRef, n: n.group, flag: n.fold, back: back})
	case isLook:
		at := c.emit(inst{op: opLook, not: n.not})
		c.node(n.kids[0], n.behind)
		c.emit(inst{op: opMatch})
		c.to(at, len(c.prog), 0)
	}
}

// to says where an instruction leads.
func (c *compiler) to(at, x, y int) {
	if !c.large {
		c.prog[at].x, c.prog[at].y = x, y
	}
}

// repeat writes a repetition out: what must be there, then a loop, or what may be there.
func (c *compiler) repeat(n *node, back bool) {
	for range n.min {
		if c.large {
			return
		}
		size := len(c.prog)
		if c.round(n, back); len(c.prog) == size {
			break // nothing, however often
		}
	}
	if n.max < 0 {
		begin := c.emit(inst{op: opSplit})
		c.guarded(n, back)
		c.emit(inst{op: opJump, x: begin})
		c.split(begin, len(c.prog), n.lazy)
		return
	}
	var open []int
	for range n.max - n.min {
		if c.large {
			return
		}
		open = append(open, c.emit(inst{op: opSplit}))
		c.guarded(n, back)
	}
	for _, at := range open {
		c.split(at, len(c.prog), n.lazy)
	}
}

// split lets an instruction choose between what follows it and end.
func (c *compiler) split(at, end int, lazy bool) {
	if lazy {
		c.to(at, end, at+1)
		return
	}
	c.to(at, at+1, end)
}

// round is one round, with its groups forgotten first.
func (c *compiler) round(n *node, back bool) {
	if n.last > n.group {
		c.emit(inst{op: opClear, n: 2 * n.group, x: 2 * n.last})
	}
	c.node(n.kids[0], back)
}

// guarded is a round that fails if it takes nothing.
func (c *compiler) guarded(n *node, back bool) {
	if !first(n.kids[0], &set{}) {
		c.round(n, back)
		return
	}
	slot := c.slots
	c.slots++
	c.emit(inst{op: opMark, n: slot})
	c.round(n, back)
	c.emit(inst{op: opMoved, n: slot})
}

// first adds what a part may begin with to s and reports whether it may take nothing.
func first(n *node, s *set) (empty bool) {
	switch n.kind {
	case isChar:
		one := &set{fold: n.fold}
		one.add(n.char, n.char)
		s.join(one)
		return false
	case isSet:
		s.join(n.set)
		return false
	case isSeq:
		for _, kid := range n.kids {
			if !first(kid, s) {
				return false
			}
		}
		return true
	case isAlt:
		for _, kid := range n.kids {
			empty = first(kid, s) || empty
		}
		return empty
	case isGroup:
		return first(n.kids[0], s)
	case isRepeat:
		return first(n.kids[0], s) || n.min == 0
	case isRef:
		s.join(all) // it may stand before what it refers to, or hold anything
	}
	return true
}
