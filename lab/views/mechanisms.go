package views

import (
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"contextarena.internal/llm/sim"
)

// Mechanisms writes what the simulated models do wrong, each with its switch, its parameters for
// every model and where these come from.
func Mechanisms(w io.Writer) error {
	names := sim.Names()
	var b strings.Builder
	for _, m := range sim.Mechanisms() {
		b.WriteString(text.WrapSoft(fmt.Sprintf("%s (off: %s=off): %s", m.Name, m.Name, m.Does), width) + "\n")
		for _, p := range m.Parameters {
			var values []string
			for _, name := range names {
				values = append(values, number(p.Of(name)))
			}
			indent(&b, fmt.Sprintf("%s %s: %s", p.Name, strings.Join(values, " / "), p.Does), "  ")
		}
		indent(&b, m.Source, "  ")
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "Values are those of sim:%s.\n", strings.Join(names, " / sim:"))
	_, err := io.WriteString(w, trimmed(b.String()))
	return err
}

// indent writes a paragraph with an indent.
func indent(b *strings.Builder, paragraph, by string) {
	for line := range strings.SplitSeq(text.WrapSoft(paragraph, width-len(by)), "\n") {
		b.WriteString(by + line + "\n")
	}
}
