package layers

import (
	"encoding/json"
	"strings"
)

// graphSchema is the JSON schema of an extraction, closed so that providers enforce it strictly.
var graphSchema = json.RawMessage(`{"type":"object","additionalProperties":false,` +
	`"required":["entities","places","located","relations","decisions","supersedes"],"properties":{` +
	`"entities":{"type":"array","items":` + closedObject(`"name":{"type":"string"},"aliases":{"type":"array","items":{"type":"string"}},"attributes":`+attributesSchema, "name", "aliases", "attributes") + `},` +
	`"places":{"type":"array","items":` + closedObject(`"path":`+pathSchema+`,"attributes":`+attributesSchema, "path", "attributes") + `},` +
	`"located":{"type":"array","items":` + closedObject(`"name":{"type":"string"},"path":`+pathSchema, "name", "path") + `},` +
	`"relations":{"type":"array","items":` + closedObject(`"from":{"type":"string"},"kind":{"type":"string"},"to":{"type":"string"}`, "from", "kind", "to") + `},` +
	`"decisions":{"type":"array","items":` + closedObject(`"name":{"type":"string"},"decision":{"type":"string"},"outcome":{"type":"string"}`, "name", "decision", "outcome") + `},` +
	`"supersedes":{"type":"array","items":` + closedObject(`"name":{"type":"string"},"attribute":{"type":"string"},"value":{"type":"string"},"was":{"type":"string"}`, "name", "attribute", "value", "was") + `}}}`)

const (
	pathSchema       = `{"type":"array","items":{"type":"string"}}`
	attributesSchema = `{"type":"array","items":{"type":"object","additionalProperties":false,"required":["key","value"],"properties":{"key":{"type":"string"},"value":{"type":"string"}}}}`
)

func closedObject(properties string, required ...string) string {
	return `{"type":"object","additionalProperties":false,"required":["` + strings.Join(required, `","`) + `"],"properties":{` + properties + `}}`
}

// graphReply is an extraction as JSON.
type graphReply struct {
	Entities []struct {
		Name       string
		Aliases    []string
		Attributes []struct{ Key, Value scalar }
	}
	Places []struct {
		Path       []string
		Attributes []struct{ Key, Value scalar }
	}
	Located []struct {
		Name string
		Path []string
	}
	Relations  []struct{ From, Kind, To string }
	Decisions  []struct{ Name, Decision, Outcome string }
	Supersedes []struct {
		Name, Attribute string
		Value, Was      scalar
	}
}

// scalar is a text that a model may have written as a number or a truth value.
type scalar string

// UnmarshalJSON takes texts, numbers and truth values; a list or object is no scalar and left empty.
func (s *scalar) UnmarshalJSON(b []byte) error {
	var text string
	switch {
	case json.Unmarshal(b, &text) == nil:
		*s = scalar(text)
	case b[0] != '[' && b[0] != '{' && string(b) != "null":
		*s = scalar(b)
	}
	return nil
}

// readGraphJSON reads an extraction as JSON, with prose around it and cut off at the end. Each list
// stands for itself: one of the wrong shape is unread and takes none of the others with it. Ok is
// false where there is no object.
func readGraphJSON(text string) (out []assertion, unread int, ok bool) {
	object, whole, ok := salvage(text)
	if !ok {
		return nil, 0, false
	}
	if !whole {
		unread++
	}
	var lists map[string]json.RawMessage
	if json.Unmarshal([]byte(object), &lists) != nil {
		return nil, 0, false
	}
	var r graphReply
	for _, list := range []struct {
		name string
		into any
	}{
		{"entities", &r.Entities},
		{"places", &r.Places},
		{"located", &r.Located},
		{"relations", &r.Relations},
		{"decisions", &r.Decisions},
		{"supersedes", &r.Supersedes},
	} {
		if raw, has := lists[list.name]; has && json.Unmarshal(raw, list.into) != nil {
			unread++
		}
	}
	add := func(s assertion) {
		more, good := checked(s)
		if !good {
			unread++
		}
		out = append(out, more...)
	}
	for _, e := range r.Entities {
		add(assertion{subject: e.Name, naming: true})
		for _, a := range e.Aliases {
			add(assertion{subject: e.Name, alias: a})
		}
		for _, a := range e.Attributes {
			add(assertion{subject: e.Name, key: string(a.Key), value: string(a.Value)})
		}
	}
	for _, p := range r.Places {
		add(assertion{place: p.Path, naming: true})
		for _, a := range p.Attributes {
			add(assertion{place: p.Path, key: string(a.Key), value: string(a.Value)})
		}
	}
	for _, l := range r.Located {
		add(assertion{kind: locatedAt, subject: l.Name, place: l.Path})
	}
	for _, e := range r.Relations {
		add(assertion{kind: relatedTo, subject: e.From, key: e.Kind, value: e.To})
	}
	for _, d := range r.Decisions {
		add(assertion{kind: decided, subject: d.Name, key: d.Decision, value: d.Outcome})
	}
	for _, s := range r.Supersedes {
		add(assertion{supersede: true, subject: s.Name, key: s.Attribute, value: string(s.Value), was: string(s.Was)})
	}
	return correctionsLast(out), unread, true
}
