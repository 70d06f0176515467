package scenarios

import (
	"encoding/json"
	"strings"

	"go.yaml.in/yaml/v4"
)

// jsonText is a YAML value as compact JSON, fields in the order in which they stand. Nothing at
// all is {}. A number keeps its spelling where JSON allows it; it is text otherwise, like a date.
func jsonText(n *yaml.Node) string {
	if n.Kind == 0 {
		return "{}"
	}
	var b strings.Builder
	writeJSON(&b, n)
	return b.String()
}

func writeJSON(b *strings.Builder, n *yaml.Node) {
	switch n.Kind {
	case yaml.MappingNode:
		b.WriteByte('{')
		for i := 0; i+1 < len(n.Content); i += 2 {
			if i > 0 {
				b.WriteByte(',')
			}
			writeString(b, n.Content[i].Value)
			b.WriteByte(':')
			writeJSON(b, n.Content[i+1])
		}
		b.WriteByte('}')
	case yaml.SequenceNode:
		b.WriteByte('[')
		for i, item := range n.Content {
			if i > 0 {
				b.WriteByte(',')
			}
			writeJSON(b, item)
		}
		b.WriteByte(']')
	default:
		writeScalar(b, n)
	}
}

func writeScalar(b *strings.Builder, n *yaml.Node) {
	switch n.Tag {
	case "!!null":
		b.WriteString("null")
		return
	case "!!bool":
		b.WriteString(strings.ToLower(n.Value))
		return
	case "!!int", "!!float":
		if json.Valid([]byte(n.Value)) {
			b.WriteString(n.Value)
			return
		}
	}
	writeString(b, n.Value)
}

// writeString writes text as a JSON string, < and > as they are.
func writeString(b *strings.Builder, s string) {
	var text strings.Builder
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil { // text always encodes
		panic("scenarios: encoding a text: " + err.Error())
	}
	b.WriteString(strings.TrimSuffix(text.String(), "\n"))
}
