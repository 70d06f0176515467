package scenarios

import (
	"bytes"
	"encoding/json"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v4"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
)

func compiledSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(JSONSchema))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("scenario.schema.json", doc))
	s, err := c.Compile("scenario.schema.json")
	require.NoError(t, err)
	return s
}

// validate checks a YAML text as an editor does: dates are text.
func validate(t *testing.T, s *jsonschema.Schema, text []byte) error {
	t.Helper()
	var n yaml.Node
	require.NoError(t, yaml.Load(text, &n))
	var document struct {
		JSON string `yaml:"json,json"`
	}
	require.Empty(t, strictyaml.DecodeNode("", &yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{{Kind: yaml.ScalarNode, Value: "json"}, n.Content[0]}}, &document))
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(document.JSON))
	require.NoError(t, err)
	return s.Validate(v)
}

func TestSchemaAcceptsBuiltin(t *testing.T) {
	s := compiledSchema(t)
	require.NoError(t, validate(t, s, []byte(party)))
	require.NoError(t, validate(t, s, []byte(strings.Replace(party, "fact: guests, type: quantity, kind: derived", "id: guests, type: quantity, kind: absent, question: Who?", 1))))
	entries, err := builtinFiles.ReadDir("builtin")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(entries), len(original))
	for _, e := range entries {
		data, err := builtinFiles.ReadFile("builtin/" + e.Name())
		require.NoError(t, err)
		require.NoError(t, validate(t, s, data), e.Name())
	}
}

// What is wrong in form is refused by the schema and by Parse alike.
func TestSchemaRefuses(t *testing.T) {
	s := compiledSchema(t)
	for name, edit := range map[string][2]string{
		"unknown field":            {"suite: own", "suite: own\nsuit: x"},
		"missing field":            {"name: ", "description: "},
		"id":                       {"id: party", "id: The Party"},
		"time":                     {"at: 2026-11-02 09:15", "at: yesterday"},
		"no user message":          {"    user: Eight guests come from work.\n", ""},
		"blank question":           {"question: Sum up the plan.", "question: ' '"},
		"ref":                      {"refs: [1]", "refs: [0]"},
		"turn as text":             {"turn: 2", `turn: "2"`},
		"fractional turn":          {"turn: 2", "turn: 1.5"},
		"pass 0":                   {"pass: 1", "pass: 0"},
		"type":                     {"type: correction", "type: phone"},
		"kind":                     {"kind: derived", "kind: new"},
		"absent with a fact":       {"kind: derived", "kind: absent, id: guests, question: Who?"},
		"absent without id":        {"fact: guests, type: quantity, kind: derived", "type: quantity, kind: absent, question: Who?"},
		"absent without question":  {"fact: guests, type: quantity, kind: derived", "id: guests, type: quantity, kind: absent"},
		"question beside a fact":   {"kind: derived", "kind: derived, question: Who?"},
		"stated by the system":     {"turn: 1\n", "turn: 1\n    in: system\n"},
		"fact without question":    {"    question: How many come?\n", ""},
		"no fact":                  {"fact: guests, type: quantity, kind: derived", "id: x, type: quantity, kind: derived"},
		"extended as text":         {"extended: true", "extended: yes please"},
		"legacy as text":           {`legacy: ["700"]`, `legacy: "700"`},
		"pattern of two forms":     {"value: {number: 8}", "value: {number: 8, date: 03-08}"},
		"pattern of no form":       {"value: {number: 8}", "value: {unit: usd}"},
		"unknown field of pattern": {"value: {number: 8}", "value: {number: 8, units: x}"},
		"list as pattern":          {"value: {number: 8}", "value: [a, b]"},
		"nested pattern":           {"value: {number: 8}", "value: {any: [{number: 8}, {nmber: 9}]}"},
		"empty any":                {"value: {number: 8}", "value: {any: []}"},
		"date":                     {"value: {number: 8}", "value: {date: March 8}"},
		"arguments":                {"arguments: {who: work, limit: 10, open: true, tags: [a, ~]}", "arguments: [work]"},
	} {
		t.Run(name, func(t *testing.T) {
			require.Contains(t, party, edit[0])
			text := []byte(strings.Replace(party, edit[0], edit[1], 1))
			require.Error(t, validate(t, s, text))
			_, err := Parse("party.yaml", text)
			require.Error(t, err)
		})
	}
}

var innerCapital = regexp.MustCompile(`([a-z])([A-Z])`)

// The schema's fields, and which of them are required, are those of the Go types.
func TestSchemaNamesEveryField(t *testing.T) {
	type object struct {
		Properties map[string]json.RawMessage `json:"properties"`
		Required   []string                   `json:"required"`
		OneOf      []json.RawMessage          `json:"oneOf"`
	}
	var schema struct {
		object
		Defs map[string]object `json:"$defs"`
	}
	require.NoError(t, json.Unmarshal(JSONSchema, &schema))
	compare := func(name string, o object, v any) {
		var fields, required []string
		for sf := range reflect.TypeOf(v).Fields() {
			field, _, _ := strings.Cut(sf.Tag.Get("yaml"), ",")
			if field == "-" {
				continue // of no file
			}
			if field == "" {
				field = strings.ToLower(innerCapital.ReplaceAllString(sf.Name, "${1}_$2"))
			}
			fields = append(fields, field)
			if sf.Tag.Get("need") == "true" {
				required = append(required, field)
			}
		}
		have := make([]string, 0, len(o.Properties))
		for field := range o.Properties {
			have = append(have, field)
		}
		require.ElementsMatch(t, fields, have, name)
		require.ElementsMatch(t, required, o.Required, name)
	}
	compare("file", schema.object, arena.Scenario{})
	compare("turn", schema.Defs["turn"], arena.Exchange{})
	compare("tool", schema.Defs["tool"], arena.ToolUse{})
	compare("final", schema.Defs["final"], arena.Final{})
	compare("fact", schema.Defs["fact"], arena.Fact{})
	compare("probe", schema.Defs["probe"], arena.Probe{})

	forms := reflect.TypeFor[arena.Pattern]()
	fieldsOf := map[string]any{"number": arena.NumberPattern{}, "near": arena.NearPattern{}, "section": arena.SectionPattern{}}
	require.Len(t, schema.Defs["pattern"].OneOf, 1+forms.NumField())
	for i, raw := range schema.Defs["pattern"].OneOf[1:] {
		var o object
		require.NoError(t, json.Unmarshal(raw, &o))
		name := strings.ToLower(forms.Field(i).Name)
		require.Equal(t, name, o.Required[0])
		if fieldsOf[name] == nil {
			fieldsOf[name] = reflect.Zero(reflect.StructOf([]reflect.StructField{forms.Field(i)})).Interface()
		}
		compare(name, o, fieldsOf[name])
	}
}
