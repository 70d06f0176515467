package external

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/prompt"
	"contextarena.internal/strategies/shelf"
)

// Memory is a trial's program, and the conversation beside it.
type Memory struct {
	env      arena.Env
	settings *External
	process  *process
	endpoint *endpoint

	turn    sync.Mutex // one message at a time
	shelf   shelf.Shelf
	text    string // the whole memory as the program last said it
	started bool
	over    bool
	closed  error // what was wrong at its end

	mu        sync.Mutex
	answering context.Context // the message that the program answers; nil between messages
	timer     *time.Timer     // of that message, while the program waits for no model
	open      int             // questions to models under way
	calls     int             // of this message
	at        time.Time       // in the scenario's time
	delivery  arena.Delivery  // since the last cycle
	stop      llm.StopReason  // of the newest reply
	failed    error           // the first question that got no whole reply
	refused   error           // the first request that the endpoint didn't answer
}

// Messages as they are sent and answered.
type (
	starting struct {
		Protocol int    `json:"protocol"`
		System   string `json:"system"`
		Budget   int    `json:"budget,omitempty"`
		BaseURL  string `json:"base_url"`
		APIKey   string `json:"api_key"`
		Model    string `json:"model"`
	}
	observing struct {
		Index     arena.MessageIndex   `json:"index"`
		Turn      arena.Turn           `json:"turn"`
		Role      llm.Role             `json:"role"`
		Text      string               `json:"text"`
		At        time.Time            `json:"at"`
		Refs      []arena.MessageIndex `json:"refs,omitempty"`
		ToolCalls []llm.ToolCall       `json:"tool_calls,omitempty"`
		AnswersTo string               `json:"tool_call_id,omitempty"`
	}
	recalling struct {
		Query string `json:"query"`
	}
	remembered struct {
		Memory *string `json:"memory"`
	}
)

func (s *External) timeout() time.Duration { return time.Duration(s.Timeout) * time.Second }

// call sends a message, within which the program may ask models.
func (m *Memory) call(ctx context.Context, method string, params, result any) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	within, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	slow := fmt.Errorf("it neither answered nor asked a model for %d s (timeout)", m.settings.Timeout)
	m.mu.Lock()
	m.answering, m.calls, m.timer = within, 0, time.AfterFunc(m.settings.timeout(), func() { cancel(slow) })
	m.mu.Unlock()
	err := m.process.call(within, method, params, result)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.answering = nil
	m.timer.Stop()
	if n := m.open; n > 0 && m.refused == nil {
		m.refused = fmt.Errorf("it answered while %d of its questions to models was under way: wait for each reply", n)
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case m.failed != nil: // whatever it made of that
		return fmt.Errorf("external: %s: %w", method, m.failed)
	case m.refused != nil:
		return arena.Broken{Err: fmt.Errorf("external: %s: %w", method, m.refused)}
	}
	return err
}

// start tells the program what the trial is, once.
func (m *Memory) start(ctx context.Context) error {
	if m.started {
		return nil
	}
	m.started = true
	e := m.endpoint
	return m.call(ctx, "start", starting{Protocol, m.env.System, m.env.Budget, e.url, e.key, modelID}, &struct{}{})
}

// Observe tells the program a message. The oldest that the window has no room for leave.
func (m *Memory) Observe(ctx context.Context, said arena.Message) error {
	m.turn.Lock()
	defer m.turn.Unlock()
	if _, err := m.shelf.Add(ctx, said); err != nil {
		return err
	}
	m.mu.Lock()
	m.at = said.At
	m.mu.Unlock()
	if err := m.start(ctx); err != nil {
		return err
	}
	o := observing{Index: said.Index, Turn: said.Turn, Role: said.Role, Text: said.Text, At: said.At, Refs: said.Refs, ToolCalls: said.ToolCalls, AnswersTo: said.ToolCallID}
	var now remembered
	if err := m.call(ctx, "observe", o, &now); err != nil {
		return err
	}
	m.cycle(now.Memory)
	return nil
}

// cycle reports what changed: messages left, the memory's text is another, or the model was asked.
func (m *Memory) cycle(text *string) {
	over := m.shelf.Beyond(m.settings.Window, (m.env.Budget+1)/2, m.env)
	changed := text != nil && *text != m.text
	if changed {
		m.text = *text
	}
	m.mu.Lock()
	c := arena.Cycle{Text: m.text, Stop: m.stop, Delivery: m.delivery}
	m.stop, m.delivery = "", arena.Delivery{}
	m.mu.Unlock()
	if len(over) == 0 && !changed && c.Asked == 0 {
		return
	}
	if c.Empty > 0 {
		m.env.Trace.Warn(fmt.Sprintf("external: %d of %d replies of the memory's model were empty", c.Empty, c.Asked))
	}
	c.Left = m.shelf.Leave(over...)
	m.env.Trace.Cycle(c)
}

// Recall asks the program what it knows for a query, and shows that behind the system prompt.
func (m *Memory) Recall(ctx context.Context, query string) (arena.Context, error) {
	m.turn.Lock()
	defer m.turn.Unlock()
	if err := m.start(ctx); err != nil {
		return arena.Context{}, err
	}
	var now remembered
	if err := m.call(ctx, "recall", recalling{query}, &now); err != nil {
		return arena.Context{}, err
	}
	if now.Memory == nil {
		return arena.Context{}, arena.Broken{Err: errors.New(`external: recall: its result has no memory: want {"memory": TEXT}`)}
	}
	system := m.env.System
	if text := strings.TrimSpace(*now.Memory); text != "" {
		system = prompts.Render(m.env, "recall.tmpl", struct{ System, Knowledge string }{system, prompt.Quote(text)})
	}
	return m.shelf.Context(system), nil
}

// Close ends the program and its endpoint. What was wrong with that is a remark: all that counts has been said.
func (m *Memory) Close() error {
	m.turn.Lock()
	defer m.turn.Unlock()
	if m.over {
		return nil
	}
	m.over, m.closed = true, errors.Join(m.process.close(), m.endpoint.close())
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = errors.Join(m.closed, m.refused)
	return nil
}

// Remarks implements arena.Remarker: what was wrong at the program's end, and the last that it wrote on standard error.
func (m *Memory) Remarks() []string {
	var out []string
	if m.closed != nil {
		out = append(out, m.closed.Error())
	}
	if said := m.process.stderr.String(); said != "" {
		out = append(out, "external: it wrote on standard error: "+said)
	}
	return out
}
