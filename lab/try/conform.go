package try

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/arena/talks"
	"contextarena.internal/lab"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/external"
)

// Case is one thing that a memory which is a program has to do, and whether it does.
type Case struct {
	Case    string `json:"case"`
	Fault   string `json:"fault,omitempty"`   // what it does instead; empty if it does
	Untried string `json:"untried,omitempty"` // why it couldn't be tried
	Cure    string `json:"cure,omitempty"`    // of the fault
}

// pause is how long a program is watched for what it does between messages.
const pause = 20 * time.Millisecond

// Program plays a program over two short conversations with a simulated model, time and again, and says which parts of the
// contract of a memory it keeps. Nothing is stored.
func Program(ctx context.Context, l *lab.Lab, s *external.External) ([]Case, error) {
	p := lab.DefaultPlan()
	p.Suite, p.Models, p.MemoryModel, p.Repeats, p.Dialogue = "try", []string{"sim:exact"}, "sim:nano", 1, arena.Scripted
	p.Strategies = []arena.Strategy{s}
	var err error
	if p.Drawn, err = conversations(); err != nil {
		return nil, err
	}
	r, err := l.Resolve(p)
	if err != nil {
		return nil, arena.Mistake{Err: err}
	}
	client, err := l.Ask(p.Models[0], r.Played...)
	if err != nil {
		return nil, err
	}
	c := &conformance{lab: l, ctx: ctx, client: client, trials: r.Trials()}
	c.all(s)
	return c.cases, cmp.Or(c.err, ctx.Err())
}

// conformance is a program that is being tried.
type conformance struct {
	lab    *lab.Lab
	ctx    context.Context
	client llm.Client
	trials []arena.Trial // one a conversation
	cases  []Case
	err    error
}

// says notes a case; of one without a fault the cure is of no interest.
func (c *conformance) says(what, fault, cure string) {
	if fault == "" {
		cure = ""
	}
	c.cases = append(c.cases, Case{Case: what, Fault: fault, Cure: cure})
}

func (c *conformance) untried(what, why string) {
	c.cases = append(c.cases, Case{Case: what, Untried: why})
}

// play plays a conversation by a strategy.
func (c *conformance) play(trial int, s arena.Strategy, client llm.Client) arena.Record {
	t := c.trials[trial]
	t.Strategy = s
	rec, err := c.lab.Session(client).Play(c.ctx, t)
	c.err = cmp.Or(c.err, err)
	return rec
}

func (c *conformance) all(s *external.External) {
	alone := []arena.Record{c.play(0, s, c.client), c.play(1, s, c.client)}
	for i, rec := range alone {
		if rec.Outcome != arena.Completed {
			c.says("plays a conversation to its end", fmt.Sprintf("%s: %s: %s", c.trials[i].Scenario.ID, rec.Outcome, arena.Brief(rec.Reason)),
				"answer each line on standard input with one line on standard output (docs/external.md)")
			return // nothing else can be told of it
		}
	}
	c.says("plays a conversation to its end", "", "")
	c.says("ends when its standard input does", strings.Join(slices.DeleteFunc(slices.Clone(alone[0].Warnings), func(w string) bool {
		return strings.HasPrefix(w, "external: it wrote on")
	}), "; "), "leave the loop at the end of the input, write nothing after it, and exit with 0")
	c.says("does the same twice", differs(alone[0], c.play(0, s, c.client)),
		"sort what comes from sets and dictionaries, fix the seeds of what is random, and leave time and paths out of prompts")
	together := make([]arena.Record, len(alone))
	err := c.lab.Session(nil).Each(c.ctx, len(alone), func(_ context.Context, i int) error {
		together[i] = c.play(i, s, c.client)
		return nil
	})
	c.err = cmp.Or(c.err, err)
	c.says("keeps trials apart", cmp.Or(differs(alone[0], together[0]), differs(alone[1], together[1])),
		"keep everything within the process: files and servers are shared by all trials")
	c.clock(s, alone[0])
	w := &watcher{Strategy: s}
	rec := c.play(0, w, c.client)
	c.says("recalls without a change", w.fault, "let recall read, and write nothing: probes are asked in any order")
	fault := ""
	if rec.Outcome != arena.Completed {
		fault = arena.Brief(rec.Reason)
	}
	c.says("asks models only while it answers", fault, "wait for every question, also of threads, before the answer to observe or recall is written")
	c.failures(s)
	c.talks(s)
}

