package contextarena

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"
)

// MaxBytes is the size of the largest file that is read. The original's are under 1 MB.
const MaxBytes = 64 << 20

// object is a JSON object. The other values of a tree are []any, string, json.Number, bool and nil.
type object = map[string]any

// tree reads a whole file as JSON. An error says where, by line.
func tree(data []byte) (any, error) {
	switch {
	case len(data) > MaxBytes:
		return nil, fmt.Errorf("is larger than %d MB: no result file of Context Arena is", MaxBytes>>20)
	case len(bytes.TrimSpace(data)) == 0:
		return nil, errors.New("is empty")
	case !utf8.Valid(data):
		return nil, errors.New("is not UTF-8 text, so not JSON")
	case bytes.HasPrefix(data, []byte("\ufeff")):
		return nil, errors.New("begins with a byte order mark, which an editor put there: fetch the file again")
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	line := func(offset int64) int { return 1 + bytes.Count(data[:min(int(offset), len(data))], []byte("\n")) }
	var v any
	err := dec.Decode(&v)
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, fmt.Errorf("ends in the middle (line %d, after %d bytes): it was cut off; fetch it again", line(int64(len(data))), len(data))
	case errors.As(err, &syntax):
		return nil, fmt.Errorf("is not JSON (line %d): %w", line(syntax.Offset), err)
	case err != nil:
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("goes on after the end of its JSON value (line %d)", line(dec.InputOffset()))
	}
	return v, nil
}

// step is a field's name in a path: quoted and cut unless it is a plain word, because the file
// may hold anything.
func step(name string) string {
	plain := len(name) > 0 && len(name) <= 40
	for _, c := range []byte(name) {
		plain = plain && (c == '_' || c == '/' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z')
	}
	if plain {
		return name
	}
	return strconv.Quote(shorten(name))
}
