package shape

import (
	"encoding/json"
	"math/big"
	"slices"
)

// mostMerged bounds the references and allOf worked in for one document, mostBranches the pairs of
// alternatives of two anyOf. A schema that takes more isn't obeyed.
const (
	mostMerged   = 200_000
	mostBranches = 400
)

// flat is a schema with its reference and its allOf worked in; nil if a reference points nowhere or
// round in a circle. What may be any of several stays so.
func (s *Schema) flat(within ...string) *Schema {
	if s.ref == "" && len(s.all) == 0 {
		return s
	}
	s.root.merged++
	if len(within) > deepest || s.root.merged > mostMerged || s.ref != "" && slices.Contains(within, s.ref) {
		return nil
	}
	out := *s
	out.ref, out.all = "", nil
	parts := s.all
	if s.ref != "" {
		target := s.root.refer(s.ref)
		if target == nil {
			return nil
		}
		parts = append([]*Schema{target}, parts...)
	}
	for _, p := range parts {
		p = p.flat(append(slices.Clip(within), s.ref)...)
		if p == nil {
			return nil
		}
		out = *both(&out, p)
	}
	return &out
}

// both is the schema of what two flat schemas allow.
func both(a, b *Schema) *Schema {
	out := *a
	out.never = a.never || b.never
	if out.types = a.types & b.types; a.types == 0 || b.types == 0 {
		out.types = a.types | b.types
	} else if out.types == 0 {
		out.never = true
	}
	switch {
	case a.enum == nil:
		out.enum = b.enum
	case b.enum != nil:
		out.enum = slices.DeleteFunc(slices.Clone(a.enum), func(v json.RawMessage) bool {
			return !slices.ContainsFunc(b.enum, func(w json.RawMessage) bool { return compact(v) == compact(w) })
		})
	}
	out.props = nil
	for _, p := range a.props {
		if i := b.find(p.name); i >= 0 {
			out.props = append(out.props, property{p.name, &Schema{root: a.root, max: -1, long: -1, all: []*Schema{p.schema, b.props[i].schema}}})
		} else {
			out.props = append(out.props, property{p.name, b.adds(p.schema)})
		}
	}
	for _, p := range b.props {
		if a.find(p.name) < 0 {
			out.props = append(out.props, property{p.name, a.adds(p.schema)})
		}
	}
	out.required = append(slices.Clone(a.required), b.required...)
	out.additional, out.items = joint(a.additional, b.additional), joint(a.items, b.items)
	out.prefix = a.prefix
	for i, p := range b.prefix {
		if i < len(out.prefix) {
			out.prefix = slices.Clone(out.prefix)
			out.prefix[i] = joint(out.prefix[i], p)
		} else {
			out.prefix = append(slices.Clone(out.prefix), p)
		}
	}
	out.min, out.max = max(a.min, b.min), least(a.max, b.max)
	out.short, out.long = max(a.short, b.short), least(a.long, b.long)
	out.unique = a.unique || b.unique
	if out.pattern == nil {
		out.pattern = b.pattern
	}
	out.least, out.over = tighter(a.least, b.least, 1), tighter(a.over, b.over, 1)
	out.most, out.under = tighter(a.most, b.most, -1), tighter(a.under, b.under, -1)
	if out.multiple == nil {
		out.multiple = b.multiple
	}
	switch {
	case len(a.any) == 0:
		out.any = b.any
	case len(b.any) > 0 && len(a.any)*len(b.any) <= mostBranches: // any of a's with any of b's
		out.any = nil
		for _, p := range a.any {
			for _, q := range b.any {
				out.any = append(out.any, joint(p, q))
			}
		}
	}
	if b.about != "" {
		out.about += " " + b.about
	}
	return &out
}

// adds is the schema of a property that only the other schema names: it has to be one that s
// allows to be added.
func (s *Schema) adds(p *Schema) *Schema { return joint(p, s.additional) }

func joint(a, b *Schema) *Schema {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return &Schema{root: a.root, max: -1, long: -1, all: []*Schema{a, b}}
}

func (s *Schema) find(name string) int {
	return slices.IndexFunc(s.props, func(p property) bool { return p.name == name })
}

// least is the smaller of two limits, of which -1 is none.
func least(a, b int) int {
	if a < 0 || b >= 0 && b < a {
		return b
	}
	return a
}

// tighter is the one of two bounds that allows less: the larger one for way 1.
func tighter(a, b *big.Rat, way int) *big.Rat {
	if a == nil || b != nil && b.Cmp(a) == way {
		return b
	}
	return a
}