// clock plays it at another time.
func (c *conformance) clock(s *external.External, want arena.Record) {
	const what = "takes its time from the messages"
	if _, err := exec.LookPath("faketime"); err != nil {
		c.untried(what, "faketime isn't there: apt-get install faketime")
		return
	}
	later := *s
	later.Command = append([]string{"faketime", "--exclude-monotonic", "-f", "+400d"}, s.Command...)
	fault := ""
	if err := later.Find(s.Folder()); err != nil {
		fault = err.Error()
	} else {
		fault = differs(want, c.play(0, &later, c.client))
	}
	c.says(what, fault, "take dates from the messages (at): what asks for today's date gets another prompt every day")
}

// failures has its model fail.
func (c *conformance) failures(s arena.Strategy) {
	for _, f := range []struct {
		what  string
		reply llm.Response
		err   error
		want  arena.Outcome
	}{
		{"a model that fails", llm.Response{}, &llm.APIError{Provider: "sim", Status: 500, Message: "injected"}, arena.Failed},
		{"a model that refuses", llm.Response{Text: "I'm sorry, but I can't help with that.", Stop: llm.StopRefusal}, nil, arena.Refused},
		{"a reply that is cut", llm.Response{Text: "The", Stop: llm.StopLength}, nil, arena.Truncated},
		{"no money left", llm.Response{}, llm.ErrBudget, arena.Unfunded},
	} {
		broken := &faulty{next: c.client, memory: c.trials[0].MemoryModel.Name, reply: f.reply, err: f.err}
		rec := c.play(0, s, broken)
		what := f.what + " is no forgetting"
		switch {
		case !broken.was.Load():
			c.untried(what, "it asked no model")
		case rec.Outcome != f.want:
			c.says(what, fmt.Sprintf("the trial is %s: %s", rec.Outcome, arena.Brief(rec.Reason)), "end the answer to the message when its model fails, with an error")
		default:
			c.says(what, "", "")
		}
	}
}

// talks are conversations that every strategy has to bear.
func (c *conformance) talks(s arena.Strategy) {
	all := talks.All()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		c.says("bears "+name, c.bears(s, all[name]), "read whole lines, however long, and take no form of a message for granted")
	}
}

func (c *conformance) bears(s arena.Strategy, talk []arena.Message) string {
	t := c.trials[0]
	model := t.MemoryModel
	m, err := s.Start(arena.Env{
		System: t.Scenario.System, Model: model, MemoryModel: model, Client: within{c.client, t.World}, Embedder: c.lab.Session(nil).Embedder,
		Tokens: c.lab.Tokens, Environ: c.lab.Environ, Trace: silent{},
	})
	if err != nil {
		return err.Error()
	}
	defer func() { _ = m.(*external.Memory).Close() }() // which says all in its remarks
	for _, said := range talk {
		if err := m.Observe(c.ctx, said); err != nil {
			return fmt.Sprintf("message %d: %v", said.Index, err)
		}
	}
	if _, err := m.Recall(c.ctx, "What is it?"); err != nil {
		return err.Error()
	}
	return ""
}

