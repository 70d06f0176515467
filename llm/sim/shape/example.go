package shape

import (
	"encoding/json"
	"strings"
)

// Example makes a schema of the first example of JSON in a text, as prompts give them:
//
//	{"facts": [{"value": "...", "kind": "date|amount", "confidence": 0.9}]}
//
// Values stand for their types, a text of alternatives for an enum, and everything is required.
// Values may be left out or be words such as string and <number>. An example that is a JSON schema
// itself is taken as one. From and to are where the example stands.
func Example(text string) (s *Schema, from, to int, ok bool) {
	for i, tries := 0, 0; i < len(text) && tries < mostTries; i++ {
		if text[i] != '{' && text[i] != '[' {
			continue
		}
		tries++
		e := sample{text: text, at: i}
		raw, ok := e.value(0)
		if !ok || !e.fields {
			continue
		}
		if s := given(text[i:e.at]); s != nil {
			return s, i, e.at, true
		}
		if s, err := Parse(json.RawMessage(raw)); err == nil {
			return s, i, e.at, true
		}
	}
	return nil, 0, 0, false
}

// mostTries bounds the brackets that are tried, each of which may take the rest of the text.
const mostTries = 50

// given is the schema that a text is, nil if it is none.
func given(text string) *Schema {
	var head struct {
		Properties json.RawMessage `json:"properties"`
		Items      json.RawMessage `json:"items"`
		Type       string          `json:"type"`
	}
	if json.Unmarshal([]byte(text), &head) != nil || typeNames[head.Type] == 0 || head.Properties == nil && head.Items == nil {
		return nil
	}
	s, err := Parse(json.RawMessage(text))
	if err != nil {
		return nil
	}
	return s
}

// sample reads an example leniently and writes the schema it stands for.
type sample struct {
	text   string
	at     int
	steps  int
	fields bool // an object with a name in quotes was read
}

func (e *sample) space() byte {
	for e.at < len(e.text) && strings.IndexByte(" \t\r\n", e.text[e.at]) >= 0 {
		e.at++
	}
	if e.at == len(e.text) {
		return 0
	}
	return e.text[e.at]
}

func (e *sample) value(depth int) (string, bool) {
	e.steps++
	if depth > 12 || e.steps > mostSchemas {
		return "", false
	}
	switch e.space() {
	case 0:
		return "", false
	case '{':
		return e.object(depth)
	case '[':
		return e.array(depth)
	case '"':
		word, ok := e.quoted()
		return typed(word, true), ok
	}
	start := e.at
	for e.at < len(e.text) && strings.IndexByte(",]}\n", e.text[e.at]) < 0 {
		e.at++
	}
	word := strings.TrimSpace(e.text[start:e.at])
	return typed(word, false), word != "" && len(word) < 100
}

func (e *sample) object(depth int) (string, bool) {
	e.at++
	var props, names []string
	about := ""
	for {
		switch e.space() {
		case '}':
			e.at++
			if len(names) == 0 {
				return `{"type": "object"}`, true
			}
			return `{"type": "object", "additionalProperties": false, "properties": {` + strings.Join(props, ", ") + `}, "required": [` + strings.Join(names, ", ") + `]}`, true
		case ',':
			e.at++
		case '.', '/': // "..." and comments
			e.line()
		case '"':
			name, ok := e.quoted()
			if !ok || e.space() != ':' {
				return "", false
			}
			e.at++
			e.fields = true
			v, ok := e.value(depth + 1)
			if !ok {
				return "", false
			}
			about = e.comment()
			if about != "" {
				v = strings.TrimSuffix(v, "}") + `, "description": ` + quoted(about) + "}"
			}
			props, names = append(props, quoted(name)+": "+v), append(names, quoted(name))
		default:
			return "", false
		}
	}
}

func (e *sample) array(depth int) (string, bool) {
	e.at++
	items := ""
	for {
		switch e.space() {
		case 0:
			return "", false
		case ']':
			e.at++
			if items == "" {
				items = `{"type": "string"}`
			}
			return `{"type": "array", "items": ` + items + "}", true
		case ',':
			e.at++
		case '.', '/':
			e.line()
		default:
			v, ok := e.value(depth + 1)
			if !ok {
				return "", false
			}
			if items == "" {
				items = v
			}
		}
	}
}

// line leaves out dots, or a comment to the end of its line.
func (e *sample) line() {
	if e.text[e.at] == '.' {
		for e.at < len(e.text) && e.text[e.at] == '.' {
			e.at++
		}
		return
	}
	if i := strings.IndexByte(e.text[e.at:], '\n'); i >= 0 {
		e.at += i
	} else {
		e.at = len(e.text)
	}
}

// comment is what stands behind two slashes, before or after the comma.
func (e *sample) comment() string {
	rest := strings.TrimLeft(e.text[e.at:], ", \t")
	if !strings.HasPrefix(rest, "//") && !strings.HasPrefix(rest, "# ") {
		return ""
	}
	end := len(e.text) - len(rest)
	line, _, _ := strings.Cut(rest, "\n")
	e.at = end + len(line)
	return strings.TrimSpace(strings.TrimLeft(line, "/# "))
}

func (e *sample) quoted() (string, bool) {
	for i := e.at + 1; i < len(e.text); i++ {
		switch e.text[i] {
		case '\\':
			i++
		case '\n':
			return "", false
		case '"':
			word := e.text[e.at+1 : i]
			e.at = i + 1
			return word, true
		}
	}
	return "", false
}

// typed is the schema that the value of a field stands for.
func typed(word string, isText bool) string {
	plain := strings.ToLower(strings.Trim(word, "<>{}. "))
	switch plain {
	case "number", "float", "decimal", "amount as number":
		return `{"type": "number"}`
	case "integer", "int":
		return `{"type": "integer"}`
	case "true", "false", "boolean", "bool", "true|false", "true/false", "true or false":
		return `{"type": "boolean"}`
	case "null":
		return `{"type": ["string", "null"]}`
	}
	if options := strings.Split(plain, "|"); len(options) > 1 {
		return alternatives(word)
	}
	if !isText {
		if lo, hi, ok := Scale(plain); ok {
			return `{"type": "number", "minimum": ` + decimal(lo) + `, "maximum": ` + decimal(hi) + `}`
		}
		if json.Valid([]byte(plain)) && plain[0] != '"' && plain[0] != '{' && plain[0] != '[' {
			if strings.ContainsAny(plain, ".e") {
				return `{"type": "number"}`
			}
			return `{"type": "integer"}`
		}
	}
	if plain == "" || plain == "string" || plain == "str" || plain == "text" {
		return `{"type": "string"}`
	}
	return `{"type": "string", "description": ` + quoted(strings.Trim(word, "<> ")) + `}`
}

// alternatives is the schema of "a|b|c". A null among them, or a type, is one.
func alternatives(text string) string {
	var words []string
	types := ""
	for option := range strings.SplitSeq(text, "|") {
		option = strings.Trim(option, " <>\"'")
		switch strings.ToLower(option) {
		case "null":
			types = `, "null"`
		case "":
		default:
			words = append(words, quoted(option))
		}
	}
	if len(words) == 1 {
		switch t := strings.ToLower(strings.Trim(words[0], `"`)); t {
		case "number", "integer", "boolean":
			return `{"type": ["` + t + `"` + types + `]}`
		}
		return `{"type": ["string"` + types + `]}`
	}
	if types != "" {
		words = append(words, "null")
	}
	return `{"enum": [` + strings.Join(words, ", ") + `]}`
}
