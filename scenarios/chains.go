package scenarios

import "contextarena.internal/arena"

// chains checks what supersedes what: an earlier fact or one of the same turn, and no fact
// itself through others.
func (c *checker) chains() {
	for i, f := range c.file.Facts {
		path := at("facts", i, "supersedes")
		if f.Supersedes == "" || !c.known(path, "supersedes", f.Supersedes) {
			continue
		}
		older := c.facts[f.Supersedes]
		if c.turnOK(i) && c.turnOK(older) && c.file.Facts[older].Turn > f.Turn {
			c.fault(path, "supersedes: %s is stated at turn %d, after turn %d", f.Supersedes, c.file.Facts[older].Turn, f.Turn)
			continue
		}
		if c.reaches(older, i) {
			c.fault(path, "supersedes: %s supersedes itself through %s", f.ID, f.Supersedes)
		}
	}
}

// reaches reports whether the chain of what from supersedes comes to fact to.
func (c *checker) reaches(from, to int) bool {
	for range c.file.Facts { // no chain without a loop is longer
		if from == to {
			return true
		}
		next, ok := c.facts[c.file.Facts[from].Supersedes]
		if !ok {
			return false
		}
		from = next
	}
	return from == to
}

// operands checks that a derived fact's turn is that of its last operand.
func (c *checker) operands() {
	for i, f := range c.file.Facts {
		all := true
		for j, id := range f.DerivedFrom {
			all = c.known(at("facts", i, "derived_from", j), "derived_from", id) && all
		}
		if len(f.DerivedFrom) == 0 || !all {
			continue
		}
		last, loop := c.lastTurn(i, map[int]arena.Turn{})
		switch {
		case loop:
			c.fault(at("facts", i, "derived_from"), "derived_from: %s follows from itself", f.ID)
		case c.turnOK(i) && f.Turn != last:
			c.fault(at("facts", i, "turn"), "turn: want %d, the turn of its last operand, have %d", last, f.Turn)
		}
	}
}

// lastTurn is the greatest turn of the stated facts that fact i follows from, or says that there
// is a loop. Turns that are known are kept in seen, 0 while a fact is being looked at.
func (c *checker) lastTurn(i int, seen map[int]arena.Turn) (last arena.Turn, loop bool) {
	f := c.file.Facts[i]
	if len(f.DerivedFrom) == 0 {
		return f.Turn, false
	}
	if turn, been := seen[i]; been {
		return turn, turn == 0
	}
	seen[i] = 0
	for _, id := range f.DerivedFrom {
		operand, ok := c.facts[id]
		if !ok {
			continue // reported where it stands
		}
		turn, loop := c.lastTurn(operand, seen)
		if loop {
			return 0, true
		}
		last = max(last, turn)
	}
	seen[i] = last
	return last, false
}
