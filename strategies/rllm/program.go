package rllm

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/llm/form"
	"contextarena.internal/strategies/pipeline"
)

// writing is one cycle under way. It changes nothing of its author but the counts.
type writing struct {
	*author
	*pipeline.Plan // the messages, and what was asked and delivered
	notes          findings
	stop           llm.StopReason
	warnings       []string
}

func (w *writing) warn(format string, args ...any) {
	w.warnings = append(w.warnings, fmt.Sprintf(format, args...))
}

// write lets the model write programs until one can be used, or else plain facts.
func (w *writing) write(ctx context.Context) error {
	t := text{Knowledge: w.notes.text(), Transcript: w.Transcript()}
	given := w.data()
	for range w.settings.Attempts {
		reply, err := w.ask(ctx, llm.Ask(w.env.MemoryModel, w.settings.MaxTokens, render(w.env, "program.tmpl", t)))
		if err != nil {
			return err
		}
		code := reply.Said()
		if code == "" {
			w.Count(form.Count{Empty: strings.TrimSpace(reply.Text) == ""})
			w.warn("the memory model wrote no program: its reply was empty or a refusal")
			break
		}
		w.written++
		t.Program = source(code)
		e, err := w.env.Sandbox.Eval(ctx, arena.Program{Source: t.Program, Data: given, Steps: w.settings.Steps})
		if err != nil {
			return fmt.Errorf("run the memory model's program: %w", err)
		}
		if t.Fault = e.Fault; t.Fault == "" {
			t.Fault = w.notes.merge(e.Value)
		}
		w.Count(form.Count{Parsed: t.Fault == ""})
		if t.Fault == "" {
			w.worked++
			w.families[e.Family]++
			return nil
		}
		if w.stop == llm.StopLength {
			t.Fault = fmt.Sprintf("the reply was cut at %d tokens and %s", w.settings.MaxTokens, t.Fault)
		}
		w.warn("a program of the memory model gave nothing, since %s", t.Fault)
	}
	return w.plain(ctx, t)
}

// plain asks for the facts in plain words.
func (w *writing) plain(ctx context.Context, t text) error {
	reply, err := w.ask(ctx, pipeline.FactForm.Ask(w.env.MemoryModel, w.settings.MaxTokens, render(w.env, "facts.tmpl", t)))
	if err != nil {
		return err
	}
	answer, _ := pipeline.Read(w.Plan, pipeline.FactForm, reply)
	for _, f := range answer.Facts {
		w.notes.put(finding{heading: plainHeading, text: f.Fact})
	}
	if len(answer.Facts) == 0 {
		w.warn("the memory model listed no facts in plain words either: the notes were kept as they were")
		return nil
	}
	w.warn("the facts of this cycle were listed in plain words")
	return nil
}

// plainHeading is where facts stand that no program gave.
const plainHeading = "notes"

// ask is one call of the memory model.
func (w *writing) ask(ctx context.Context, req llm.Request) (llm.Response, error) {
	r, err := w.env.Client.Complete(ctx, req)
	w.stop = r.Stop
	return r, err
}

// source is the code in a reply: what its fences hold, or all of it if it has none. A fence that
// never ends holds the rest.
func source(reply string) string {
	var code []string
	inside, fenced := false, false
	for line := range strings.Lines(reply) {
		switch {
		case strings.HasPrefix(strings.TrimSpace(line), "```"):
			inside, fenced = !inside, true
		case inside:
			code = append(code, line)
		}
	}
	if !fenced {
		return reply
	}
	return strings.TrimSpace(strings.Join(code, ""))
}

// message is a message as a program sees it.
type message struct {
	Index arena.MessageIndex `json:"index"`
	Turn  arena.Turn         `json:"turn"`
	Role  llm.Role           `json:"role"`
	Text  string             `json:"text"`
	Calls []call             `json:"calls,omitempty"`
}

// call is a tool call of a message.
type call struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// data is what a program is given.
func (w *writing) data() []byte {
	ms := make([]message, len(w.Segment))
	for i, m := range w.Segment {
		ms[i] = message{Index: m.Index, Turn: m.Turn, Role: m.Role, Text: m.Text}
		for _, c := range m.ToolCalls {
			ms[i].Calls = append(ms[i].Calls, call{c.Name, c.Arguments})
		}
	}
	var b bytes.Buffer
	if err := json.NewEncoder(&b).Encode(struct {
		Messages []message       `json:"messages"`
		Notes    json.RawMessage `json:"notes"`
	}{ms, w.notes.json()}); err != nil {
		panic(fmt.Sprintf("rllm: encoding messages: %v", err)) // texts and numbers can be encoded
	}
	return b.Bytes()
}

// tally says how many programs worked and of what kinds they were, the most frequent first.
func tally(worked, written int, families map[string]int) string {
	names := slices.SortedFunc(maps.Keys(families), func(a, b string) int {
		if families[a] != families[b] {
			return families[b] - families[a]
		}
		return strings.Compare(a, b)
	})
	for i, name := range names {
		names[i] = fmt.Sprintf("%s %d", name, families[name])
	}
	text := fmt.Sprintf("%d of %d programs worked", worked, written)
	if len(names) > 0 {
		text += ": " + strings.Join(names, ", ")
	}
	return text
}
