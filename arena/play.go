package arena

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"contextarena.internal/internal/panics"
	"contextarena.internal/llm"
)

// play is one trial under way. It is the memory's Trace.
type play struct {
	session Session
	trial   Trial
	tokens  func(string) int
	meter   *meter
	memory  Memory
	rec     Record
	now     MessageIndex // the message being observed

	mu       sync.Mutex
	contexts struct{ given, cut, most int } // those that were cut to the budget, and the most tokens one was over it
}

// Cycle notes a cycle the memory reports.
func (p *play) Cycle(c Cycle) {
	p.rec.Cycles = append(p.rec.Cycles, CycleRecord{Cycle: c, After: p.now, Tokens: p.tokens(c.Text)})
}

// Warn notes a warning the memory reports.
func (p *play) Warn(text string) { p.rec.Warnings = append(p.rec.Warnings, text) }

// unstartable is the error of a strategy that can't work in its Env.
type unstartable struct{ error }

// whole plays the trial from the start to what the memory has to say in the end.
func (p *play) whole(ctx context.Context, env Env) (err error) {
	defer panics.Catch(&err)
	if p.memory, err = p.trial.Strategy.Start(env); err != nil {
		return unstartable{err}
	}
	if c, ok := p.memory.(io.Closer); ok {
		defer func() { err = errors.Join(err, c.Close()) }() // however the trial ends; closing twice does nothing
	}
	err = p.conversation(ctx)
	if err == nil {
		err = p.final(ctx)
	}
	if err == nil {
		err = p.probes(ctx)
	}
	if c, ok := p.memory.(io.Closer); ok {
		err = errors.Join(err, c.Close())
	}
	if m, ok := p.memory.(Remarker); ok {
		p.rec.Warnings = append(p.rec.Warnings, m.Remarks()...)
	}
	if n := p.contexts; n.cut > 0 {
		p.Warn(fmt.Sprintf("%d of %d contexts had more than %d tokens, by %d at most, and were cut to that", n.cut, n.given, p.trial.Budget, n.most))
	}
	return err
}

// fail turns an error into the trial's outcome.
func (p *play) fail(err error) {
	var ended Ended
	var broken Broken
	p.rec.Broken = errors.As(err, &broken)
	switch {
	case errors.As(err, &ended):
		p.rec.Outcome = ended.Outcome
	case errors.Is(err, llm.ErrBudget):
		p.rec.Outcome = Unfunded
	default:
		p.rec.Outcome = Failed
	}
	p.rec.Blame(err)
}

// conversation plays the scripted turns.
func (p *play) conversation(ctx context.Context) error {
	for i, ex := range p.trial.Scenario.Turns {
		turn := Turn(i + 1)
		tail, err := p.userTurn(ctx, turn, ex)
		if err != nil {
			return fmt.Errorf("turn %d: %w", turn, err)
		}
		saw, err := p.recall(charged(ctx, charge{Read, turn, ""}), ex.User, tail)
		if err != nil {
			return fmt.Errorf("turn %d: recall: %w", turn, err)
		}
		text := ex.Assistant
		if p.trial.Dialogue == Live {
			text, err = p.reply(charged(ctx, charge{Talk, turn, ""}), saw, tail)
			if err != nil {
				return fmt.Errorf("turn %d: reply: %w", turn, err)
			}
		} else {
			p.nominal(charge{Talk, turn, ""}, p.request(saw.Context, tail))
		}
		m := Message{Message: llm.Message{Role: llm.Assistant, Text: text}, Turn: turn, At: ex.At, Saw: saw.Context}
		if _, err := p.observe(ctx, m); err != nil {
			return fmt.Errorf("turn %d: observe the reply: %w", turn, err)
		}
	}
	return nil
}

// userTurn observes the user's message and the tool uses the script says follow it, and
// returns them: the tail, which the model always sees whole when it replies.
func (p *play) userTurn(ctx context.Context, turn Turn, ex Exchange) ([]Message, error) {
	said := []Message{{Message: llm.Message{Role: llm.User, Text: ex.User}, Refs: p.firstOf(ex.Refs)}}
	for i, use := range ex.Tools {
		id := fmt.Sprintf("call_%d_%d", turn, i+1)
		said = append(said,
			Message{Message: llm.Message{Role: llm.Assistant, ToolCalls: []llm.ToolCall{{ID: id, Name: use.Name, Arguments: use.Arguments}}}},
			Message{Message: llm.Message{Role: llm.Tool, Text: use.Result, ToolCallID: id}})
	}
	for i := range said {
		said[i].Turn, said[i].At = turn, ex.At
		m, err := p.observe(ctx, said[i])
		if err != nil {
			return nil, fmt.Errorf("observe: %w", err)
		}
		said[i] = m
	}
	return said, nil
}

