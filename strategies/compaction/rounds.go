package compaction

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/prompt"
)

// Compaction compacts the exchanges of a conversation as rlm_code does the steps of a program, by its eight settings. A
// model writes the summary, or rules do: as documented they read replies alone, carrying they read what the user said
// too.
type Compaction struct {
	Mode          string `yaml:"mode" default:"carry_summary" oneof:"carry_summary as_documented" help:"a summary goes on into the next, or is lost in it as in the source"`
	Config        `yaml:",inline"`
	SummaryTokens int `yaml:"summary_tokens" default:"500" min:"0" max:"1000000" help:"bound of a summary that is carried, where the run gives no budget"`
	MaxTokens     int `yaml:"max_tokens" default:"1024" min:"16" max:"32768" help:"cap of the memory model's reply"`
}

// Name is "compaction".
func (Compaction) Name() string { return "compaction" }

// Version covers both prompts.
func (s Compaction) Version() string { return s.Prompts().Version() }

// Prompts are its templates.
func (Compaction) Prompts() prompt.Texts { return prompts.Of(1, "summary.tmpl", "recall.tmpl") }

// Start begins a trial.
func (s Compaction) Start(env arena.Env) (arena.Memory, error) {
	if s.UseModel && env.Client == nil {
		return nil, errors.New("compaction: a client is needed to write summaries (use_llm_for_summary=false needs none)")
	}
	c := &compacted{chat: chat{env: env}, settings: s}
	c.core = Compactor{
		Config: s.Config,
		Mode:   Mode(s.Mode), Most: c.room(s.SummaryTokens), Size: c.count, Chat: true, Write: c.write,
	}
	c.core.UseModel = s.UseModel && (c.core.Most > 0 || c.core.Mode == AsDocumented) // for no words at all nobody is asked
	return c, nil
}

// compacted is a conversation whose older exchanges are a summary.
type compacted struct {
	chat
	settings Compaction
	core     Compactor
	history  History     // as documented, entries that are summaries stand ahead of those of chat.shown
	cycle    arena.Cycle // that is being made
}

// Observe adds m, and compacts the exchanges before it if that is due.
func (c *compacted) Observe(ctx context.Context, m arena.Message) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	over := c.next(m)
	if over == nil {
		return nil
	}
	c.history.Entries = append(c.history.Entries, over.entry())
	return c.compact(ctx)
}

func (c *compacted) compact(ctx context.Context) error {
	core, carries := c.core, c.core.Mode == CarrySummary
	if carries {
		core.PreserveLast = c.fitting(core.PreserveLast)
	}
	c.cycle = arena.Cycle{}
	r, err := core.Compact(ctx, c.history, c.env.System, carries && c.exceeds(c.notes, len(c.shown)))
	if err == nil && !errors.Is(r.Failed, ErrEmpty) {
		err = r.Failed // a call that failed is for the trial to know: it isn't what the model had to say
	}
	if err != nil {
		return fmt.Errorf("memory cycle %d: %w", c.cycles+1, err)
	}
	if c.cycle.Empty > 0 {
		c.env.Trace.Warn(fmt.Sprintf("cycle %d: the memory model's reply was empty: %s", c.cycles+1, map[bool]string{
			true: "rules wrote the summary", false: "nothing was compacted (as documented)",
		}[carries]))
	}
	newest := len(c.shown)
	if carries || r.Summary != "" {
		newest = min(newest, len(r.Preserved))
	}
	c.history = Apply(c.history, r)
	c.keep(newest, c.written(newest), c.cycle)
	return nil
}

// written are the summaries as they are shown: as documented, the entries ahead of so many exchanges, with all that the
// source writes around them.
func (c *compacted) written(exchanges int) string {
	if c.core.Mode == CarrySummary {
		return c.history.Summary.Text()
	}
	var lines []string
	for _, e := range c.history.Entries[:len(c.history.Entries)-exchanges] {
		lines = append(lines, e.Reasoning, e.Code, e.Output)
	}
	return strings.Join(lines, "\n")
}

// wordsPerToken is how many words there are to a token of English.
const wordsPerToken = 0.75

// write asks the memory model for a summary.
func (c *compacted) write(ctx context.Context, r Request) (string, error) {
	ask := r.Prompt()
	if c.core.Mode == CarrySummary {
		var said strings.Builder
		for _, e := range r.Entries {
			fmt.Fprintf(&said, "user: %s\n", e.Reasoning)
			if e.Code != "" {
				fmt.Fprintf(&said, "assistant calls %s\n", e.Code)
			}
			fmt.Fprintf(&said, "assistant: %s\n", e.Output)
		}
		ask = prompts.Render(c.env, "summary.tmpl", data{
			System: prompt.Quote(r.Task), Knowledge: prompt.Quote(r.Summary), Transcript: prompt.Quote(said.String()),
			Sentences: r.Sentences, Words: int(wordsPerToken * float64(c.core.Most)),
		})
	}
	reply, err := c.env.Client.Complete(ctx, llm.Ask(c.env.MemoryModel, c.settings.MaxTokens, ask))
	if err != nil {
		return "", err
	}
	c.cycle.Stop, c.cycle.Asked = reply.Stop, 1
	text := reply.Said()
	if text == "" {
		c.cycle.Empty = 1
	} else {
		c.cycle.Parsed = 1
	}
	return text, nil
}

// Recall shows the summary and the newest exchanges, whatever the query.
func (c *compacted) Recall(ctx context.Context, _ string) (arena.Context, error) {
	return c.context(), ctx.Err()
}

// Remarks say what there was no room for.
func (c *compacted) Remarks() []string {
	return remarks(c.history.Summary.Dropped, "findings, or parts of what the model wrote, left the summary")
}

func remarks(dropped int, what string) []string {
	if dropped == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d %s, to stay within its bound", dropped, what)}
}
