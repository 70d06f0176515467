package serve

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
)

// harmless are the fields that change a reply in ways that an llm.Request can't ask for, each with the values that
// change nothing. With any other it is refused, unless that is null or the field is ignored.
var harmless = map[string][]string{
	"n":                  {"1"},
	"name":               nil, // of a message
	"top_p":              {"1"},
	"stop":               {`""`, "[]"},
	"presence_penalty":   {"0"},
	"frequency_penalty":  {"0"},
	"logit_bias":         {"{}"},
	"tools":              {"[]"},
	"tool_choice":        {`"none"`, `"auto"`},
	"functions":          {"[]"},
	"function_call":      {`"none"`, `"auto"`},
	"modalities":         {`["text"]`},
	"audio":              nil,
	"prediction":         nil,
	"reasoning_effort":   nil,
	"verbosity":          {`"medium"`},
	"web_search_options": nil,
}

// refused names the fields of a request that can't be done, all at once; nil if there are none.
func refused(body []byte, ignored map[string]bool) error {
	var given map[string]json.RawMessage
	if err := decode(body, &given); err != nil {
		return err
	}
	var names []string
	for _, name := range slices.Sorted(maps.Keys(harmless)) {
		var value any
		if null(given[name]) || ignored[name] || json.Unmarshal(given[name], &value) != nil {
			continue
		}
		text, err := json.Marshal(value) // in one spelling
		if err != nil {
			return err
		}
		if !slices.Contains(harmless[name], string(text)) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return unsupported(names[0], names...)
}

// unsupported is the refusal of fields, which says how to have them ignored. Where names is empty it is that of param,
// which has to be left out.
func unsupported(param string, names ...string) *failure {
	shown, hint := param, "leave it out"
	if len(names) > 0 {
		shown = strings.Join(names, "', '")
		hint += ", or have it ignored: --ignore " + strings.Join(names, " --ignore ") + ", of the strategy external ignore: [" + strings.Join(names, ", ") + "]"
	}
	return invalid(http.StatusBadRequest, param, "unsupported_parameter", "unsupported parameter: '%s' would change the reply and isn't known here: %s", shown, hint)
}
