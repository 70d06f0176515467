package reports

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// writeJSON writes the data, indented.
func writeJSON(d Document, w io.Writer, _ string) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetIndent("", "  ")
	if err := enc.Encode(d.Data); err != nil {
		return err
	}
	_, err := io.WriteString(w, spelledOut(b.String()))
	return err
}

// spelledOut is JSON in which every character that steers a terminal is an escape, which reads back as
// itself. Those below U+0020 within texts are escapes already.
func spelledOut(text string) string {
	if strings.IndexFunc(text, func(r rune) bool { return steers(r) && r != '\n' }) < 0 {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if steers(r) && r != '\n' {
			fmt.Fprintf(&b, `\u%04x`, r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}
