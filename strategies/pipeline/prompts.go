package pipeline

import (
	"embed"
	"strings"

	"contextarena.internal/arena"
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
func untag(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "</knowledge>", "< /knowledge>"), "</transcript>", "< /transcript>")
}

// render fills a template.
func render(env arena.Env, name string, d data) string {
	d.Knowledge, d.Transcript = untag(d.Knowledge), untag(d.Transcript)
	for _, quoted := range []*string{&d.Log, &d.Schema, &d.Gaps, &d.Type} {
		*quoted = prompt.Quote(*quoted)
	}
	return prompts.Render(env, name, d)
}

// codeVersion is raised when the same prompts and settings of every pipeline would remember
// differently.
const codeVersion = 2

// used are the named templates, and the one that shows the notes.
func used(code int, templates ...string) prompt.Texts {
	return prompts.Of(code, append(templates, "recall.tmpl")...)
}

// Recalled is the prompt that shows the notes, for strategies that Start a pipeline with notes of their own.
func Recalled() prompt.Texts { return used(codeVersion) }

// Beside is the prompt of memories that have layers: what is said between their parts and the notes.
func Beside() prompt.Texts { return prompts.Of(1, "beside.tmpl") }

// Anchored is the prompt of later passes that see an excerpt of the transcript, for layers that set Plan.Anchor.
func Anchored() prompt.Texts { return used(codeVersion, "delegate_anchored.tmpl") }
