package shape_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/llm/sim/read"
	"contextarena.internal/llm/sim/shape"
)

// rows are three facts, one of them about a correction.
func rows() []shape.Row {
	var out []shape.Row
	for i, text := range []string{"The hall costs $400.", "Ann Lee leads team 3.", "The code is ZX-12 \"new\"."} {
		r := shape.Row{}
		for _, c := range read.Clauses(text) {
			r.Values = append(r.Values, c.Values...)
		}
		words := strings.Fields(text)
		r.Cells[shape.Text] = shape.Words(text)
		r.Cells[shape.Subject] = shape.Words(words[1])
		r.Cells[shape.Predicate] = shape.Words(words[2])
		r.Cells[shape.Object] = shape.Words(strings.TrimSuffix(strings.Join(words[3:], " "), "."))
		r.Cells[shape.Kind] = shape.Words([]string{"amount", "relation", "identifier"}[i])
		r.Cells[shape.Index] = shape.Figure(float64(i + 1))
		r.Cells[shape.Confidence] = shape.Figure(0.9)
		r.Cells[shape.Current] = shape.Figure(1)
		r.Cells[shape.Premises] = shape.Cell{List: []string{"the hall", "the code"}}
		if i == 2 {
			r.Cells[shape.Old] = shape.Words("ZX-11")
		}
		out = append(out, r)
	}
	return out
}

// source gives the rows for every array and object.
func source() shape.Source {
	return shape.Source{
		Rows: func(_ string, _ shape.Roles, within *shape.Row) []shape.Row {
			if within != nil {
				return within.Parts
			}
			return rows()
		},
		Whole: func(shape.Roles) *shape.Row { return nil },
		Value: func(about, _ string, number bool) shape.Cell {
			if strings.Contains(about, "unheard") {
				return shape.Cell{}
			}
			if number {
				return shape.Figure(400)
			}
			return shape.Words("$400 and a rather long text behind it")
		},
		Choose: func(labels []shape.Choice, row *shape.Row) int {
			for i, l := range labels {
				if row != nil && l.Label == row.Of(shape.Kind).Text {
					return i
				}
			}
			return -1
		},
	}
}

func fill(t require.TestingT, schema string) string {
	s, err := shape.Parse(json.RawMessage(schema))
	require.NoError(t, err)
	return shape.Fill(s, source())
}

// valid requires that a reply is JSON of a schema.
func valid(t require.TestingT, schema, reply string) {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(schema))
	require.NoError(t, err, schema)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("schema.json", doc))
	compiled, err := c.Compile("schema.json")
	require.NoError(t, err, schema)
	got, err := jsonschema.UnmarshalJSON(strings.NewReader(reply))
	require.NoError(t, err, reply)
	require.NoError(t, compiled.Validate(got), "%s\n%s", schema, reply)
}