// firstOf maps turns to their user messages.
func (p *play) firstOf(turns []Turn) []MessageIndex {
	var out []MessageIndex
	for _, t := range turns {
		i := slices.IndexFunc(p.rec.Messages, func(m Message) bool { return m.Turn == t })
		if i >= 0 {
			out = append(out, p.rec.Messages[i].Index)
		}
	}
	return out
}

// observe numbers a message, records it and shows it to the memory.
func (p *play) observe(ctx context.Context, m Message) (Message, error) {
	m.Index = MessageIndex(len(p.rec.Messages) + 1)
	m.Tokens = p.tokens(m.Text)
	p.rec.Messages = append(p.rec.Messages, m)
	p.now = m.Index
	return m, p.meter.memoryError(p.memory.Observe(charged(ctx, charge{Write, m.Turn, ""}), m))
}

// final asks the task at the end, if there is one.
func (p *play) final(ctx context.Context) error {
	s := p.trial.Scenario
	if s.Final.Question == "" {
		return nil
	}
	turn := Turn(len(s.Turns) + 1)
	tail, err := p.userTurn(ctx, turn, Exchange{At: s.Final.At, User: s.Final.Question})
	if err != nil {
		return fmt.Errorf("final task: %w", err)
	}
	saw, err := p.recall(charged(ctx, charge{Read, turn, ""}), s.Final.Question, tail)
	if err != nil {
		return fmt.Errorf("final task: recall: %w", err)
	}
	text, err := p.reply(charged(ctx, charge{FinalAsk, turn, ""}), saw, tail)
	if err != nil {
		return fmt.Errorf("final task: %w", err)
	}
	saw.Text, saw.Stop = text, llm.StopEnd
	p.rec.Final = saw
	return nil
}

