package llm

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"math"
)

// Key is the canonical hash of a Request: it names a reply in caches and recordings.
type Key [sha256.Size]byte

// String is the key in hexadecimal.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

// keyVersion changes when the canonical form below does, so that old keys are never mistaken
// for new ones.
const keyVersion = 1

// Key hashes everything that decides the response. Every field is length-prefixed and
// every optional one flagged, so no two
// different requests have the same canonical form.
func (r Request) Key() Key {
	h := sha256.New()
	w := keyWriter{h: h, buf: make([]byte, 0, 512)}
	w.int(keyVersion)
	w.text(r.Model.Provider)
	w.text(r.Model.Name)
	w.text(r.Model.BaseURL)
	w.text(r.Model.Options)
	w.int(int64(r.MaxTokens))
	w.int(int64(r.LogProbs))
	w.int(r.Seed)
	w.int(int64(r.Sample))
	if r.Temperature == nil {
		w.int(0)
	} else {
		w.int(1)
		w.int(int64(math.Float64bits(*r.Temperature)))
	}
	if r.Schema == nil {
		w.int(0)
	} else {
		w.int(1)
		w.text(r.Schema.Name)
		w.text(r.Schema.JSON)
	}
	w.int(int64(len(r.Messages)))
	for _, m := range r.Messages {
		w.text(string(m.Role))
		w.text(m.Text)
		w.text(m.ToolCallID)
		w.int(int64(len(m.ToolCalls)))
		for _, c := range m.ToolCalls {
			w.text(c.ID)
			w.text(c.Name)
			w.text(c.Arguments)
		}
	}
	for _, t := range r.Texts {
		w.text(t)
	}
	var k Key
	h.Sum(k[:0])
	return k
}

// keyWriter feeds length-prefixed fields to a hash.
type keyWriter struct {
	h   hash.Hash
	buf []byte // of what is written next
}

func (w *keyWriter) int(n int64) {
	w.buf = binary.LittleEndian.AppendUint64(w.buf[:0], uint64(n))
	w.h.Write(w.buf)
}

func (w *keyWriter) text(s string) {
	w.int(int64(len(s)))
	for len(s) > 0 { // in pieces, so that nothing is allocated
		n := min(len(s), cap(w.buf))
		w.buf = append(w.buf[:0], s[:n]...)
		w.h.Write(w.buf)
		s = s[n:]
	}
}
