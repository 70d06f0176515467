package shape

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"
)

// Schema is a JSON schema, as much of it as Fill obeys: type, enum, const, properties, required,
// additionalProperties, items, prefixItems, minItems, maxItems, uniqueItems, minLength,
// maxLength, pattern, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, anyOf,
// oneOf (like anyOf), allOf and local $ref. Any other keyword is not looked at.
type Schema struct {
	root        *document
	types       types // 0 for any
	never       bool  // the schema false
	enum        []json.RawMessage
	props       []property
	required    []string
	additional  *Schema // nil if anything may be added
	items       *Schema
	prefix      []*Schema
	min, max    int // of items; max -1 for none
	unique      bool
	short, long int // of a string, in characters; long -1 for none
	pattern     *regexp.Regexp
	least, most *big.Rat
	over, under *big.Rat
	multiple    *big.Rat
	any         []*Schema
	all         []*Schema
	ref         string
	about       string // title and description
}

type property struct {
	name   string
	schema *Schema
}

// types is a set of JSON types.
type types uint8

const (
	null types = 1 << iota
	boolean
	integer
	number
	text
	array
	object
)

var typeNames = map[string]types{"null": null, "boolean": boolean, "integer": integer, "number": number | integer, "string": text, "array": array, "object": object}

// document is the whole text that a schema is part of: references point into it.
type document struct {
	raw    json.RawMessage
	refs   map[string]*Schema
	values int // schemas read so far
	merged int // references and allOf worked in so far
}

// mostSchemas bounds the schemas of one document.
const mostSchemas = 20_000

// Parse reads a schema. It fails for text that is no JSON object or boolean, and for one of more
// than 20,000 parts; a keyword that makes no sense is ignored.
func Parse(raw json.RawMessage) (*Schema, error) {
	if !json.Valid(raw) {
		return nil, fmt.Errorf("schema is no JSON")
	}
	d := &document{raw: raw, refs: map[string]*Schema{}}
	s := d.parse(raw, 0)
	if s == nil || d.values > mostSchemas {
		return nil, fmt.Errorf("schema is no object, or has more than %d parts", mostSchemas)
	}
	d.refs["#"] = s
	return s, nil
}

// deepest bounds how deep schemas, and the values written for them, are nested.
const deepest = 40

// parse reads one schema; nil if it is none.
func (d *document) parse(raw json.RawMessage, depth int) *Schema {
	d.values++
	s := &Schema{root: d, max: -1, long: -1}
	switch strings.TrimSpace(string(raw)) {
	case "true":
		return s
	case "false":
		s.never = true
		return s
	}
	pairs, ok := members(raw)
	if !ok || depth > deepest || d.values > mostSchemas {
		return nil
	}
	for _, p := range pairs {
		d.keyword(s, p.name, p.value, depth)
	}
	return s
}

func (d *document) keyword(s *Schema, name string, raw json.RawMessage, depth int) {
	switch name {
	case "type":
		var one string
		var several []string
		if json.Unmarshal(raw, &one) == nil {
			several = []string{one}
		} else if json.Unmarshal(raw, &several) != nil {
			return
		}
		for _, t := range several {
			s.types |= typeNames[t]
		}
	case "enum":
		_ = json.Unmarshal(raw, &s.enum) // what is no list is no enum
	case "const":
		s.enum = []json.RawMessage{raw}
	case "properties":
		pairs, _ := members(raw)
		for _, p := range pairs {
			if child := d.parse(p.value, depth+1); child != nil {
				s.props = append(s.props, property{p.name, child})
			}
		}
	case "required":
		_ = json.Unmarshal(raw, &s.required)
	case "additionalProperties":
		s.additional = d.parse(raw, depth+1)
	case "items":
		s.items = d.parse(raw, depth+1)
	case "prefixItems":
		s.prefix = d.list(raw, depth)
	case "anyOf", "oneOf":
		s.any = append(s.any, d.list(raw, depth)...)
	case "allOf":
		s.all = append(s.all, d.list(raw, depth)...)
	case "$ref":
		_ = json.Unmarshal(raw, &s.ref)
	case "minItems":
		s.min = count(raw, 0)
	case "maxItems":
		s.max = count(raw, -1)
	case "uniqueItems":
		s.unique = string(raw) == "true"
	case "minLength":
		s.short = count(raw, 0)
	case "maxLength":
		s.long = count(raw, -1)
	case "pattern":
		var p string
		if json.Unmarshal(raw, &p) == nil && len(p) < 1000 {
			s.pattern, _ = regexp.Compile(p) // nil for what Go can't match
		}
	case "minimum":
		s.least = rational(raw)
	case "maximum":
		s.most = rational(raw)
	case "exclusiveMinimum":
		s.over = rational(raw)
	case "exclusiveMaximum":
		s.under = rational(raw)
	case "multipleOf":
		if m := rational(raw); m != nil && m.Sign() > 0 {
			s.multiple = m
		}
	case "title", "description":
		var t string
		if json.Unmarshal(raw, &t) == nil {
			s.about = strings.TrimSpace(s.about + " " + t)
		}
	}
}

