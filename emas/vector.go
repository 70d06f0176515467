package emas

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// Vector is a long one. Its text is base64 of 32-bit floats, little-endian.
type Vector []float64

// MarshalText implements encoding.TextMarshaler.
func (v Vector) MarshalText() ([]byte, error) {
	b := make([]byte, 0, 4*len(v))
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(x)))
	}
	return base64.StdEncoding.AppendEncode(nil, b), nil
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (v *Vector) UnmarshalText(text []byte) error {
	b, err := base64.StdEncoding.AppendDecode(nil, text)
	if err != nil || len(b)%4 != 0 {
		return fmt.Errorf("a vector of %d letters can't be read", len(text))
	}
	*v = make(Vector, len(b)/4)
	for i := range *v {
		x := float64(math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:])))
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return errors.New("a vector has a number that isn't finite")
		}
		(*v)[i] = x
	}
	return nil
}
