package sim

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"contextarena.internal/llm"
	"contextarena.internal/words"
)

// exampled is the shape of the largest JSON object that a request shows as an example where it says what to do, one
// with a list in it before any other; nil if it shows none, or asks for no JSON.
func (r *request) exampled() *shape {
	texts := []string{r.instruction}
	for _, m := range r.Messages {
		if m.Role == llm.System {
			texts = append(texts, m.Text)
		}
	}
	told := strings.Join(texts, "\n")
	if !strings.Contains(told, "{") || r.Schema == nil && !slices.Contains(words.Split(told), "json") {
		return nil
	}
	told = andSoOn.ReplaceAllString(told, "$1")
	var best any
	most := 0
	for at := 0; at < len(told); at++ {
		var v map[string]any
		d := json.NewDecoder(strings.NewReader(told[at:]))
		if told[at] != '{' || d.Decode(&v) != nil || len(v) == 0 {
			continue
		}
		n := int(d.InputOffset())
		size := n
		if strings.Contains(told[at:at+n], "[") {
			size += len(told)
		}
		if size > most {
			best, most = v, size
		}
		at += n - 1
	}
	if best == nil {
		return nil
	}
	s := shapeOf([]any{best})
	if s.settle("") != nil {
		return nil
	}
	return s
}

// andSoOn is where an example of a list breaks off.
var andSoOn = words.Lazy(`,?\s*(?:\.\.\.|…)\s*([\]}])`)

// shapeOf is the shape of values that stand in one place of an example, of which there is one at least: an object
// has every field that one of them has, words by themselves are choices, and what a reader can't fill in stays as it is.
func shapeOf(values []any) *shape {
	fields, items, choices := map[string][]any{}, []any{}, []string{}
	for _, v := range values {
		switch v := v.(type) {
		case map[string]any:
			for name, f := range v {
				fields[name] = append(fields[name], f)
			}
		case []any:
			items = append(items, v...)
		case string:
			choices = appendNew(choices, v)
		}
	}
	switch v := values[0].(type) {
	case map[string]any:
		s := &shape{Type: "object", Properties: map[string]*shape{}, Required: slices.Sorted(maps.Keys(fields))}
		for name, f := range fields {
			s.Properties[name] = shapeOf(f)
		}
		return s
	case []any:
		if len(items) == 0 {
			items = []any{""}
		}
		return &shape{Type: "array", Items: shapeOf(items)}
	case string:
		s := &shape{Type: "string"}
		if len(choices) > 1 && !slices.ContainsFunc(choices, func(c string) bool { return !choice.MatchString(c) }) {
			s.Enum = choices
		}
		return s
	default:
		return &shape{Type: "string", same: v}
	}
}

// choice is a word by itself, such as ADD.
var choice = words.Lazy(`^[\pL_]+$`)