func (d *document) list(raw json.RawMessage, depth int) []*Schema {
	var raws []json.RawMessage
	_ = json.Unmarshal(raw, &raws) // what is no list holds no schemas
	var out []*Schema
	for _, r := range raws {
		if s := d.parse(r, depth+1); s != nil {
			out = append(out, s)
		}
	}
	return out
}

// refer is the schema a local reference points to, nil if there is none.
func (d *document) refer(ref string) *Schema {
	if s, ok := d.refs[ref]; ok {
		return s
	}
	d.refs[ref] = nil
	path, ok := strings.CutPrefix(ref, "#/")
	if !ok {
		return nil
	}
	raw := d.raw
	for key := range strings.SplitSeq(path, "/") {
		key = strings.NewReplacer("~1", "/", "~0", "~").Replace(key)
		raw = member(raw, key)
		if raw == nil {
			return nil
		}
	}
	s := d.parse(raw, 0)
	d.refs[ref] = s
	return s
}

// pair is a member of a JSON object.
type pair struct {
	name  string
	value json.RawMessage
}

// members are those of a JSON object, in the order in which they are written.
func members(raw json.RawMessage) ([]pair, bool) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, false
	}
	var out []pair
	for dec.More() {
		t, err := dec.Token()
		name, ok := t.(string)
		if err != nil || !ok {
			return nil, false
		}
		var value json.RawMessage
		if dec.Decode(&value) != nil {
			return nil, false
		}
		out = append(out, pair{name, value})
	}
	return out, true
}

func member(raw json.RawMessage, key string) json.RawMessage {
	if i, err := strconv.Atoi(key); err == nil {
		var list []json.RawMessage
		if json.Unmarshal(raw, &list) == nil && 0 <= i && i < len(list) {
			return list[i]
		}
	}
	pairs, _ := members(raw)
	for _, p := range pairs {
		if p.name == key {
			return p.value
		}
	}
	return nil
}

// mostCount bounds lengths that a schema asks for, so that none asks for a gigabyte.
const mostCount = 1_000

func count(raw json.RawMessage, none int) int {
	var f float64
	if json.Unmarshal(raw, &f) != nil || f < 0 {
		return none
	}
	return int(min(f, mostCount))
}

// rational is a JSON number exactly, nil for one whose exponent is beyond reason.
func rational(raw json.RawMessage) *big.Rat {
	var f float64
	if json.Unmarshal(raw, &f) != nil || len(raw) > 40 || f != 0 && (abs(f) > 1e30 || abs(f) < 1e-12) {
		return nil
	}
	r, ok := new(big.Rat).SetString(string(raw))
	if !ok {
		return nil
	}
	return r
}

func abs(f float64) float64 { return max(f, -f) }

// Lists are the names of the lists of objects at the top of a schema.
func (s *Schema) Lists() []string {
	flat := s.flat()
	if flat == nil {
		return nil
	}
	var out []string
	for _, p := range flat.props {
		if list := p.schema.flat(); list != nil && list.types&array != 0 && list.items != nil {
			if item := list.items.flat(); item != nil && len(item.props) > 0 {
				out = append(out, p.name)
			}
		}
	}
	return out
}