// probes asks every probe of the frozen memory, all samples at once. What it shows for them is recalled as many at a time as the session
// plays trials, of a program one after the other: its answers may hang on their order. The final question, still unanswered, is taken
// out of what they see: it is not part of the fact's story, and two open questions would ask
// for two answers.
func (p *play) probes(ctx context.Context) error {
	s := p.trial.Scenario
	turn := Turn(len(s.Turns) + 1)
	var tail []Message
	if s.Final.Question != "" {
		tail = p.rec.Messages[len(p.rec.Messages)-1:]
	}
	p.rec.Probes = make([]Reply, len(s.Probes))
	reqs := make([]llm.Request, len(s.Probes), len(s.Probes)*(1+p.trial.furtherAnswers()))
	if _, outside := p.trial.Strategy.(Outsider); outside {
		p.session.Parallel = 1
	}
	err := p.session.Each(ctx, len(s.Probes), func(ctx context.Context, i int) (err error) {
		defer panics.Catch(&err)
		probe := s.Probes[i]
		if p.rec.Probes[i], err = p.recall(charged(ctx, charge{Probing, turn, probe.ID}), probe.Question, tail); err != nil {
			return fmt.Errorf("probe %s: recall: %w", probe.ID, err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i, probe := range s.Probes {
		saw := &p.rec.Probes[i]
		if i > 0 && sameContext(saw.Context, p.rec.Probes[i-1].Context) {
			saw.Context = p.rec.Probes[i-1].Context
		}
		question := Message{Message: llm.Message{Role: llm.User, Text: probe.Question}}
		reqs[i] = p.request(saw.Context, []Message{question})
		reqs[i].LogProbs = p.trial.LogProbs
	}
	samples := [][]Reply{p.rec.Probes}
	for sample := range p.trial.furtherAnswers() {
		for _, req := range reqs[:len(s.Probes)] {
			req.Sample = sample + 1
			reqs = append(reqs, req)
		}
		samples = append(samples, slices.Clone(p.rec.Probes))
	}
	replies, err := llm.All(ctx, p.meter.next, reqs...)
	if err != nil {
		return fmt.Errorf("probes: %w", err)
	}
	for i, r := range replies {
		probe := i % len(s.Probes)
		key := p.meter.note(charge{Probing, turn, s.Probes[probe].ID}, p.meter.next.stamp(reqs[i]), r)
		to := &samples[i/len(s.Probes)][probe]
		to.Text, to.Stop, to.LogProbs, to.Key = r.Text, stopOf(r), r.LogProbs, key
	}
	if len(samples) > 1 {
		p.rec.Again = samples[1:]
	}
	return nil
}

// recall asks the memory and takes the tail out of what it shows: the tail is given to the
// model whole, whatever the memory still shows of it. A context over the budget is cut.
func (p *play) recall(ctx context.Context, query string, tail []Message) (Reply, error) {
	c, err := p.memory.Recall(ctx, query)
	if err = p.meter.memoryError(err); err != nil {
		return Reply{}, err
	}
	for len(tail) > 0 && len(c.Shown) > 0 && c.Shown[len(c.Shown)-1] >= tail[0].Index {
		c.Shown, c.Messages = c.Shown[:len(c.Shown)-1], c.Messages[:len(c.Messages)-1]
	}
	over := 0
	if p.trial.Budget > 0 {
		b := newBudgeted(c, Env{System: p.trial.Scenario.System, Tokens: p.tokens, Budget: p.trial.Budget})
		if over = b.fit(p.trial.Budget); over > 0 {
			c = b.Context
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.contexts.given++
	if over > 0 {
		p.contexts.cut++
		p.contexts.most = max(p.contexts.most, over)
	}
	return Reply{Context: &c, Cut: over > 0}, nil
}

// request is what the model is asked: the context, then the tail.
func (p *play) request(c *Context, tail []Message) llm.Request {
	ms := make([]llm.Message, 0, len(c.Messages)+len(tail)+1)
	ms = append(ms, llm.Message{Role: llm.System, Text: c.System})
	ms = append(ms, c.Messages...)
	for _, m := range tail {
		ms = append(ms, m.Message)
	}
	return llm.Request{Model: p.trial.Model, Messages: ms, MaxTokens: p.trial.ReplyTokens}
}

// reply asks the model in the conversation. A refused or cut reply ends the trial.
func (p *play) reply(ctx context.Context, saw Reply, tail []Message) (string, error) {
	r, err := p.meter.Complete(ctx, p.request(saw.Context, tail))
	if err != nil {
		return "", err
	}
	switch stopOf(r) {
	case llm.StopRefusal:
		return "", Ended{Refused, "the model refused: " + firstWords(r.Text)}
	case llm.StopLength:
		return "", Ended{Truncated, fmt.Sprintf("the reply was cut at %d tokens (reply_tokens)", p.trial.ReplyTokens)}
	}
	return r.Text, nil
}

// nominal records the call that a live dialogue would have made.
func (p *play) nominal(who charge, req llm.Request) {
	n := 0
	for _, m := range req.Messages {
		n += p.tokens(m.Text)
	}
	p.meter.add(Call{
		Purpose: who.purpose, Turn: who.turn, Model: req.Model, Prompt: req.Messages,
		Usage: llm.Usage{Input: n, Estimated: true}, Nominal: true,
	})
}

// stopOf is the reply's stop reason, with a canned refusal recognised as one.
func stopOf(r llm.Response) llm.StopReason {
	if llm.CannedRefusal(r.Text) {
		return llm.StopRefusal
	}
	return r.Stop
}

// firstWords is the beginning of a text, for a message to people.
func firstWords(text string) string {
	r := []rune(text)
	if len(r) <= 80 {
		return text
	}
	return string(r[:80]) + "…"
}

// sameContext reports whether two contexts show the same, so that one can stand for both.
func sameContext(a, b *Context) bool {
	return a.System == b.System && slices.Equal(a.Shown, b.Shown) && slices.Equal(a.Fetched, b.Fetched) &&
		slices.EqualFunc(a.Messages, b.Messages, func(x, y llm.Message) bool {
			return x.Role == y.Role && x.Text == y.Text && x.ToolCallID == y.ToolCallID && slices.Equal(x.ToolCalls, y.ToolCalls)
		})
}
