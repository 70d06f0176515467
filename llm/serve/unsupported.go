package serve

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
)

// unsupportedFields change a reply in ways that an llm.Request can't ask for. They are refused
// unless their value is null or one that changes nothing, which the tag lists.
type unsupportedFields struct {
	N                json.RawMessage `json:"n" harmless:"[1]"`
	TopP             json.RawMessage `json:"top_p" harmless:"[1]"`
	Stop             json.RawMessage `json:"stop" harmless:"[\"\", []]"`
	PresencePenalty  json.RawMessage `json:"presence_penalty" harmless:"[0]"`
	FrequencyPenalty json.RawMessage `json:"frequency_penalty" harmless:"[0]"`
	LogitBias        json.RawMessage `json:"logit_bias" harmless:"[{}]"`
	Tools            json.RawMessage `json:"tools" harmless:"[[]]"`
	ToolChoice       json.RawMessage `json:"tool_choice" harmless:"[\"none\", \"auto\"]"`
	Functions        json.RawMessage `json:"functions" harmless:"[[]]"`
	FunctionCall     json.RawMessage `json:"function_call" harmless:"[\"none\", \"auto\"]"`
	Modalities       json.RawMessage `json:"modalities" harmless:"[[\"text\"]]"`
	Audio            json.RawMessage `json:"audio"`
	Prediction       json.RawMessage `json:"prediction"`
	ReasoningEffort  json.RawMessage `json:"reasoning_effort"`
	Verbosity        json.RawMessage `json:"verbosity" harmless:"[\"medium\"]"`
	WebSearchOptions json.RawMessage `json:"web_search_options"`
}

// unsupportedField is one of them by its place in the struct.
type unsupportedField struct {
	name     string
	harmless []any
}

var unsupportedTable = func() []unsupportedField {
	var out []unsupportedField
	for f := range reflect.TypeFor[unsupportedFields]().Fields() {
		u := unsupportedField{name: f.Tag.Get("json")}
		if text, ok := f.Tag.Lookup("harmless"); ok {
			if err := json.Unmarshal([]byte(text), &u.harmless); err != nil {
				panic(fmt.Sprintf("serve: harmless values of %s: %v", u.name, err))
			}
		}
		out = append(out, u)
	}
	return out
}()

// refused names the fields that can't be done, all at once; nil if there are none.
func (f *unsupportedFields) refused(ignored map[string]bool) error {
	var names []string
	fields := reflect.ValueOf(f).Elem()
	for i, u := range unsupportedTable {
		raw := fields.Field(i).Bytes()
		if null(raw) || ignored[u.name] {
			continue
		}
		var v any
		if err := json.Unmarshal(raw, &v); err != nil {
			return err // it has been decoded, so it can't be
		}
		if !slices.ContainsFunc(u.harmless, func(h any) bool { return reflect.DeepEqual(v, h) }) {
			names = append(names, u.name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return unsupported(names[0], names...)
}

// unsupported is the refusal of fields; of those in names it says how to have them ignored.
func unsupported(param string, names ...string) *failure {
	hint := "leave it out"
	shown := "'" + param + "'"
	if len(names) > 0 && names[0] != "" {
		hint += ", or have it ignored: --ignore " + strings.Join(names, " --ignore ") + ", of the strategy external ignore: [" + strings.Join(names, ", ") + "]"
	}
	if len(names) > 1 {
		shown = "'" + strings.Join(names, "', '") + "'"
	}
	return invalid(http.StatusBadRequest, param, "unsupported_parameter", "unsupported parameter: %s would change the reply and isn't known here: %s", shown, hint)
}

// Ignorable are the fields that Options.Ignore may name.
func Ignorable() []string {
	names := []string{"name"} // of a message
	for _, u := range unsupportedTable {
		names = append(names, u.name)
	}
	slices.Sort(names)
	return names
}

// ignorable checks a name of Options.Ignore.
func ignorable(name string) error {
	if known := Ignorable(); !slices.Contains(known, name) {
		return fmt.Errorf("can't ignore %q (what can be: %s)", name, strings.Join(known, ", "))
	}
	return nil
}
