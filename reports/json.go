package reports

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strings"
)

// Long is data with a list that is too long to be held: it is encoded with the list empty, and the items are written
// one by one.
type Long interface {
	// Items are those of the list whose name in JSON is field, at the top.
	Items() (field string, items iter.Seq[any])
}

// writeJSON writes the data, indented.
func writeJSON(d Document, w io.Writer, _ string) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetIndent("", "  ")
	if err := enc.Encode(d.Data); err != nil {
		return err
	}
	text := spelledOut(b.String())
	long, ok := d.Data.(Long)
	if !ok {
		_, err := io.WriteString(w, text)
		return err
	}
	field, items := long.Items()
	before, after, ok := strings.Cut(text, fmt.Sprintf("\n  %q: []", field)) // only what stands at the top is indented so
	if !ok {
		return fmt.Errorf("write JSON: there is no empty list %q", field)
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s\n  %q: [", before, field)
	if err := writeItems(out, items); err != nil {
		return err
	}
	fmt.Fprint(out, "]"+after)
	return out.Flush()
}

// writeItems writes the items of a list, each on lines of its own.
func writeItems(out *bufio.Writer, items iter.Seq[any]) error {
	const indent = "    "
	first := true
	for item := range items {
		if !first {
			fmt.Fprint(out, ",")
		}
		text, err := json.MarshalIndent(item, indent, "  ")
		if err != nil {
			return err
		}
		first = false
		if _, err := out.WriteString("\n" + indent + spelledOut(string(text))); err != nil {
			return err
		}
	}
	if !first {
		fmt.Fprint(out, "\n  ")
	}
	return nil
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
