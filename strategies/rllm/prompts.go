package rllm

import (
	"crypto/sha256"
	"embed"
	"fmt"
	"strings"
	"text/template"

	"contextarena.internal/strategies/pipeline"
)

//go:embed prompts/*.tmpl
var promptFiles embed.FS

var prompts = template.Must(template.ParseFS(promptFiles, "prompts/*.tmpl"))

// codeVersion is raised when the same prompts and settings would remember differently: by another
// rule here, or another way to count steps in package sandbox.
const codeVersion = 2

// Version covers all prompts and the schema of plain facts.
func (RLLM) Version() string {
	h := sha256.New()
	for _, name := range []string{"program.tmpl", "facts.tmpl", "recall.tmpl"} {
		b, err := promptFiles.ReadFile("prompts/" + name)
		if err != nil {
			panic(fmt.Sprintf("rllm: prompt %s: %v", name, err))
		}
		fmt.Fprintf(h, "%s %d\n%s", name, len(b), b)
	}
	fmt.Fprintf(h, "%s\n", pipeline.FactForm.Schema().JSON)
	return fmt.Sprintf("%d+%x", codeVersion, h.Sum(nil)[:4])
}

// text is what a prompt may quote. Each part but the system prompt and the fault, which is one line
// of our own, stands in a tagged block.
type text struct{ System, Knowledge, Transcript, Program, Fault string }

// untag spaces out closing tags, so that nothing a user or model wrote can end the block it is
// quoted in.
var untag = strings.NewReplacer("</", "< /")

// render fills a template. The templates are embedded and take any text, so it can't fail.
func render(name string, t text) string {
	for _, quoted := range []*string{&t.Knowledge, &t.Transcript, &t.Program, &t.Fault} {
		*quoted = untag.Replace(*quoted)
	}
	var b strings.Builder
	if err := prompts.ExecuteTemplate(&b, name, t); err != nil {
		panic(fmt.Sprintf("rllm: prompt %s: %v", name, err))
	}
	return b.String()
}