func TestFill(t *testing.T) {
	object := func(props string, required ...string) string {
		b, _ := json.Marshal(required)
		return `{"type":"object","additionalProperties":false,"properties":{` + props + `},"required":` + string(b) + `}`
	}
	list := func(item string) string { return object(`"facts":{"type":"array","items":`+item+`}`, "facts") }
	for name, c := range map[string]struct{ schema, want string }{
		"triples": {
			list(object(`"subject":{"type":"string"},"predicate":{"type":"string"},"object":{"type":"string"}`, "subject", "predicate", "object")),
			`{"facts": [{"subject": "hall", "predicate": "costs", "object": "$400"}, {"subject": "Lee", "predicate": "leads", "object": "team 3"}, {"subject": "code", "predicate": "is", "object": "ZX-12 \"new\""}]}`,
		},
		"optional properties are left out, nullable ones null": {
			list(object(`"old_value":{"type":"string"},"formerValue":{"type":["string","null"]},"id":{"type":"integer"}`, "formerValue", "id")),
			`{"facts": [{"formerValue": null, "id": 1}, {"formerValue": null, "id": 2}, {"old_value": "ZX-11", "formerValue": "ZX-11", "id": 3}]}`,
		},
		"an enum by the kind": {
			list(object(`"kind":{"enum":["other","relation","amount"]}`, "kind")),
			`{"facts": [{"kind": "amount"}, {"kind": "relation"}, {"kind": "other"}]}`,
		},
		"alternatives by their constant": {
			`{"type":"object","properties":{"facts":{"type":"array","items":{"anyOf":[{"$ref":"#/$defs/r"},{"$ref":"#/$defs/a"}]}}},"required":["facts"],"$defs":{` +
				`"a":` + object(`"type":{"const":"amount"},"price":{"type":"number"}`, "type", "price") + `,"r":` + object(`"type":{"const":"relation"},"person":{"type":"string"}`, "type", "person") + `}}`,
			`{"facts": [{"type": "amount", "price": 400}, {"type": "relation", "person": "Ann Lee"}, {"type": "relation", "person": ""}]}`,
		},
		"limits of lists and texts": {
			object(`"facts":{"type":"array","maxItems":2,"items":{"type":"string","maxLength":12}}`, "facts"),
			`{"facts": ["The hall", "Ann Lee"]}`,
		},
		"a scale":             {list(object(`"confidence":{"type":"integer","description":"from 1 to 11"}`, "confidence")), `{"facts": [{"confidence": 10}, {"confidence": 10}, {"confidence": 10}]}`},
		"numbers":             {object(`"price":{"type":"integer","maximum":390,"multipleOf":7},"fee":{"type":"number","exclusiveMaximum":400}`, "price", "fee"), `{"price": 385, "fee": 399}`},
		"a name with a form":  {list(object(`"id":{"type":"string","pattern":"^F\\d+$"},"predicate":{"type":"string","pattern":"^[a-z_]+$"}`, "id", "predicate")), `{"facts": [{"id": "F1", "predicate": "costs"}, {"id": "F2", "predicate": "leads"}, {"id": "F3", "predicate": "is"}]}`},
		"a map":               {`{"type":"object","additionalProperties":{"type":"string"}}`, `{"hall": "$400", "Lee": "team 3", "code": "ZX-12 \"new\""}`},
		"lists in records":    {list(object(`"depends_on":{"type":"array","items":{"type":"string"}}`, "depends_on")), `{"facts": [{"depends_on": ["the hall", "the code"]}, {"depends_on": ["the hall", "the code"]}, {"depends_on": ["the hall", "the code"]}]}`},
		"what nobody says":    {object(`"unheard":{"type":"string"},"unheard_of":{"type":["number","null"]},"unheard_sum":{"type":"number"}`, "unheard", "unheard_of", "unheard_sum"), `{"unheard": "", "unheard_of": null, "unheard_sum": 0}`},
		"a tree ends":         {`{"$ref":"#/$defs/node","$defs":{"node":{"type":"object","properties":{"text":{"type":"string"},"children":{"type":"array","items":{"$ref":"#/$defs/node"}}},"required":["text","children"]}}}`, `{"text": "$400 and a rather long text behind it", "children": [{"text": "The hall costs $400.", "children": []}, {"text": "Ann Lee leads team 3.", "children": []}, {"text": "The code is ZX-12 \"new\".", "children": []}]}`},
		"a chain ends":        {`{"type":"object","properties":{"unheard":{"type":"string"},"next":{"anyOf":[{"$ref":"#"},{"type":"null"}]}},"required":["unheard","next"]}`, ``},
		"allOf":               {`{"allOf":[{"$ref":"#/$defs/a"},{"required":["subject"]}],"$defs":{"a":{"type":"object","properties":{"subject":{"type":"string","maxLength":4}}}}}`, `{"subject": "$400"}`},
		"anything":            {`true`, ``},
		"nothing":             {`{"not":{}}`, ""},
		"a list at the top":   {`{"type":"array","items":{"type":"string"},"minItems":5}`, ``},
		"too many for unique": {`{"type":"array","items":{"enum":["a","b"]},"uniqueItems":true,"maxItems":9}`, ``},
	} {
		t.Run(name, func(t *testing.T) {
			got := fill(t, c.schema)
			if name != "nothing" {
				valid(t, c.schema, got)
			}
			if c.want != "" {
				require.Equal(t, c.want, got)
			}
		})
	}
}

