package pipeline

import (
	"embed"
	"strings"

	"contextarena.internal/llm"
	"contextarena.internal/strategies/prompt"
)

//go:embed prompts/*.tmpl
var promptFiles embed.FS

var prompts = prompt.Load(promptFiles, map[string]*llm.Schema{
	"facts.tmpl": FactForm.Schema(), "facts_again.tmpl": FactForm.Schema(), "log.tmpl": logForm.Schema(),
	"schema_extract.tmpl": FactForm.Schema(), "schema_again.tmpl": FactForm.Schema(),
	"schema_propose.tmpl": kindForm.Schema(), "schema_refine.tmpl": kindForm.Schema(),
	"sections.tmpl": headedForm().Schema(),
})

// data is what a prompt may quote. Each part stands in a tagged block of the prompt.
type data struct{ System, Knowledge, Transcript, Log, Schema, Gaps, Type string }

// untag spaces out the closing tags of the two blocks that quote most.
var untag = strings.NewReplacer("</knowledge>", "< /knowledge>", "</transcript>", "< /transcript>")

// render fills a template.
func render(name string, d data) string {
	d.Knowledge, d.Transcript = untag.Replace(d.Knowledge), untag.Replace(d.Transcript)
	for _, quoted := range []*string{&d.Log, &d.Schema, &d.Gaps, &d.Type} {
		*quoted = prompt.Quote(*quoted)
	}
	return prompts.Render(name, d)
}

// codeVersion is raised when the same prompts and settings of every pipeline would remember
// differently.
const codeVersion = 2

// version is codeVersion and the hash of the named templates, and of the one that shows the notes.
func version(templates ...string) string { return versionAt(codeVersion, templates...) }

// versionAt is version for a strategy whose own code changed what it remembers.
func versionAt(code int, templates ...string) string {
	return prompts.Version(code, append(templates, "recall.tmpl")...)
}

// AnchoredVersion covers the prompt of later passes that see an excerpt of the transcript, for
// layers that set Plan.Anchor.
func AnchoredVersion() string { return version("delegate_anchored.tmpl") }
