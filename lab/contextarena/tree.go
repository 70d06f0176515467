package contextarena

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxBytes is the size of the largest file that is read. The original's are under 1 MB.
const MaxBytes = 64 << 20

// maxDepth is how deep a file may nest; the original's go to 6.
const maxDepth = 32

// member is a field of a JSON object.
type member struct {
	name  string
	value any
}

// object is a JSON object with its fields in order. The other values of a tree are []any,
// string, json.Number, bool and nil.
type object []member

func (o object) find(name string) (any, bool) {
	for _, m := range o {
		if m.name == name {
			return m.value, true
		}
	}
	return nil, false
}

// tree reads a whole file as JSON. An error says where, by path and line.
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
	r := treeReader{data: data, dec: json.NewDecoder(bytes.NewReader(data))}
	r.dec.UseNumber()
	v, err := r.value(0)
	if err != nil {
		return nil, r.explain(err)
	}
	if _, err := r.dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("goes on after the end of its JSON value (line %d)", r.line())
	}
	return v, nil
}

type treeReader struct {
	data []byte
	dec  *json.Decoder
	path []string
}

var errNested = fmt.Errorf("nests deeper than %d: no result file of Context Arena does", maxDepth)

func (r *treeReader) value(depth int) (any, error) {
	if depth > maxDepth {
		return nil, errNested
	}
	t, err := r.dec.Token()
	if err != nil {
		return nil, err
	}
	switch t {
	case json.Delim('['):
		list := []any{}
		for r.dec.More() {
			r.path = append(r.path, fmt.Sprintf("[%d]", len(list)))
			v, err := r.value(depth + 1)
			if err != nil {
				return nil, err
			}
			r.path = r.path[:len(r.path)-1]
			list = append(list, v)
		}
		_, err := r.dec.Token()
		return list, err
	case json.Delim('{'):
		return r.object(depth)
	}
	return t, nil
}

func (r *treeReader) object(depth int) (any, error) {
	o, seen := object{}, map[string]bool{}
	for r.dec.More() {
		key, err := r.dec.Token()
		if err != nil {
			return nil, err
		}
		name, _ := key.(string)
		r.path = append(r.path, "."+step(name))
		if seen[name] {
			return nil, errors.New("stands there twice")
		}
		seen[name] = true
		v, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		r.path = r.path[:len(r.path)-1]
		o = append(o, member{name, v})
	}
	_, err := r.dec.Token()
	return o, err
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

// explain says where reading failed.
func (r *treeReader) explain(err error) error {
	at := strings.TrimPrefix(strings.Join(r.path, ""), ".")
	if at == "" {
		at = "its outermost value"
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("ends in the middle of %s (line %d, after %d bytes): it was cut off; fetch it again", at, 1+bytes.Count(r.data, []byte("\n")), len(r.data))
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return fmt.Errorf("is not JSON at %s (line %d): %w", at, r.line(), err)
	}
	return fmt.Errorf("%s (line %d): %w", at, r.line(), err)
}

// line is the line the reader has come to.
func (r *treeReader) line() int {
	return 1 + bytes.Count(r.data[:min(int(r.dec.InputOffset()), len(r.data))], []byte("\n"))
}
