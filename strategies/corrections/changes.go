package corrections

import (
	"embed"

	"contextarena.internal/llm"
	"contextarena.internal/llm/form"
	"contextarena.internal/strategies/pipeline"
	"contextarena.internal/strategies/prompt"
)

// Change is a value that takes the place of another, as a model lists it.
type Change struct {
	What  string   `json:"what" about:"the thing's name, the known one if it has one"`
	Value string   `json:"value" about:"its value now, copied exactly"`
	Was   string   `json:"was" about:"the value it replaces, empty if none was said" optional:"true"`
	From  []string `json:"from" about:"what the value is worked out from, with amounts, empty for nothing"`
}

type changeList struct {
	Changes []Change `json:"changes" about:"every value that was stated before and is changed by these messages"`
}

var changeForm = form.New[changeList]("changes")

//go:embed prompts/*.tmpl
var promptFiles embed.FS

// Prompts has corrections.tmpl, which asks for the changes of a segment.
var Prompts = prompt.Load(promptFiles, map[string]*llm.Schema{"corrections.tmpl": changeForm.Schema()})

// Ask is the call that lists the changes of a segment, where some things are known already.
func Ask(t pipeline.Trial, p *pipeline.Plan, known string, maxTokens int) llm.Request {
	return changeForm.Ask(t.Env.MemoryModel, maxTokens, Prompts.Render(t.Env, "corrections.tmpl", p.Quoted(known)))
}

// Listed is what a reply calls the list, for warnings.
const Listed = "list of corrections"

// Read are the changes that a reply lists.
func Read(t pipeline.Trial, p *pipeline.Plan, r llm.Response) []Change {
	answer, _ := pipeline.ReadReply(t, p, changeForm, r, Listed)
	return answer.Changes
}
