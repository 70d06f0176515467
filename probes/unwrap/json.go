package unwrap

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"contextarena.internal/words"
)

// line is a member of a JSON text: what it belongs to, and what it says.
type line struct{ keys, value string }

var (
	fence    = words.Lazy("(?s)```(?:json5?|javascript|js|ts)?[ \t]*\n(.*?)\n?[ \t]*```")
	assigned = words.Lazy(`(?s)^\s*(?:(?:const|let|var|export default|export const|export)\s+)?(?:[\w$.]+\s*=\s*)?([{\[].*[}\]])\s*;?\s*$`)
	assigns  = words.Lazy(`^(?:(?:const|let|var|export)\b|[\w$.]+\s*=\s*[{\[])`)
	bareKey  = words.Lazy(`([{,]\s*)([A-Za-z_$][\w$]*)(\s*:)`)
	trailing = words.Lazy(`,(\s*[}\]])`)
	single   = words.Lazy(`'((?:[^'\\\n]|\\.)*)'(\s*[,:}\]])`)
	comment  = words.Lazy(`(?m)(^|[\s,{\[])//[^\n]*$`)
	joints   = words.Lazy(`[_-]+|([a-z])([A-Z])`)
)

// Lines reads a text that is JSON, or an object as JavaScript writes it, into its members, whose keys
// are their labels. Fenced, it may have other text around it. Of any other text ok is false.
func Lines(text string) (lines []line, ok bool) {
	head := strings.TrimSpace(text[:min(len(text), 200)])
	fenced := strings.Contains(text, "```")
	if head == "" || !strings.Contains("{[", head[:1]) && !fenced && !assigns.MatchString(head) {
		return nil, false
	}
	if value, ok := parsed(text); ok {
		return members(nil, "", value), true
	}
	if m := fence.FindStringSubmatch(text); m != nil {
		if value, ok := parsed(m[1]); ok {
			return members(nil, "", value), true
		}
	}
	return nil, false
}

// Notes is a text that holds many facts, as it is to be read: of one that is JSON or a JavaScript object
// each member on a line of its own, behind its keys; any other as it is.
func Notes(text string) string {
	lines, ok := Lines(text)
	if !ok {
		return text
	}
	var out strings.Builder
	for _, l := range lines {
		fmt.Fprintf(&out, "- %s\n", l)
	}
	return out.String()
}

// String is the member as a line of notes.
func (l line) String() string {
	if l.keys == "" {
		return l.value
	}
	return l.keys + ": " + l.value
}

// parsed reads an object or a list, with its members in their order.
func parsed(text string) (any, bool) {
	text = strings.TrimSpace(text)
	m := assigned.FindStringSubmatch(text)
	if m == nil {
		return nil, false
	}
	if v, ok := decoded(m[1]); ok {
		return v, true
	}
	loose := comment.ReplaceAllString(m[1], "$1")
	loose = single.ReplaceAllStringFunc(loose, func(s string) string {
		p := single.FindStringSubmatch(s)
		return `"` + strings.ReplaceAll(strings.ReplaceAll(p[1], `\'`, "'"), `"`, `\"`) + `"` + p[2]
	})
	loose = trailing.ReplaceAllString(bareKey.ReplaceAllString(loose, `$1"$2"$3`), "$1")
	return decoded(loose)
}

// object is a JSON object in its order.
type object []struct {
	key   string
	value any
}

// decoded reads one JSON value and nothing behind it.
func decoded(text string) (any, bool) {
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.UseNumber()
	v, err := decode(d, 0)
	if err != nil || d.More() {
		return nil, false
	}
	return v, true
}

// maxNesting bounds how deep a reply may be nested.
const maxNesting = 50

func decode(d *json.Decoder, depth int) (any, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	if depth > maxNesting {
		return nil, fmt.Errorf("nested more than %d deep", maxNesting)
	}
	switch token {
	case json.Delim('{'):
		var out object
		for d.More() {
			key, err := d.Token()
			if err != nil {
				return nil, err
			}
			value, err := decode(d, depth+1)
			if err != nil {
				return nil, err
			}
			out = append(out, struct {
				key   string
				value any
			}{key.(string), value})
		}
		_, err := d.Token()
		return out, err
	case json.Delim('['):
		var out []any
		for d.More() {
			value, err := decode(d, depth+1)
			if err != nil {
				return nil, err
			}
			out = append(out, value)
		}
		_, err := d.Token()
		return out, err
	}
	return token, nil
}

// members lists what an object or a list holds, every member with the keys that lead to it.
func members(out []line, keys string, value any) []line {
	under := func(key string) string {
		return strings.TrimSpace(keys + " " + joints.ReplaceAllString(key, "$1 $2"))
	}
	switch v := value.(type) {
	case object:
		flat := true
		for _, m := range v {
			switch m.value.(type) {
			case object, []any:
				flat = false
			}
		}
		if flat && len(v) > 1 && len(v) <= 6 && keys != "" { // what belongs to one thing stays on one line
			var parts []string
			for _, m := range v {
				parts = append(parts, line{joints.ReplaceAllString(m.key, "$1 $2"), scalar(m.value)}.String())
			}
			return append(out, line{keys, strings.Join(parts, ", ")})
		}
		for _, m := range v {
			out = members(out, under(m.key), m.value)
		}
		return out
	case []any:
		if len(v) == 2 { // ["name", "value"]
			if name, ok := v[0].(string); ok && len(name) < 40 {
				if rest := scalar(v[1]); rest != "" {
					return append(out, line{under(name), rest})
				}
			}
		}
		for _, m := range v {
			out = members(out, keys, m)
		}
		return out
	}
	return append(out, line{keys, scalar(value)})
}

// scalar is a plain JSON value as text, empty for an object or a list.
func scalar(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	case bool:
		return fmt.Sprint(v)
	case nil:
		return "null"
	}
	return ""
}

var (
	answerKey = words.Lazy(`(?i)\b(?:final answer|answer|value|result|response|reply|output|current(?: value)?|antwort|respuesta|risposta|r[ée]ponse|resposta)$`)
	asideKey  = words.Lazy(`(?i)\b(?:reason(?:ing)?|thoughts?|thinking|explanation|rationale|analysis|scratchpad|steps?|chain of thought|question|query|context|confidence|sources?|turn|citations?|previous|old|former|prior|formerly|earlier|superseded|was|alternatives?|other|others|rejected|dropped|deleted|discarded|tested|draft|ruled out|candidates?|considered|notes?|comment|history|not)\b`)
)

// answerOf is what a JSON reply answers: the members that are named so; without any, all that aren't
// named as something beside the answer.
func answerOf(lines []line) string {
	pick := func(is func(l line) bool) []string {
		var out []string
		for _, l := range lines {
			if l.value != "" && is(l) {
				out = append(out, l.String())
			}
		}
		return out
	}
	aside := func(l line) bool { return asideKey.MatchString(l.keys) }
	answer := pick(func(l line) bool { return answerKey.MatchString(l.keys) && !aside(l) })
	if len(answer) == 0 {
		answer = pick(func(l line) bool { return !aside(l) })
	}
	for i, a := range answer {
		if label, rest, ok := strings.Cut(a, ": "); ok && answerKey.MatchString(label) && len(strings.Fields(label)) == 1 {
			answer[i] = rest
		}
	}
	return strings.Join(answer, "\n")
}