// anySchema draws a schema that something satisfies.
func anySchema(t *rapid.T, depth int) map[string]any {
	names := []string{"subject", "value", "old_value", "date", "kind", "confidence", "reason", "price", "people", "depends_on", "unheard", "is_current", "x"}
	s := map[string]any{}
	if rapid.IntRange(0, 4).Draw(t, "described") == 0 {
		s["description"] = rapid.SampledFrom([]string{"the new value", "who it is", "from 1 to 5", "", "a phone number"}).Draw(t, "description")
	}
	form := rapid.IntRange(0, 9).Draw(t, "form")
	if depth > 3 {
		form %= 5
	}
	nullable := func(name string) any {
		if rapid.Bool().Draw(t, "nullable") {
			return []string{name, "null"}
		}
		return name
	}
	switch form {
	case 0:
		s["type"] = nullable("string")
		if rapid.Bool().Draw(t, "limits") {
			s["minLength"] = rapid.IntRange(0, 20).Draw(t, "short")
			s["maxLength"] = s["minLength"].(int) + rapid.IntRange(0, 20).Draw(t, "more")
		} else if rapid.Bool().Draw(t, "pattern") {
			s["pattern"] = rapid.SampledFrom([]string{`^[a-z_]+$`, `^\d{4}-\d{2}$`, `^(yes|no)$`, `.`, `^[A-Z]{2,}-?[0-9]*$`}).Draw(t, "form")
		}
	case 1, 2:
		s["type"] = nullable([]string{"integer", "number"}[form-1])
		lo := rapid.IntRange(-1000, 1000).Draw(t, "lo")
		hi := lo + rapid.IntRange(2, 2000).Draw(t, "span")
		s[rapid.SampledFrom([]string{"minimum", "exclusiveMinimum", "x"}).Draw(t, "least")] = lo
		s[rapid.SampledFrom([]string{"maximum", "exclusiveMaximum", "x"}).Draw(t, "most")] = hi
		if rapid.Bool().Draw(t, "steps") && hi-lo > 20 {
			s["multipleOf"] = rapid.SampledFrom([]any{3, 0.5, 0.01, 10, json.Number("0.25")}).Draw(t, "multiple")
		}
	case 3:
		s["type"] = nullable("boolean")
	case 4:
		s["enum"] = []any{"amount", rapid.SampledFrom([]any{"relation", 3, nil, true, "other"}).Draw(t, "value")}
		if rapid.Bool().Draw(t, "const") {
			s = map[string]any{"const": rapid.SampledFrom([]any{"a", 1, nil, false}).Draw(t, "const")}
		}
	case 5, 6:
		s["type"] = nullable("array")
		s["items"] = anySchema(t, depth+1)
		if rapid.Bool().Draw(t, "limits") {
			s["minItems"] = rapid.IntRange(0, 4).Draw(t, "least")
			s["maxItems"] = s["minItems"].(int) + rapid.IntRange(0, 3).Draw(t, "more")
		} else {
			s["uniqueItems"] = rapid.Bool().Draw(t, "unique")
		}
	case 7:
		s["anyOf"] = []any{anySchema(t, depth+1), anySchema(t, depth+1)}
	case 8:
		s["$ref"] = "#/$defs/shared"
	default:
		s["type"] = nullable("object")
		props := map[string]any{}
		for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom(names), 0, 5, rapid.ID).Draw(t, "names") {
			props[name] = anySchema(t, depth+1)
			if rapid.Bool().Draw(t, "required") {
				s["required"] = append(asStrings(s["required"]), name)
			}
		}
		s["properties"] = props
		switch rapid.IntRange(0, 3).Draw(t, "additional") {
		case 0:
			s["additionalProperties"] = false
		case 1:
			s["additionalProperties"] = anySchema(t, depth+1)
		case 2:
			s["required"] = append(asStrings(s["required"]), "unlisted")
		}
	}
	return s
}

func asStrings(v any) []string {
	s, _ := v.([]string)
	return s
}

func TestFilledJSONIsValid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := map[string]any{"$defs": map[string]any{"shared": map[string]any{
			"type": "object", "properties": map[string]any{"value": map[string]any{"type": "string"}, "next": map[string]any{"anyOf": []any{map[string]any{"$ref": "#/$defs/shared"}, map[string]any{"type": "null"}}}}, "required": []string{"value", "next"},
		}}}
		for k, v := range anySchema(t, 0) {
			s[k] = v
		}
		b, err := json.Marshal(s)
		require.NoError(t, err)
		got := fill(t, string(b))
		valid(t, string(b), got)
		require.Equal(t, got, fill(t, string(b)))
	})
}

func TestExample(t *testing.T) {
	for text, want := range map[string]string{
		`Return {"facts": [{"value": "...", "kind": "date|amount", "confidence": 0.9}]} please`: `{"facts": [{"value": "$400", "kind": "amount", "confidence": 0.9}, {"value": "team 3", "kind": "date", "confidence": 0.9}, {"value": "ZX-12 \"new\"", "kind": "date", "confidence": 0.9}]}`,
		"Use [brackets] thus:\n[{\"subject\": string, // who\n \"old\": string|null,}, ...]":    `[{"subject": "hall", "old": null}, {"subject": "Lee", "old": null}, {"subject": "code", "old": "ZX-11"}]`,
		`{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}`:              `{"n": 400}`,
	} {
		s, from, to, ok := shape.Example(text)
		require.True(t, ok, text)
		require.Equal(t, want, shape.Fill(s, source()))
		require.Contains(t, "{[", text[from:from+1])
		require.Contains(t, "}]", text[to-1:to])
	}
	for _, none := range []string{"", "no {json} here", "[1, 2]", "{", `{"a": `, "[user] said {this}"} {
		_, _, _, ok := shape.Example(none)
		require.False(t, ok, none)
	}
}

