package regex

import "errors"

// ErrDeep says that a match would need to remember more places to go back to than it may.
var ErrDeep = errors.New("a regular expression went back too often")

// mostFrames bounds what a match remembers: 16 bytes each.
const mostFrames = 1 << 21

// countEvery is how many instructions are executed between two charges.
const countEvery = 1024

// frame is a place to go back to, or a slot to restore if slot isn't negative.
type frame struct{ pc, pos, slot, old int32 }

// Text is a text to be searched: code units, or code points for an expression with flag u.
type Text []rune

// machine runs an expression on a text.
type machine struct {
	*Regex
	in     Text
	ran    int
	charge func(instructions int) error
}

// Match finds the first match at from or behind it, or only at from if exact. It returns the bounds
// of the groups, -1 for those that captured nothing, and nil for no match; they are good until the
// next call. charge is told of what is executed, and its error ends the search.
func (re *Regex) Match(in Text, from int, exact bool, charge func(instructions int) error) (groups []int32, err error) {
	m := machine{Regex: re, in: in, charge: charge}
	re.stack = re.stack[:0]
	for at := from; at <= len(in); at++ {
		if m.ran++; m.ran >= countEvery {
			if err := m.count(); err != nil {
				return nil, err
			}
		}
		m.ran += re.weight
		if re.empty || at < len(in) && re.first.has(in[at]) {
			for i := range re.slot {
				re.slot[i] = -1
			}
			ok, err := m.run(0, at)
			if err != nil {
				return nil, err
			}
			if ok {
				groups = re.slot[:2*re.Groups]
				break
			}
		}
		if exact {
			break
		}
	}
	return groups, m.count()
}

// count charges what was executed.
func (m *machine) count() error {
	n := m.ran
	m.ran = 0
	return m.charge(n)
}

// set notes a value in a slot, so that going back restores it.
func (m *machine) set(slot int, v int32) {
	m.stack = append(m.stack, frame{slot: int32(slot), old: m.slot[slot]})
	m.slot[slot] = v
}

// run runs instructions from pc on at a position until opMatch. What it captured stays, with what
// restores it on the stack.
func (m *machine) run(pc, pos int) (bool, error) {
	base := len(m.stack)
	for {
		if m.ran++; m.ran >= countEvery {
			if err := m.count(); err != nil {
				return false, err
			}
			if len(m.stack) > mostFrames {
				return false, ErrDeep
			}
		}
		i := &m.prog[pc]
		ok := true
		switch i.op {
		case opChar, opFold, opSet:
			at := pos
			if i.back {
				at--
			}
			if ok = at >= 0 && at < len(m.in); ok {
				r := m.in[at]
				switch i.op {
				case opChar:
					ok = r == i.c
				case opFold:
					ok = canonical(r) == i.c
				default:
					m.ran += i.n
					ok = i.set.has(r)
				}
				if pos = at + 1; i.back {
					pos = at
				}
			}
			pc++
		case opSplit:
			m.stack = append(m.stack, frame{pc: int32(i.y), pos: int32(pos), slot: -1})
			pc = i.x
		case opJump:
			pc = i.x
		case opSave, opMark:
			m.set(i.n, int32(pos))
			pc++
		case opClear:
			m.ran += i.x - i.n
			for s := i.n; s < i.x; s++ {
				m.set(s, -1)
			}
			pc++
		case opMoved:
			ok = m.slot[i.n] != int32(pos)
			pc++
		case opBegin:
			ok = pos == 0 || i.flag && lines.has(m.in[pos-1])
			pc++
		case opEnd:
			ok = pos == len(m.in) || i.flag && lines.has(m.in[pos])
			pc++
		case opWord:
			ok = (m.word(pos-1) != m.word(pos)) != i.not
			pc++
		case opRef:
			pos, ok = m.refer(i, pos)
			pc++
		case opLook:
			found, err := m.look(pc+1, pos, i.not)
			if err != nil {
				return false, err
			}
			ok = found != i.not
			pc = i.x
		case opMatch:
			return true, nil
		}
		if ok {
			continue
		}
		if pc, pos = m.back(base); pc < 0 {
			return false, nil
		}
	}
}

// back takes the last place to go back to, above base.
func (m *machine) back(base int) (pc, pos int) {
	for len(m.stack) > base {
		f := m.stack[len(m.stack)-1]
		m.stack = m.stack[:len(m.stack)-1]
		m.ran++
		if f.slot < 0 {
			return int(f.pc), int(f.pos)
		}
		m.slot[f.slot] = f.old
	}
	return -1, 0
}

// look runs an assertion. It is never gone back into, and a negative one captures nothing.
func (m *machine) look(pc, pos int, not bool) (bool, error) {
	base := len(m.stack)
	found, err := m.run(pc, pos)
	if err != nil || !found {
		return false, err
	}
	m.ran += len(m.stack) - base
	kept := m.stack[:base]
	for _, f := range m.stack[base:] {
		if f.slot >= 0 {
			kept = append(kept, f)
		}
	}
	m.stack = kept
	if not {
		m.back(base)
	}
	return true, nil
}

func (m *machine) word(at int) bool {
	if at < 0 || at >= len(m.in) {
		return false
	}
	r := m.in[at]
	return words.has(r) || m.fold && m.Unicode && (r == 0x17f || r == 0x212a)
}

// refer matches again what a group captured, or nothing if it captured nothing.
func (m *machine) refer(i *inst, pos int) (int, bool) {
	from, to := int(m.slot[2*i.n]), int(m.slot[2*i.n+1])
	if from < 0 || to < 0 {
		return pos, true
	}
	n := to - from
	start := pos
	if i.back {
		start = pos - n
	}
	if start < 0 || start+n > len(m.in) {
		return pos, false
	}
	for k := range n {
		a, b := m.in[from+k], m.in[start+k]
		m.ran++
		if a != b && !(i.flag && canonical(a) == canonical(b)) {
			return pos, false
		}
	}
	if i.back {
		return start, true
	}
	return pos + n, true
}
