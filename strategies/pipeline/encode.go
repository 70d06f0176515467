package pipeline

import (
	"context"
	"regexp"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

// written is what an encoder made of a segment.
type written struct {
	text     string    // running text that takes the place of the one before; with sections, the replies
	facts    []string  // separate facts
	sections []section // facts under headings
	stop     llm.StopReason
	warnings []string
}

// encoder turns messages that leave the window into notes. It calls the memory model and
// doesn't change the notes.
type encoder interface {
	encode(ctx context.Context, env arena.Env, p *Plan, notes notebook) (written, error)
}

// ask is one call of the memory model.
func ask(env arena.Env, maxTokens int, prompt string) llm.Request {
	return llm.Request{
		Model:     env.MemoryModel,
		Messages:  []llm.Message{{Role: llm.User, Text: prompt}},
		MaxTokens: maxTokens,
	}
}

// worst is the stop reason of a cycle with several calls: a cut or refusal of any stands.
func worst(rs ...llm.Response) llm.StopReason {
	stop := llm.StopEnd
	for _, r := range rs {
		if r.Stop == llm.StopLength || r.Stop == llm.StopRefusal {
			stop = r.Stop
		}
	}
	return stop
}

// said is a reply's text, empty if the model refused: a refusal is nothing to remember.
func said(r llm.Response) string {
	if r.Stop == llm.StopRefusal || llm.CannedRefusal(r.Text) {
		return ""
	}
	return strings.TrimSpace(r.Text)
}

// targetedDelegation asks the model one or five questions about its last notes and the segment;
// the reply is the new notes. With depth d, passes 2 to d extract anew from the pass before and
// see nothing else.
type targetedDelegation struct {
	questions int
	depth     int
	maxTokens int
}

func (e targetedDelegation) encode(ctx context.Context, env arena.Env, p *Plan, notes notebook) (written, error) {
	name := "delegate_five.tmpl"
	if e.questions == 1 {
		name = "delegate_one.tmpl"
	}
	prompt := render(name, data{Knowledge: notes.narrative(), Transcript: p.Transcript()})
	depth := e.depth
	if p.Depth > 0 {
		depth = p.Depth
	}
	var w written
	var replies []llm.Response
	for pass := 1; pass <= depth; pass++ {
		rs, err := p.complete(ctx, env.Client, ask(env, e.maxTokens, p.extended(prompt)))
		if err != nil {
			return written{}, err
		}
		r := rs[0]
		replies = append(replies, r)
		if strings.TrimSpace(r.Text) == "" {
			w.warnings = append(w.warnings, "the memory model's reply was empty: the notes before it were kept")
			break
		}
		w.text = strings.TrimSpace(r.Text)
		again := "delegate_again.tmpl"
		if p.Anchor != "" {
			again = "delegate_anchored.tmpl"
		}
		prompt = render(again, data{Knowledge: w.text, Transcript: p.Anchor})
	}
	w.stop = worst(replies...)
	return w, nil
}

// narrativeSummary merges the summary so far with the segment.
type narrativeSummary struct{ maxTokens int }

func (e narrativeSummary) request(env arena.Env, p *Plan, notes notebook) llm.Request {
	return ask(env, e.maxTokens, p.extended(render("summarize.tmpl", data{Knowledge: notes.narrative(), Transcript: p.Transcript()})))
}

func (e narrativeSummary) encode(ctx context.Context, env arena.Env, p *Plan, notes notebook) (written, error) {
	rs, err := p.complete(ctx, env.Client, e.request(env, p, notes))
	if err != nil {
		return written{}, err
	}
	return e.read(rs[0]), nil
}

func (narrativeSummary) read(r llm.Response) written {
	w := written{text: strings.TrimSpace(r.Text), stop: r.Stop}
	if w.text == "" {
		w.warnings = append(w.warnings, "the memory model's summary was empty: the one before it was kept")
	}
	return w
}

// factExtraction lists separate facts of the segment.
type factExtraction struct{ maxTokens int }

func (e factExtraction) request(env arena.Env, p *Plan) llm.Request {
	return ask(env, e.maxTokens, p.extended(render("facts.tmpl", data{Transcript: p.Transcript()})))
}

func (e factExtraction) encode(ctx context.Context, env arena.Env, p *Plan, _ notebook) (written, error) {
	rs, err := p.complete(ctx, env.Client, e.request(env, p))
	if err != nil {
		return written{}, err
	}
	return e.read(rs[0]), nil
}

func (factExtraction) read(r llm.Response) written {
	w := written{facts: numbered(r.Text), stop: r.Stop}
	if len(w.facts) == 0 {
		w.warnings = append(w.warnings, "the memory model listed no facts: none were added")
	}
	return w
}

// dualTrack lists facts and rewrites the summary in two parallel calls.
type dualTrack struct {
	facts   factExtraction
	summary narrativeSummary
}

func (e dualTrack) encode(ctx context.Context, env arena.Env, p *Plan, notes notebook) (written, error) {
	rs, err := p.complete(ctx, env.Client, e.facts.request(env, p), e.summary.request(env, p, notes))
	if err != nil {
		return written{}, err
	}
	f, s := e.facts.read(rs[0]), e.summary.read(rs[1])
	return written{
		text:     s.text,
		facts:    f.facts,
		stop:     worst(rs...),
		warnings: append(f.warnings, s.warnings...),
	}, nil
}

// listMarker is what may stand before an item of a list.
var listMarker = regexp.MustCompile(`^\s*(?:\d{1,4}[.)]|[-*•])\s+`)

// numbered reads the items of a list. Lines that begin with no marker continue the item above;
// before the first item they are talk and dropped, unless there is no marker at all, when
// every line is an item.
func numbered(text string) []string {
	var items, lines []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(line) == "" {
			continue
		}
		lines = append(lines, strings.TrimSpace(line))
		if at := listMarker.FindString(line); at != "" {
			items = append(items, strings.TrimSpace(line[len(at):]))
		} else if len(items) > 0 {
			items[len(items)-1] += " " + strings.TrimSpace(line)
		}
	}
	if len(items) == 0 {
		return lines
	}
	return items
}
