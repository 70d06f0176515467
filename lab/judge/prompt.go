package judge

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"text/template"

	"contextarena.internal/llm"
	"contextarena.internal/llm/form"
	"contextarena.internal/probes"
)

//go:embed prompt.tmpl
var promptText string

var promptTemplate = template.Must(template.New("judge").Parse(promptText))

// maxTokens is the cap of a judge's answer: a short form, with room to reason.
const maxTokens = 512

// option is a verdict that a judge can give.
type option struct {
	Name  probes.Result
	About string
}

// options are the verdicts in the order in which they are asked for first. Stale is offered only where
// there is an old value.
var options = []option{
	{probes.Kept, "it gives what is true as its answer. It may name an old value as old, add other things, or say that it isn't quite sure. If nobody ever said it, it says that it isn't known"},
	{probes.Stale, "it gives a value that is no longer true as its answer, or that and the true one side by side with nothing to tell which holds"},
	{probes.Lost, "anything else: another value, only a part of the right one, the right value of another thing, a refusal, or that it isn't known although it was said"},
}

// said is the form that a judge fills in. What the reply answers comes first, so that the verdict follows
// from it.
type said struct {
	Answer  string `json:"answer" about:"what the reply gives as its answer, in a few words; empty if it gives none" optional:"true"`
	Verdict string `json:"verdict" about:"the verdict on the reply"`
}

// question is one of the ways to ask.
type question struct {
	options []option
	form    *form.Form[said]
}

// questions are how a case without an old value is asked, and then how one with an old value is: each time
// in one order of the verdicts and in the other.
var questions = func() (out [2][2]question) {
	without := slices.DeleteFunc(slices.Clone(options), func(o option) bool { return o.Name == probes.Stale })
	for i, offered := range [][]option{without, options} {
		turned := slices.Clone(offered)
		slices.Reverse(turned)
		for j, in := range [][]option{offered, turned} {
			var names []string
			for _, o := range in {
				names = append(names, string(o.Name))
			}
			out[i][j] = question{in, form.New[said]("verdict", form.Enum("verdict", names...))}
		}
	}
	return out
}()

// promptVersion changes with anything that judges are asked.
var promptVersion = func() string {
	h := sha256.New()
	fmt.Fprint(h, promptText, options, maxTokens)
	for _, q := range questions {
		fmt.Fprint(h, q[0].form.Schema().JSON, q[1].form.Schema().JSON)
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}()

// questions are the two ways in which the case is asked.
func (c Case) questions() [2]question {
	if len(c.Old) > 0 {
		return questions[1]
	}
	return questions[0]
}

// request asks for a verdict on the case. The lines around the reply have a mark made of the reply itself,
// which nothing in it can have written.
func (q question) request(m llm.Model, c Case) llm.Request {
	sum := sha256.Sum256([]byte(c.Reply))
	var prompt strings.Builder
	err := promptTemplate.Execute(&prompt, struct {
		Case
		Verdicts []option
		Mark     string
	}{c, q.options, "=== REPLY " + hex.EncodeToString(sum[:8]) + " ==="})
	if err != nil { // the template is embedded and takes the data given here
		panic(fmt.Sprintf("judge: prompt: %v", err))
	}
	return q.form.Ask(m, maxTokens, prompt.String())
}

// read is the verdict of an answer, empty if it has none.
func (q question) read(r llm.Response) probes.Result {
	answer, _ := q.form.Read(r)
	return probes.Result(answer.Verdict)
}
