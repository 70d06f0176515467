package shape

import (
	"slices"
	"strconv"
	"strings"
)

// array writes an item for each row, or for each value of what it is about.
func (f *filler) array(s *Schema, p place) written {
	items := s.items
	if items == nil {
		items = &Schema{root: s.root, max: -1, long: -1, types: text}
	}
	inside := place{name: p.name, path: p.path, about: p.about, depth: p.depth, chain: p.chain}
	var out []string
	known := false
	add := func(w written) bool {
		if !w.ok || s.unique && slices.ContainsFunc(out, func(o string) bool { return canonical(o) == canonical(w.json) }) {
			return false
		}
		out = append(out, w.json)
		known = known || w.known
		return true
	}
	most := s.max
	if most < 0 {
		most = mostValues
	}
	full := func() bool { return len(out) >= most }
	for _, part := range s.prefix {
		if full() {
			break
		}
		inside.row = p.row
		if w := f.value(part, inside); !add(w) && !w.ok {
			return written{}
		}
	}
	if !full() && f.left > 0 {
		f.items(items, p, inside, func(w written) bool { add(w); return !full() })
	}
	inside.row, inside.cell = &Row{}, nil
	for tries := 0; len(out) < s.min && tries < 2*s.min && f.left > -mostValues; tries++ {
		if s.unique { // only what counts can always differ
			inside.cell = &Cell{Text: "none " + strconv.Itoa(tries+1), Number: float64(tries + 1), Numeric: true}
		}
		if w := f.value(items, inside); !w.ok {
			return written{}
		} else if !add(w) && !s.unique {
			break
		}
	}
	return written{"[" + strings.Join(out, ", ") + "]", known, true}
}

// items writes the items until enough says that there are enough.
func (f *filler) items(s *Schema, p, inside place, more func(written) bool) {
	flat := s.flat()
	if flat == nil || flat.never {
		return
	}
	inside.about = strings.TrimSpace(p.about + " " + flat.about)
	has := f.records(flat, 0)
	if p.row != nil && has == 0 { // a list in a record
		for _, c := range p.row.list(p.name, p.about) {
			inside.row, inside.cell = p.row, &c
			if f.left < 0 || !more(f.value(s, inside)) {
				return
			}
		}
		return
	}
	for _, row := range f.src.Rows(inside.said(), has, p.row) {
		inside.row, inside.cell = &row, nil
		if has == 0 {
			c := row.main(p.name + " " + p.about)
			inside.cell = &c
		}
		if f.left < 0 || !more(f.value(s, inside)) {
			return
		}
	}
}

// records are the roles of the records that items are; 0 if they are no objects.
func (f *filler) records(s *Schema, depth int) Roles {
	var rs Roles
	if s.types == 0 || s.types&object != 0 {
		rs = s.has()
		if len(s.props) > 0 || s.types == object {
			rs |= 1 << None
		}
	}
	for _, b := range s.any {
		if flat := b.flat(); flat != nil && depth < 3 {
			rs |= f.records(flat, depth+1)
		}
	}
	return rs
}
