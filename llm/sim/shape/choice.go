package shape

import (
	"encoding/json"
	"slices"
	"strings"
)

// branch writes the alternative that fits best: the one whose constant the row's kind names, else the
// first that there is something to say in.
func (f *filler) branch(s *Schema, p place) written {
	base := *s
	base.any = nil
	var out []written
	var labels []Choice
	spare := -1
	for i, b := range s.any {
		if b.ref != "" && slices.Contains(p.chain, b.ref) && (f.left < 0 || p.row == nil) {
			out, labels = append(out, written{}), append(labels, Choice{})
			spare = i
			continue
		}
		q := p
		if b.ref != "" {
			q.chain = append(slices.Clip(p.chain), b.ref)
		}
		w := written{}
		if flat := b.flat(); flat != nil {
			if m := both(&base, flat); !m.never {
				w = f.value(m, q)
			}
			labels = append(labels, Choice{flat.tag(), flat.about})
		} else {
			labels = append(labels, Choice{})
		}
		out = append(out, w)
	}
	if tagged := slices.ContainsFunc(labels, func(c Choice) bool { return c.Label != "" }); tagged {
		if i := f.src.Choose(labels, p.row); i >= 0 && out[i].ok {
			return out[i]
		}
	}
	for _, w := range out {
		if w.known {
			return w
		}
	}
	if i := slices.IndexFunc(out, func(w written) bool { return w.ok && w.json == "null" }); i >= 0 {
		return out[i]
	}
	for _, w := range out {
		if w.ok {
			return w
		}
	}
	if spare >= 0 && p.depth < deepest && f.left > 0 {
		return f.value(s.any[spare], p)
	}
	return written{}
}

// tag is the constant by which an alternative of objects can be told.
func (s *Schema) tag() string {
	for _, p := range s.props {
		var word string
		if len(p.schema.enum) == 1 && json.Unmarshal(p.schema.enum[0], &word) == nil {
			return word
		}
	}
	return ""
}

// chosen writes one of the values of an enum.
func (f *filler) chosen(s *Schema, p place) written {
	var choices []Choice
	var values []string
	none := ""
	for _, raw := range s.enum {
		if !s.allows(raw) {
			continue
		}
		v := compact(raw)
		if v == "null" {
			none = v
			continue
		}
		var word string
		if json.Unmarshal(raw, &word) != nil {
			word = v
		}
		values, choices = append(values, v), append(choices, Choice{Label: word})
	}
	switch {
	case len(values) == 1 && none == "":
		return written{values[0], false, true}
	case len(values) > 0:
		if c := f.cell(p, ^Roles(0)); c.Known() && RoleOf(p.name) != Kind {
			if i := slices.IndexFunc(choices, func(o Choice) bool { return strings.EqualFold(o.Label, c.Text) }); i >= 0 {
				return written{values[i], true, true}
			}
		}
		if i := f.src.Choose(choices, p.row); i >= 0 {
			return written{values[i], true, true}
		}
	}
	if none != "" {
		return written{none, false, true}
	}
	if len(values) == 0 {
		return written{}
	}
	return written{values[0], false, true}
}

// allows reports whether a value of an enum is of the right type.
func (s *Schema) allows(raw json.RawMessage) bool {
	if s.types == 0 {
		return true
	}
	var t types
	switch v := compact(raw); v[0] {
	case 'n':
		t = null
	case 't', 'f':
		t = boolean
	case '"':
		t = text
	case '[':
		t = array
	case '{':
		t = object
	default:
		if t = number; !strings.ContainsAny(v, ".eE") {
			t |= integer
		}
	}
	return s.types&t != 0
}
