package routed

import (
	_ "embed"
	"fmt"
	"strings"
	"text/template"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/llm/form"
)

// said are the texts of the user's messages.
func said(messages []arena.Message) []string {
	var out []string
	for _, m := range messages {
		if m.Role == llm.User {
			out = append(out, m.Text)
		}
	}
	return out
}

// kind is a kind of conversation that a model can tell.
type kind struct{ Name, About string }

//go:embed prompts/kinds.txt
var kindText string

//go:embed prompts/kind.tmpl
var kindPrompt string

var (
	kinds        = readKinds(kindText)
	kindTemplate = template.Must(template.New("kind").Parse(kindPrompt))
)

func readKinds(text string) []kind {
	var out []kind
	for line := range strings.Lines(text) {
		name, about, _ := strings.Cut(strings.TrimSpace(line), ": ")
		out = append(out, kind{name, about})
	}
	return out
}

// otherKind is the label of what none of the others fits.
const otherKind = "other"

// mostOpening bounds what is quoted of one message, in bytes.
const mostOpening = 4000

// KindRequest asks which kind of conversation the messages begin: one of the known kinds, or "other". All
// of them are offered, also those that an archive has no cell for: a model that could only choose among
// the others would choose one of them.
func (s EMASRouted) KindRequest(m llm.Model, messages []arena.Message) llm.Request {
	var transcript strings.Builder
	for _, text := range said(messages) {
		if len(text) > mostOpening {
			text = strings.ToValidUTF8(text[:mostOpening], "")
		}
		// A closing tag in what somebody wrote must not end the transcript.
		fmt.Fprintf(&transcript, "user: %s\n", strings.ReplaceAll(text, "</", "< /"))
	}
	var prompt strings.Builder
	err := kindTemplate.Execute(&prompt, struct {
		Kinds      []kind
		Transcript string
	}{kinds, transcript.String()})
	if err != nil { // the template is embedded and takes the data given here
		panic(fmt.Sprintf("routed: prompt of the kind: %v", err))
	}
	return kindForm.Ask(m, s.LabelTokens, prompt.String())
}

// kindChoice is the kind of a conversation.
type kindChoice struct {
	Kind string `json:"kind" about:"what the conversation is about"`
}

var kindForm = form.New[kindChoice]("kind_of_conversation", form.Enum("kind", kindNames()...))

func kindNames() []string {
	var out []string
	for _, k := range kinds {
		out = append(out, k.Name)
	}
	return append(out, otherKind)
}

// ReadKind is the kind that a reply names, empty unless it names a known kind or "other", and nothing
// else.
func ReadKind(r llm.Response) string {
	choice, _ := kindForm.Read(r)
	return choice.Kind
}