// differs says where two records of a trial do; empty for nowhere.
func differs(a, b arena.Record) string {
	if b.Outcome != arena.Completed {
		return fmt.Sprintf("%s: %s", b.Outcome, arena.Brief(b.Reason))
	}
	for i := range min(len(a.Calls), len(b.Calls)) {
		x, y := a.Calls[i], b.Calls[i]
		if x.Key != y.Key && x.Purpose != arena.Probing && x.Purpose != arena.FinalAsk {
			once, again := apart(asked(x), asked(y))
			return fmt.Sprintf("in turn %d it asks %q, and %q the second time", x.Turn, once, again)
		}
	}
	for i := range a.Probes {
		if x, y := a.Probes[i].Context, b.Probes[i].Context; !reflect.DeepEqual(x, y) {
			once, again := apart(x.System, y.System)
			return fmt.Sprintf("probe %d is shown %q, and %q the second time", i+1, once, again)
		}
	}
	if len(a.Calls) != len(b.Calls) {
		return fmt.Sprintf("it asks %d times, and %d times the second time", len(a.Calls), len(b.Calls))
	}
	return ""
}

// apart quotes two texts from a little before where they begin to differ.
func apart(a, b string) (string, string) {
	x, y := []rune(a), []rune(b)
	from := 0
	for from < min(len(x), len(y)) && x[from] == y[from] {
		from++
	}
	from = max(0, from-20)
	part := func(r []rune) string { return string(r[min(from, len(r)):min(from+60, len(r))]) }
	return part(x), part(y)
}

// asked is what a call asked.
func asked(c arena.Call) string {
	var b strings.Builder
	for _, m := range c.Prompt {
		b.WriteString(m.Text + "\n")
	}
	return b.String()
}

// watcher is a strategy that is asked the same again between questions, and watched after each message.
type watcher struct {
	arena.Strategy
	fault string
}

// Start begins a trial.
func (w *watcher) Start(env arena.Env) (arena.Memory, error) {
	m, err := w.Strategy.Start(env)
	if err != nil {
		return nil, err
	}
	return watched{m.(*external.Memory), w}, nil
}

// watch waits for a pause, or the end of ctx.
func watch(ctx context.Context) {
	within, cancel := context.WithTimeout(ctx, pause)
	defer cancel()
	<-within.Done()
}

type watched struct {
	*external.Memory
	by *watcher
}

// Observe waits, so that what the program asks after its answer is seen.
func (w watched) Observe(ctx context.Context, m arena.Message) error {
	err := w.Memory.Observe(ctx, m)
	watch(ctx)
	return err
}

// Recall asks the same twice, and something else between.
func (w watched) Recall(ctx context.Context, query string) (arena.Context, error) {
	first, err := w.Memory.Recall(ctx, query)
	_, err2 := w.Memory.Recall(ctx, "What did we talk about first?")
	again, err3 := w.Memory.Recall(ctx, query)
	if err := errors.Join(err, err2, err3); err != nil {
		return first, err
	}
	if !reflect.DeepEqual(first, again) && w.by.fault == "" {
		once, later := apart(first.System, again.System)
		w.by.fault = fmt.Sprintf("a question is shown %q, and after another one %q", once, later)
	}
	watch(ctx)
	return first, nil
}

// faulty answers the memory's model with a fault.
type faulty struct {
	next   llm.Client
	memory string
	reply  llm.Response
	err    error
	was    atomic.Bool
}

// Complete implements llm.Client.
func (f *faulty) Complete(ctx context.Context, req llm.Request) (llm.Response, error) {
	if req.Model.Name != f.memory {
		return f.next.Complete(ctx, req)
	}
	f.was.Store(true)
	return f.reply, f.err
}

// within gives every request a world, as a session does.
type within struct {
	llm.Client
	world string
}

// Complete implements llm.Client.
func (w within) Complete(ctx context.Context, req llm.Request) (llm.Response, error) {
	req.Model = req.Model.In(w.world)
	return w.Client.Complete(ctx, req)
}

// silent is a trace that nobody reads.
type silent struct{}

func (silent) Cycle(arena.Cycle) {}
func (silent) Warn(string)       {}
