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
// unless their value is the one that changes nothing.
type unsupportedFields struct {
	N                json.RawMessage `json:"n"`
	TopP             json.RawMessage `json:"top_p"`
	Stop             json.RawMessage `json:"stop"`
	PresencePenalty  json.RawMessage `json:"presence_penalty"`
	FrequencyPenalty json.RawMessage `json:"frequency_penalty"`
	LogitBias        json.RawMessage `json:"logit_bias"`
	Tools            json.RawMessage `json:"tools"`
	ToolChoice       json.RawMessage `json:"tool_choice"`
	Functions        json.RawMessage `json:"functions"`
	FunctionCall     json.RawMessage `json:"function_call"`
	Modalities       json.RawMessage `json:"modalities"`
	Audio            json.RawMessage `json:"audio"`
	Prediction       json.RawMessage `json:"prediction"`
	ReasoningEffort  json.RawMessage `json:"reasoning_effort"`
	Verbosity        json.RawMessage `json:"verbosity"`
	WebSearchOptions json.RawMessage `json:"web_search_options"`
}

// unsupportedTable are the fields in the order in which they are named, with the values, besides
// null, that change nothing.
var unsupportedTable = []struct {
	name     string
	of       func(*unsupportedFields) json.RawMessage
	harmless []any
}{
	{"n", func(f *unsupportedFields) json.RawMessage { return f.N }, []any{1.0}},
	{"top_p", func(f *unsupportedFields) json.RawMessage { return f.TopP }, []any{1.0}},
	{"stop", func(f *unsupportedFields) json.RawMessage { return f.Stop }, []any{"", []any{}}},
	{"presence_penalty", func(f *unsupportedFields) json.RawMessage { return f.PresencePenalty }, []any{0.0}},
	{"frequency_penalty", func(f *unsupportedFields) json.RawMessage { return f.FrequencyPenalty }, []any{0.0}},
	{"logit_bias", func(f *unsupportedFields) json.RawMessage { return f.LogitBias }, []any{map[string]any{}}},
	{"tools", func(f *unsupportedFields) json.RawMessage { return f.Tools }, []any{[]any{}}},
	{"tool_choice", func(f *unsupportedFields) json.RawMessage { return f.ToolChoice }, []any{"none", "auto"}},
	{"functions", func(f *unsupportedFields) json.RawMessage { return f.Functions }, []any{[]any{}}},
	{"function_call", func(f *unsupportedFields) json.RawMessage { return f.FunctionCall }, []any{"none", "auto"}},
	{"modalities", func(f *unsupportedFields) json.RawMessage { return f.Modalities }, []any{[]any{"text"}}},
	{"audio", func(f *unsupportedFields) json.RawMessage { return f.Audio }, nil},
	{"prediction", func(f *unsupportedFields) json.RawMessage { return f.Prediction }, nil},
	{"reasoning_effort", func(f *unsupportedFields) json.RawMessage { return f.ReasoningEffort }, nil},
	{"verbosity", func(f *unsupportedFields) json.RawMessage { return f.Verbosity }, []any{"medium"}},
	{"web_search_options", func(f *unsupportedFields) json.RawMessage { return f.WebSearchOptions }, nil},
}

// refused names the fields that can't be done, all at once; nil if there are none.
func (f *unsupportedFields) refused(ignored map[string]bool) error {
	var names []string
	for _, u := range unsupportedTable {
		raw := u.of(f)
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
		hint += ", or start the endpoint with --ignore " + strings.Join(names, " --ignore ")
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