func TestTemplate(t *testing.T) {
	row := rows()[2]
	for text, want := range map[string]string{
		"Extract (subject, predicate, object) triples.":      `(code, is, ZX-12 "new")`,
		"One per line: subject | predicate | object":         `code | is | ZX-12 "new"`,
		"Write them as <subject> -> <relation> -> <object>.": `code -> is -> ZX-12 "new"`,
		"List corrections as OLD -> NEW, one per line.":      `ZX-11 -> ZX-12 "new"`,
		"Use the format `old value → new value`.":            `ZX-11 → ZX-12 "new"`,
		"Corrections:\n[kind] subject: old => new":           `[identifier] code: ZX-11 => ZX-12 "new"`,
		"Each line is \"text: kind\".":                       `The code is ZX-12 "new".: identifier`,
	} {
		tmpl, ok := shape.Find(text)
		require.True(t, ok, text)
		require.Equal(t, want, tmpl.Line(&row), text)
	}
	for _, none := range []string{
		"", "Keep names, dates, amounts.", "Write the old value and the new value.", "What was changed, and what is the value now?",
		"- the budget: 40", "Mark each (as old or new).", "user: hello", "## NUMBERS\nWhich amounts, dates, times, codes occur?",
	} {
		tmpl, ok := shape.Find(none)
		require.False(t, ok, "%s: %+v", none, tmpl)
	}
}

func TestScale(t *testing.T) {
	for text, want := range map[string]string{"from 0 to 3": "0 3", "1-5": "1 5", "between 1 and 10": "1 10", "a score (0.0–1.0)": "0 1", "5 apples": "", "2 and 3": "", "10 to 1": "", "": ""} {
		lo, hi, ok := shape.Scale(text)
		got := ""
		if ok {
			got = fmt.Sprint(lo, " ", hi)
		}
		require.Equal(t, want, got, text)
	}
}

func TestParseRefusals(t *testing.T) {
	for _, none := range []string{"", "[]", "3", `{"a`} {
		_, err := shape.Parse(json.RawMessage(none))
		require.Error(t, err, none)
	}
}

func FuzzFill(f *testing.F) {
	f.Add(`{"type":"object","properties":{"a":{"$ref":"#"},"b":{"$ref":"#/properties/a"}},"required":["a"]}`)
	f.Add(`{"$ref":"#"}`)
	f.Add(`{"allOf":[{"$ref":"#/allOf/0"}]}`)
	f.Add(`{"type":"array","minItems":1e9,"items":{"type":"string","minLength":1e9,"pattern":"^(a{1000}){1000}$"}}`)
	f.Add(`{"type":"number","multipleOf":1e-300,"minimum":1e300,"exclusiveMaximum":-1}`)
	f.Add(`{"anyOf":[{"$ref":"#"},{"$ref":"#"}],"enum":[1,{"a":2}],"required":["x","x"],"properties":{"x":false}}`)
	f.Add(`{"type":"object","additionalProperties":{"$ref":"#"}}`)
	f.Fuzz(func(t *testing.T, schema string) {
		s, err := shape.Parse(json.RawMessage(schema))
		if err != nil {
			return
		}
		got := shape.Fill(s, source())
		require.True(t, json.Valid([]byte(got)), got)
		require.Less(t, len(got), 4<<20)
	})
}

func FuzzExample(f *testing.F) {
	f.Add("Return [{\"a\": 1, // x\n...}] as (old -> new)")
	f.Add("{\"a\": {\"b\": [\"c|null\", ...]}, }")
	f.Add("<old> | {new}: `x -> y`")
	f.Fuzz(func(t *testing.T, text string) {
		if s, from, to, ok := shape.Example(text); ok {
			require.True(t, from < to && to <= len(text))
			require.True(t, json.Valid([]byte(shape.Fill(s, source()))))
		}
		if tmpl, ok := shape.Find(text); ok {
			row := rows()[2]
			tmpl.Line(&row)
		}
		shape.Scale(text)
	})
}
