package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"sync"

	"github.com/fxamacker/cbor/v2"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

// packed is what a column of messages holds, as CBOR. Each message is the ids of its texts, in the order of textsOf.
type packed struct {
	Messages [][]int64            `cbor:"1,keyasint,omitempty"`
	Shown    []arena.MessageIndex `cbor:"2,keyasint,omitempty"` // of a context
	Fetched  []arena.MessageIndex `cbor:"3,keyasint,omitempty"`
}

var errPacked = errors.New("packed data is damaged")

// textsOf are the texts of a message: role, text, the call that it answers, and id, name and arguments of each call that it makes.
func textsOf(m *llm.Message) []*string {
	texts := []*string{(*string)(&m.Role), &m.Text, &m.ToolCallID}
	for i := range m.ToolCalls {
		c := &m.ToolCalls[i]
		texts = append(texts, &c.ID, &c.Name, &c.Arguments)
	}
	return texts
}

// withoutTools is how many texts a message has that neither makes a call nor answers one.
const withoutTools = 2

// messages are packed messages.
func (t *tx) messages(ms ...llm.Message) [][]int64 {
	all := make([][]int64, len(ms))
	for i, m := range ms {
		if len(m.ToolCalls) == 0 && m.ToolCallID == "" {
			all[i] = []int64{t.text(string(m.Role)), t.text(m.Text)}
			continue
		}
		for _, text := range textsOf(&m) {
			all[i] = append(all[i], t.text(*text))
		}
	}
	return all
}

// unpacked are the messages of a column.
func (r *reader) unpacked(p packed) (ms []llm.Message, err error) {
	for _, ids := range p.Messages {
		if len(ids) != withoutTools && (len(ids) == 0 || len(ids)%3 != 0) {
			return nil, fmt.Errorf("%w: a message of %d texts", errPacked, len(ids))
		}
		var m llm.Message
		if calls := len(ids)/3 - 1; calls > 0 {
			m.ToolCalls = make([]llm.ToolCall, calls)
		}
		for i, text := range textsOf(&m)[:len(ids)] {
			if *text, err = r.text(ids[i]); err != nil {
				return nil, err
			}
		}
		ms = append(ms, m)
	}
	return ms, nil
}

// renumbered is a column of messages with other ids of its texts: ours has them by the id that stands there.
func renumbered(column []byte, ours []int64) ([]byte, error) {
	var p packed
	if err := (packedColumn{&p}).Scan(column); err != nil {
		return nil, err
	}
	for _, ids := range p.Messages {
		for i, id := range ids {
			if id < 0 || id >= int64(len(ours)) || ours[id] == 0 {
				return nil, fmt.Errorf("%w: no text %d", errPacked, id)
			}
			ids[i] = ours[id]
		}
	}
	return cbor.Marshal(p)
}

// contextDigest is the hash of a context: of its system text's id and the packed rest.
func contextDigest(system int64, body []byte) digest {
	return digestOf(append(binary.AppendUvarint(nil, uint64(system)), body...))
}

// packed is v as CBOR, null where there is nothing.
func (t *tx) packed(v any, nothing bool) []byte {
	if nothing || t.err != nil {
		return nil
	}
	b, err := cbor.Marshal(v)
	if err != nil {
		t.err = fmt.Errorf("encode %T: %w", v, err)
	}
	return b
}

// unpacking reads lists of any length.
var unpacking = sync.OnceValue(func() cbor.DecMode {
	mode, err := cbor.DecOptions{MaxArrayElements: math.MaxInt32}.DecMode()
	if err != nil {
		panic(fmt.Sprintf("store: %v", err)) // the options are fixed
	}
	return mode
})

// packedColumn is a value as CBOR; null leaves it as it is.
type packedColumn struct{ into any }

// Scan implements sql.Scanner.
func (c packedColumn) Scan(src any) error {
	if src == nil {
		return nil
	}
	b, _ := src.([]byte)
	if err := unpacking().Unmarshal(b, c.into); err != nil {
		return fmt.Errorf("%w: %w", errPacked, err)
	}
	return nil
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
