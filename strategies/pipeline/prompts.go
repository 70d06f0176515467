package pipeline

import (
	"crypto/sha256"
	"embed"
	"fmt"
	"io/fs"
	"strings"
	"text/template"

	"contextarena.internal/llm"
)

//go:embed prompts/*.tmpl
var promptFiles embed.FS

var prompts = template.Must(template.ParseFS(promptFiles, "prompts/*.tmpl"))

// data is what a prompt may quote. Each part stands in a tagged block of the prompt.
type data struct{ System, Knowledge, Transcript, Log, Schema, Gaps, Type string }

// closing tags inside quoted text are spaced out, so that nothing a user or model wrote can end
// the block it is quoted in.
var (
	untag    = strings.NewReplacer("</knowledge>", "< /knowledge>", "</transcript>", "< /transcript>")
	untagAll = strings.NewReplacer("</", "< /")
)

// render fills a template. The templates are embedded and take any data, so it can't fail.
func render(name string, d data) string {
	d.Knowledge, d.Transcript = untag.Replace(d.Knowledge), untag.Replace(d.Transcript)
	for _, quoted := range []*string{&d.Log, &d.Schema, &d.Gaps, &d.Type} {
		*quoted = untagAll.Replace(*quoted)
	}
	var b strings.Builder
	if err := prompts.ExecuteTemplate(&b, name, d); err != nil {
		panic(fmt.Sprintf("pipeline: prompt %s: %v", name, err))
	}
	return b.String()
}

// codeVersion is raised when the same prompts and settings of every pipeline would remember
// differently.
const codeVersion = 2

// schemas are the forms of the templates that ask by one.
var schemas = map[string]*llm.Schema{
	"facts.tmpl": FactForm.Schema(), "facts_again.tmpl": FactForm.Schema(), "log.tmpl": logForm.Schema(),
	"schema_extract.tmpl": FactForm.Schema(), "schema_again.tmpl": FactForm.Schema(),
	"schema_propose.tmpl": kindForm.Schema(), "schema_refine.tmpl": kindForm.Schema(),
	"sections.tmpl": headedForm().Schema(),
}

// version is codeVersion and the hash of the named templates and their schemas, which decide what is remembered
// as much as the code does.
func version(templates ...string) string { return versionAt(codeVersion, templates...) }

// versionAt is version for a strategy whose own code changed what it remembers.
func versionAt(code int, templates ...string) string {
	h := sha256.New()
	for _, name := range append(templates, "recall.tmpl") {
		b, err := fs.ReadFile(promptFiles, "prompts/"+name)
		if err != nil {
			panic(fmt.Sprintf("pipeline: prompt %s: %v", name, err))
		}
		fmt.Fprintf(h, "%s %d\n%s", name, len(b), b)
		if s := schemas[name]; s != nil {
			fmt.Fprintf(h, "%s\n", s.JSON)
		}
	}
	return fmt.Sprintf("%d+%x", code, h.Sum(nil)[:4])
}

// AnchoredVersion covers the prompt of later passes that see an excerpt of the transcript, for
// layers that set Plan.Anchor.
func AnchoredVersion() string { return version("delegate_anchored.tmpl") }
