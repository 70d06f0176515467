package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// errNothing is returned for a program that gives nothing to keep.
var errNothing = errors.New("it returned no object with anything in it")

// object is what a program returned, a JSON object in its own order. One in which no text, number or
// truth value stands is an error, as is one that is too large or nested too deep.
func object(text string) ([]byte, error) {
	switch {
	case !strings.HasPrefix(text, "{"):
		return nil, errNothing
	case len(text) > mostBytes:
		return nil, fmt.Errorf("what it returned is larger than %d bytes", mostBytes)
	}
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		return nil, fmt.Errorf("what it returned can't be read: %w", err)
	}
	switch levels, filled := weigh(v); {
	case levels > mostDepth:
		return nil, fmt.Errorf("what it returned is nested more than %d levels deep", mostDepth)
	case !filled:
		return nil, errNothing
	}
	return []byte(text), nil
}

// weigh is how many levels a value has, and whether a text, number or truth value stands in it.
func weigh(v any) (levels int, filled bool) {
	inside := func(e any) {
		l, f := weigh(e)
		levels, filled = max(levels, l), filled || f
	}
	switch v := v.(type) {
	case map[string]any:
		for _, e := range v {
			inside(e)
		}
	case []any:
		for _, e := range v {
			inside(e)
		}
	default:
		filled = v != nil && v != ""
	}
	return levels + 1, filled
}
