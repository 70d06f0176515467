package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

// The packed form of messages and index sets: variable-length integers throughout.
//
//	messages  count, then each: head, [role], text, [tools]
//	head      role code | 8 if tools follow; code 0 is followed by the role's text
//	tools     text of the call id, count, then each: texts of id, name and arguments
//	indices   count, then the signed difference from the one before
//
// A text is its id in the table texts.

// roles are coded by their place here; place 0 is for any other.
var roles = []llm.Role{"", llm.System, llm.User, llm.Assistant, llm.Tool}

const withTools = 8

var errPacked = errors.New("packed data is damaged")

// packer appends to buf.
type packer struct {
	buf  []byte
	text func(string) int64
}

func (p *packer) number(n int64) { p.buf = binary.AppendUvarint(p.buf, uint64(n)) }

func (p *packer) string(s string) { p.number(p.text(s)) }

func (p *packer) messages(ms []llm.Message) {
	p.number(int64(len(ms)))
	for _, m := range ms {
		role := slices.Index(roles[1:], m.Role) + 1
		tools := len(m.ToolCalls) > 0 || m.ToolCallID != ""
		if tools {
			p.number(int64(role | withTools))
		} else {
			p.number(int64(role))
		}
		if role == 0 {
			p.string(string(m.Role))
		}
		p.string(m.Text)
		if tools {
			p.tools(m)
		}
	}
}

func (p *packer) tools(m llm.Message) {
	p.string(m.ToolCallID)
	p.number(int64(len(m.ToolCalls)))
	for _, c := range m.ToolCalls {
		p.string(c.ID)
		p.string(c.Name)
		p.string(c.Arguments)
	}
}

func (p *packer) indices(xs []arena.MessageIndex) {
	p.number(int64(len(xs)))
	var last arena.MessageIndex
	for _, x := range xs {
		p.buf = binary.AppendVarint(p.buf, int64(x-last))
		last = x
	}
}

// packed returns what pack writes, nil if it writes nothing but a count of zero: an empty list
// is a null column.
func (t *tx) packed(pack func(*packer)) any {
	p := packer{text: t.text}
	pack(&p)
	if len(p.buf) == 1 && p.buf[0] == 0 {
		return nil
	}
	return p.buf
}

// unpacker reads from buf. After the first error its methods return zeros.
type unpacker struct {
	buf  []byte
	text func(id int64) (string, error)
	err  error
}

// finish returns the first error. Bytes left over are one.
func (u *unpacker) finish() error {
	if u.err == nil && len(u.buf) > 0 {
		u.err = fmt.Errorf("%w: %d bytes too many", errPacked, len(u.buf))
	}
	return u.err
}

func (u *unpacker) number() int64 {
	if u.err != nil {
		return 0
	}
	n, size := binary.Uvarint(u.buf)
	if size <= 0 || n > 1<<62 {
		u.err = fmt.Errorf("%w: not a number", errPacked)
		return 0
	}
	u.buf = u.buf[size:]
	return int64(n)
}

// count reads the length of a list, each element of which takes a byte or more.
func (u *unpacker) count() int {
	n := u.number()
	if n > int64(len(u.buf)) {
		u.err = fmt.Errorf("%w: a list of %d in %d bytes", errPacked, n, len(u.buf))
		return 0
	}
	return int(n)
}

func (u *unpacker) string() string {
	id := u.number()
	if u.err != nil {
		return ""
	}
	var s string
	s, u.err = u.text(id)
	return s
}

func (u *unpacker) messages() []llm.Message {
	var ms []llm.Message
	n := u.count()
	for i := 0; i < n && u.err == nil; i++ {
		if ms == nil {
			ms = make([]llm.Message, 0, n)
		}
		var m llm.Message
		head := u.number()
		role := head &^ withTools
		switch {
		case role >= int64(len(roles)):
			u.err = fmt.Errorf("%w: role %d", errPacked, role)
		case role == 0:
			m.Role = llm.Role(u.string())
		default:
			m.Role = roles[role]
		}
		m.Text = u.string()
		if head&withTools != 0 {
			u.tools(&m)
		}
		ms = append(ms, m)
	}
	return ms
}

func (u *unpacker) tools(m *llm.Message) {
	m.ToolCallID = u.string()
	n := u.count()
	for i := 0; i < n && u.err == nil; i++ {
		m.ToolCalls = append(m.ToolCalls, llm.ToolCall{ID: u.string(), Name: u.string(), Arguments: u.string()})
	}
}

func (u *unpacker) indices() []arena.MessageIndex {
	n := u.count()
	if n == 0 {
		return nil
	}
	xs := make([]arena.MessageIndex, 0, n)
	var last int64
	for range n {
		d, size := binary.Varint(u.buf)
		if size <= 0 {
			u.err = fmt.Errorf("%w: not an index", errPacked)
			return nil
		}
		u.buf = u.buf[size:]
		last += d
		xs = append(xs, arena.MessageIndex(last))
	}
	return xs
}

// renumbered is packed data with other ids of its texts: ours has them by the id that stands there.
func renumbered(packed []byte, ours []int64, what func(*renumbering)) ([]byte, error) {
	r := renumbering{unpacker: unpacker{buf: packed}, ours: ours, out: make([]byte, 0, len(packed)+len(packed)/4)}
	what(&r)
	return r.out, r.finish()
}

// renumbering writes what it reads.
type renumbering struct {
	unpacker
	ours []int64
	out  []byte
}

func (r *renumbering) number() int64 {
	n := r.unpacker.number()
	r.out = binary.AppendUvarint(r.out, uint64(n))
	return n
}

func (r *renumbering) texts(count int) {
	for range count {
		id := r.unpacker.number()
		if r.err == nil && (id >= int64(len(r.ours)) || r.ours[id] == 0) {
			r.err = fmt.Errorf("%w: no text %d", errPacked, id)
		}
		if r.err != nil {
			return
		}
		r.out = binary.AppendUvarint(r.out, uint64(r.ours[id]))
	}
}

func (r *renumbering) messages() {
	for n := r.number(); n > 0 && r.err == nil; n-- {
		head := r.number()
		if head&^withTools == 0 {
			r.texts(1)
		}
		r.texts(1)
		if head&withTools != 0 {
			r.tools()
		}
	}
}

func (r *renumbering) tools() {
	r.texts(1)
	for n := r.number(); n > 0 && r.err == nil; n-- {
		r.texts(3)
	}
}

// context ends with indices, which name no texts.
func (r *renumbering) context() {
	r.messages()
	r.out, r.buf = append(r.out, r.buf...), nil
}

// packFloats writes numbers in their own size, little-endian.
func packFloats(xs []float32) []byte {
	b, err := binary.Append(make([]byte, 0, binary.Size(xs)), binary.LittleEndian, xs)
	if err != nil {
		panic(fmt.Sprintf("store: packing numbers: %v", err)) // numbers have a size
	}
	return b
}

// floatsColumn is what packFloats wrote.
type floatsColumn struct{ into *[]float32 }

// Scan implements sql.Scanner.
func (c floatsColumn) Scan(src any) error {
	const size = 4
	b, ok := src.([]byte)
	if !ok || len(b)%size != 0 {
		return fmt.Errorf("%w: numbers of %d bytes in %d", errPacked, size, len(b))
	}
	*c.into = make([]float32, len(b)/size)
	_, err := binary.Decode(b, binary.LittleEndian, *c.into)
	return err
}
