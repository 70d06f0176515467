package arena_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

// keeper is a strategy that shows everything; with calls, it asks the model once per Observe and
// once per Recall.
type keeper struct{ calls bool }

func (keeper) Name() string    { return "keeper" }
func (keeper) Version() string { return "1" }

func (k keeper) Start(env arena.Env) (arena.Memory, error) { return &kept{k: k, env: env}, nil }

type kept struct {
	k    keeper
	env  arena.Env
	seen []arena.Message
}

func (k *kept) ask(ctx context.Context, text string) error {
	if !k.k.calls {
		return nil
	}
	_, err := k.env.Client.Complete(ctx, llm.Request{Model: k.env.MemoryModel, Messages: []llm.Message{{Role: llm.User, Text: text}}})
	return err
}

func (k *kept) Observe(ctx context.Context, m arena.Message) error {
	k.seen = append(k.seen, m)
	return k.ask(ctx, "observe "+m.Text)
}

func (k *kept) Recall(ctx context.Context, query string) (arena.Context, error) {
	c := arena.Context{System: k.env.System}
	for _, m := range k.seen {
		c.Messages, c.Shown = append(c.Messages, m.Message), append(c.Shown, m.Index)
	}
	return c, k.ask(ctx, "recall "+query)
}

// deaf is a strategy that takes no error of its model for one.
type deaf struct{ keeper }

func (d deaf) Start(env arena.Env) (arena.Memory, error) {
	m, err := d.keeper.Start(env)
	return deafened{m}, err
}

type deafened struct{ arena.Memory }

func (d deafened) Observe(ctx context.Context, m arena.Message) error {
	_ = d.Memory.Observe(ctx, m)
	return nil
}

func (d deafened) Recall(ctx context.Context, query string) (arena.Context, error) {
	c, _ := d.Memory.Recall(ctx, query)
	return c, nil
}

// model is a client that answers by a function and notes what it was asked.
type model struct {
	answer func(llm.Request) (llm.Response, error)
	mu     sync.Mutex
	asked  []llm.Request
}

func (m *model) Complete(_ context.Context, req llm.Request) (llm.Response, error) {
	m.mu.Lock()
	m.asked = append(m.asked, req)
	m.mu.Unlock()
	if m.answer != nil {
		return m.answer(req)
	}
	return llm.Response{Text: "fine", Stop: llm.StopEnd, Usage: llm.Usage{Input: 7, Output: 1}}, nil
}

func last(req llm.Request) string { return req.Messages[len(req.Messages)-1].Text }

func scenario() *arena.Scenario {
	at := time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC)
	return &arena.Scenario{
		ID: "test", System: "You help.",
		Turns: []arena.Exchange{
			{At: at, User: "The code is 1234.", Assistant: "Noted."},
			{
				At: at, User: "Look up order 7.", Refs: []arena.Turn{1}, Assistant: "Done.",
				Tools: []arena.ToolUse{{Name: "order", Arguments: `{"id":7}`, Result: "paid"}},
			},
		},
		Final:  arena.Final{At: at, Question: "Sum up."},
		Facts:  []arena.Fact{{ID: "code", Turn: 1}, {ID: "order", Turn: 2}},
		Probes: []arena.Probe{{ID: "p1", Fact: "code", Question: "What is the code?"}, {ID: "p2", Fact: "code", Question: "And again?"}},
	}
}

func trial(d arena.Dialogue) arena.Trial {
	m := llm.Model{Provider: "sim", Name: "nano"}
	return arena.Trial{
		Scenario: scenario(), Strategy: keeper{}, Spec: "keeper", Model: m, MemoryModel: m,
		Repeat: 1, PlanSeed: 1, Dialogue: d, ReplyTokens: 100,
	}
}

func play(t *testing.T, tr arena.Trial, c llm.Client) arena.Record {
	t.Helper()
	r := &arena.Session{Client: c, Tokens: func(s string) int { return len(strings.Fields(s)) }}
	rec, err := r.Play(t.Context(), tr)
	require.NoError(t, err)
	return rec
}

// chatty is a strategy whose memory has something to say at the end.
type chatty struct{ keeper }

func (c chatty) Start(env arena.Env) (arena.Memory, error) {
	m, err := c.keeper.Start(env)
	return remarker{m}, err
}

type remarker struct{ arena.Memory }

func (remarker) Remarks() []string { return []string{"all was well"} }

func TestRemarksStandBehindTheWarnings(t *testing.T) {
	tr := trial(arena.Scripted)
	tr.Strategy = chatty{}
	rec := play(t, tr, &model{})
	require.Equal(t, "all was well", rec.Warnings[len(rec.Warnings)-1])
	require.Equal(t, append(play(t, trial(arena.Scripted), &model{}).Warnings, "all was well"), rec.Warnings)
}

func TestPlayLive(t *testing.T) {
	m := &model{}
	rec := play(t, trial(arena.Live), m)
	require.Equal(t, arena.Completed, rec.Outcome, rec.Reason)

	var roles []llm.Role
	for i, msg := range rec.Messages {
		roles = append(roles, msg.Role)
		require.Equal(t, arena.MessageIndex(i+1), msg.Index)
	}
	require.Equal(t, []llm.Role{llm.User, llm.Assistant, llm.User, llm.Assistant, llm.Tool, llm.Assistant, llm.User}, roles)
	require.Equal(t, "fine", rec.Messages[1].Text, "a live reply is the model's")
	require.Equal(t, []arena.MessageIndex{1}, rec.Messages[2].Refs)
	require.Equal(t, rec.Messages[3].ToolCalls[0].ID, rec.Messages[4].ToolCallID)
	require.Equal(t, arena.Turn(3), rec.Messages[6].Turn, "the final question is turn N+1")
	require.NotNil(t, rec.Messages[5].Saw)
	require.Equal(t, []arena.MessageIndex{1, 2}, rec.Messages[5].Saw.Shown, "the tail isn't part of the context")

	require.Len(t, m.asked, 5) // two turns, the final task, two probes
	second := m.asked[1]
	require.Len(t, second.Messages, 6, "system, two old messages, and the tail with its tool use")
	require.Equal(t, "paid", last(second))
	require.Equal(t, "Sum up.", last(m.asked[2]))

	require.Len(t, rec.Probes, 2)
	require.Same(t, rec.Probes[0].Context, rec.Probes[1].Context, "equal contexts are shared")
	for _, p := range rec.Probes {
		require.NotContains(t, p.Context.Shown, arena.MessageIndex(7), "the final question is taken out")
		require.Len(t, p.Context.Messages, 6)
	}
	for _, req := range m.asked {
		require.Equal(t, trial(arena.Live).Seed(), req.Seed)
	}
}

func TestPlayScripted(t *testing.T) {
	m := &model{}
	rec := play(t, trial(arena.Scripted), m)
	require.Equal(t, arena.Completed, rec.Outcome, rec.Reason)
	require.Equal(t, "Noted.", rec.Messages[1].Text)
	require.Len(t, m.asked, 3, "the dialogue asks nothing")
	var nominal []arena.Call
	for _, c := range rec.Calls {
		if c.Nominal {
			nominal = append(nominal, c)
		}
	}
	require.Len(t, nominal, 2, "but is charged for what it would have asked")
	require.Equal(t, len(strings.Fields("You help. The code is 1234.")), nominal[0].Usage.Input)
	require.Equal(t, arena.Talk, nominal[0].Purpose)
}

// Without a final task the probes see the whole conversation, and nothing else is asked.
func TestWithoutATask(t *testing.T) {
	m := &model{}
	tr := trial(arena.Scripted)
	tr.Scenario.Final = arena.Final{}
	rec := play(t, tr, m)
	require.Equal(t, arena.Completed, rec.Outcome, rec.Reason)
	require.Len(t, m.asked, 2)
	require.Empty(t, rec.Final)
	require.Equal(t, "Done.", rec.Messages[len(rec.Messages)-1].Text)
	require.Equal(t, rec.Messages[len(rec.Messages)-1].Index, rec.Probes[0].Context.Shown[len(rec.Messages)-1])
	require.Equal(t, "Done.", m.asked[0].Messages[len(m.asked[0].Messages)-2].Text)
}

func TestCallsAreChargedToWhoAsked(t *testing.T) {
	tr := trial(arena.Live)
	tr.Strategy = keeper{calls: true}
	rec := play(t, tr, &model{})
	count := map[arena.Purpose]int{}
	for _, c := range rec.Calls {
		count[c.Purpose]++
		require.Equal(t, 7, c.Usage.Input)
	}
	require.Equal(t, map[arena.Purpose]int{
		arena.Write: 7, arena.Read: 3, arena.Talk: 2, arena.FinalAsk: 1, arena.Probing: 4,
	}, count)
}

func TestRecordIsTheSameWhateverComesBackFirst(t *testing.T) {
	tr := trial(arena.Live)
	tr.Strategy = keeper{calls: true}
	first := play(t, tr, &model{})
	release := make(chan struct{})
	n := 0
	var mu sync.Mutex
	slow := &model{answer: func(req llm.Request) (llm.Response, error) {
		if last(req) == "What is the code?" { // the first probe waits for the second
			<-release
		}
		if last(req) == "And again?" {
			mu.Lock()
			n++
			mu.Unlock()
			defer close(release)
		}
		return llm.Response{Text: "fine", Stop: llm.StopEnd, Usage: llm.Usage{Input: 7, Output: 1}}, nil
	}}
	require.Equal(t, first, play(t, tr, slow))
	require.Equal(t, 1, n)
}

func TestOutcomes(t *testing.T) {
	broken := errors.New("the provider is down")
	when := func(text string, r llm.Response, err error) func(llm.Request) (llm.Response, error) {
		return func(req llm.Request) (llm.Response, error) {
			if last(req) == text {
				return r, err
			}
			return llm.Response{Text: "fine", Stop: llm.StopEnd}, nil
		}
	}
	for _, c := range []struct {
		name    string
		answer  func(llm.Request) (llm.Response, error)
		outcome arena.Outcome
		reason  string
	}{
		{"provider error in the dialogue", when("The code is 1234.", llm.Response{}, broken), arena.Failed, "turn 1: reply: the provider is down"},
		{"provider error in a probe", when("And again?", llm.Response{}, broken), arena.Failed, "the provider is down"},
		{"cut reply", when("paid", llm.Response{Text: "and", Stop: llm.StopLength}, nil), arena.Truncated, "100 tokens"},
		{"refused", when("Sum up.", llm.Response{Text: "no", Stop: llm.StopRefusal}, nil), arena.Refused, "refused"},
		{"canned refusal", when("Sum up.", llm.Response{Text: "I'm sorry, but I can't assist with that.", Stop: llm.StopEnd}, nil), arena.Refused, "refused"},
		{"no money", when("Sum up.", llm.Response{}, fmt.Errorf("call: %w", llm.ErrBudget)), arena.Unfunded, "budget"},
	} {
		t.Run(c.name, func(t *testing.T) {
			rec := play(t, trial(arena.Live), &model{answer: c.answer})
			require.Equal(t, c.outcome, rec.Outcome)
			require.Contains(t, rec.Reason, c.reason)
			require.Empty(t, rec.Probes)
		})
	}
	for _, c := range []struct {
		name    string
		asked   string // by the memory, which goes on whatever it gets
		r       llm.Response
		err     error
		outcome arena.Outcome
		reason  string
	}{
		{"refused to the memory as it writes", "observe paid", llm.Response{Stop: llm.StopRefusal}, nil, arena.Refused, "the memory's model refused"},
		{"refused with a formula", "observe paid", llm.Response{Text: "I'm sorry, but I can't assist with that.", Stop: llm.StopEnd}, nil, arena.Refused, "can't assist"},
		{"refused as it reads", "recall Sum up.", llm.Response{Stop: llm.StopRefusal}, nil, arena.Refused, "final task: recall: the memory's model refused"},
		{"refused for a probe", "recall And again?", llm.Response{Stop: llm.StopRefusal}, nil, arena.Refused, "probe p2: recall: the memory's model refused"},
		{"no reply to the memory", "observe paid", llm.Response{}, broken, arena.Failed, "the provider is down"},
		{"no money for the memory", "observe paid", llm.Response{}, fmt.Errorf("call: %w", llm.ErrBudget), arena.Unfunded, "budget"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tr := trial(arena.Live)
			tr.Strategy = deaf{keeper{calls: true}}
			rec := play(t, tr, &model{answer: when(c.asked, c.r, c.err)})
			require.Equal(t, c.outcome, rec.Outcome)
			require.Contains(t, rec.Reason, c.reason)
			require.Empty(t, rec.Probes)
		})
	}
	t.Run("a cut probe voids itself alone", func(t *testing.T) {
		rec := play(t, trial(arena.Live), &model{answer: when("And again?", llm.Response{Text: "12", Stop: llm.StopLength}, nil)})
		require.Equal(t, arena.Completed, rec.Outcome)
		require.False(t, rec.Probes[0].Void())
		require.True(t, rec.Probes[1].Void())
	})
}

func TestPlayReturnsOnCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	m := &model{answer: func(llm.Request) (llm.Response, error) {
		cancel()
		return llm.Response{}, ctx.Err()
	}}
	r := &arena.Session{Client: m, Tokens: func(s string) int { return len(s) }}
	_, err := r.Play(ctx, trial(arena.Live))
	require.ErrorIs(t, err, context.Canceled)
}

func TestProbesAreAskedAgain(t *testing.T) {
	tr := trial(arena.Scripted)
	tr.Answers, tr.LogProbs = 3, 2
	m := &model{answer: func(req llm.Request) (llm.Response, error) {
		r := llm.Response{Text: fmt.Sprintf("%s %d", last(req), req.Sample), Stop: llm.StopEnd, Usage: llm.Usage{Input: 7}}
		if req.LogProbs > 0 {
			r.LogProbs = []llm.LogProb{{Token: r.Text, LogProb: -float64(req.Sample)}}
		}
		if req.Sample == 2 {
			r.Stop = llm.StopLength
		}
		return r, nil
	}}
	rec := play(t, tr, m)
	require.Equal(t, arena.Completed, rec.Outcome, rec.Reason)
	require.Len(t, m.asked, 7, "the final task, and two probes three times")
	require.Len(t, rec.Again, 2)
	keys := map[llm.Key]bool{}
	for sample, replies := range append([][]arena.Reply{rec.Probes}, rec.Again...) {
		require.Len(t, replies, 2)
		for i, r := range replies {
			require.Equal(t, fmt.Sprintf("%s %d", tr.Scenario.Probes[i].Question, sample), r.Text)
			require.Equal(t, []llm.LogProb{{Token: r.Text, LogProb: -float64(sample)}}, r.LogProbs)
			require.Equal(t, sample == 2, r.Void(), "a cut sample voids itself alone")
			require.Same(t, rec.Probes[i].Context, r.Context, "the memory is frozen")
			keys[r.Key] = true
		}
	}
	require.Len(t, keys, 6)
	probing := 0
	for _, c := range rec.Calls {
		if c.Purpose == arena.Probing {
			probing++
			require.True(t, keys[c.Key], "the key of a reply is that of its call")
		}
	}
	require.Equal(t, 6, probing, "further samples are the cost of measuring")
	require.Empty(t, rec.Final.LogProbs)

	once := play(t, trial(arena.Scripted), m)
	require.Nil(t, once.Again)
	require.Equal(t, rec.Probes[0].Text, once.Probes[0].Text)
	tr.LogProbs = 0
	require.Equal(t, once.Probes[0].Key, play(t, tr, m).Probes[0].Key, "the first sample is the one that is asked anyway")

	m.answer = func(req llm.Request) (llm.Response, error) {
		if req.Sample > 0 {
			return llm.Response{}, errors.New("down")
		}
		return llm.Response{Text: "fine", Stop: llm.StopEnd}, nil
	}
	failed := play(t, tr, m)
	require.Equal(t, arena.Failed, failed.Outcome)
	require.Nil(t, failed.Probes)
	require.Nil(t, failed.Again)
}

func TestTokenBudgetDropsTheOldest(t *testing.T) {
	tr := trial(arena.Live)
	tr.Budget = 8
	rec := play(t, tr, &model{})
	for _, p := range rec.Probes {
		require.True(t, p.Cut)
		require.NotContains(t, p.Context.Shown, arena.MessageIndex(1))
		require.Contains(t, p.Context.Shown, arena.MessageIndex(6))
		require.Len(t, p.Context.Messages, len(p.Context.Shown))
	}
	tr.Budget = 1000
	require.False(t, play(t, tr, &model{}).Probes[0].Cut)
}

func TestTrialKey(t *testing.T) {
	base := trial(arena.Live)
	key := base.Key()
	require.Equal(t, key, trial(arena.Live).Key())
	change := map[string]func(*arena.Trial){
		"spec":        func(t *arena.Trial) { t.Spec = "keeper(x=1)" },
		"model":       func(t *arena.Trial) { t.Model.Name = "mini" },
		"memory":      func(t *arena.Trial) { t.MemoryModel.Options = "a=b" },
		"repeat":      func(t *arena.Trial) { t.Repeat = 2 },
		"seed":        func(t *arena.Trial) { t.PlanSeed = 2 },
		"dialogue":    func(t *arena.Trial) { t.Dialogue = arena.Scripted },
		"reply cap":   func(t *arena.Trial) { t.ReplyTokens = 99 },
		"budget":      func(t *arena.Trial) { t.Budget = 99 },
		"user text":   func(t *arena.Trial) { t.Scenario.Turns[0].User = "The code is 4321." },
		"question":    func(t *arena.Trial) { t.Scenario.Probes[0].Question = "Which code?" },
		"final":       func(t *arena.Trial) { t.Scenario.Final.Question = "Sum it up." },
		"probed fact": func(t *arena.Trial) { t.Scenario.Probes[0].Fact = "order" },
		"answers":     func(t *arena.Trial) { t.Answers = 2 },
		"more":        func(t *arena.Trial) { t.Answers = 3 },
		"logprobs":    func(t *arena.Trial) { t.LogProbs = 2 },
		"bank":        func(t *arena.Trial) { t.Bank = bank("") },
		"other bank":  func(t *arena.Trial) { t.Bank = bank("x") },
		"embedder":    func(t *arena.Trial) { t.Embedder = "openai:e" },
	}
	seen := map[arena.TrialKey]string{key: "base"}
	trials, keys := []arena.Trial{base, base}, []arena.TrialKey{key, key}
	for name, f := range change {
		tr := trial(arena.Live)
		f(&tr)
		k := tr.Key()
		require.Empty(t, seen[k], "%s gives the key of %s", name, seen[k])
		seen[k] = name
		trials, keys = append(trials, tr), append(keys, k)
	}
	require.Equal(t, keys, arena.Keys(trials))
	matchers := trial(arena.Live)
	matchers.Scenario.Facts[0].Value = arena.Pattern{Text: "1234"}
	matchers.Scenario.Final.Rubric = []arena.Check{{Item: "x"}}
	require.Equal(t, key, matchers.Key(), "matchers judge, they don't play")
	once := trial(arena.Live)
	once.Answers = 1
	require.Equal(t, key, once.Key(), "one answer is the default")
	require.Equal(t, "73e8c70aefd6d2966ef50312e90722567f128fe48f857a07f7c706b1adebdd53", key.String(), "stored trials keep their keys")
}

// bank is a bank of which no more than the hash is known.
type bank string

func (b bank) Hash() string                  { return "bank " + string(b) }
func (bank) Experiences() []arena.Experience { return nil }

// learner reports experience at every message and fails if it has a bank and nobody to report to.
type learner struct{ keeper }

func (l learner) Start(env arena.Env) (arena.Memory, error) {
	if (env.Bank == nil) != (env.Learned == nil) {
		return nil, errors.New("a bank without anyone who takes experience, or the reverse")
	}
	m, err := l.keeper.Start(env)
	return &learning{m, env.Learned, 0}, err
}

type learning struct {
	arena.Memory
	learned func(arena.Experience)
	seen    int
}

func (l *learning) Observe(ctx context.Context, m arena.Message) error {
	l.seen++
	if l.learned != nil {
		l.learned(arena.Experience{Type: l.seen})
	}
	return l.Memory.Observe(ctx, m)
}

func TestExperience(t *testing.T) {
	tr := trial(arena.Scripted)
	tr.Strategy = learner{}
	require.Nil(t, play(t, tr, &model{}).Experience, "without a bank none is left")
	tr.Bank = bank("")
	rec := play(t, tr, &model{})
	require.Equal(t, &arena.Experience{Type: len(rec.Messages)}, rec.Experience, "the last report stands")
	broken := play(t, tr, &model{answer: func(llm.Request) (llm.Response, error) { return llm.Response{}, errors.New("down") }})
	require.Equal(t, arena.Failed, broken.Outcome)
	require.Nil(t, broken.Experience, "part of a session would be a biased sample")
}

func TestSeed(t *testing.T) {
	a, b := trial(arena.Live), trial(arena.Live)
	b.Spec, b.Scenario.ID = "other", "elsewhere"
	require.Equal(t, a.Seed(), b.Seed(), "strategies share the replies of a repeat")
	b.Repeat = 2
	require.NotEqual(t, a.Seed(), b.Seed(), "repeats differ")
	require.GreaterOrEqual(t, b.Seed(), int64(0))
}

// fragile panics where it is told to.
type fragile struct {
	keeper
	at string
}

func (f fragile) Start(env arena.Env) (arena.Memory, error) {
	f.panics("start")
	m, err := f.keeper.Start(env)
	return fragileMemory{m, f}, err
}

func (f fragile) panics(at string) {
	if f.at == at {
		panic("broken at " + at)
	}
}

type fragileMemory struct {
	arena.Memory
	f fragile
}

func (m fragileMemory) Observe(ctx context.Context, msg arena.Message) error {
	m.f.panics("observe")
	return m.Memory.Observe(ctx, msg)
}

func (m fragileMemory) Recall(ctx context.Context, query string) (arena.Context, error) {
	m.f.panics("recall")
	return m.Memory.Recall(ctx, query)
}

func (m fragileMemory) Remarks() []string {
	m.f.panics("remarks")
	return nil
}

func TestAPanicIsAnOutcome(t *testing.T) {
	for _, at := range []string{"start", "observe", "recall", "remarks"} {
		tr := trial(arena.Live)
		tr.Strategy = fragile{at: at}
		rec := play(t, tr, &model{})
		require.Equal(t, arena.Failed, rec.Outcome)
		require.Contains(t, arena.Brief(rec.Reason), "panic: broken at "+at)
		require.Contains(t, rec.Reason, "\ncontextarena.internal/arena.(*play).whole play.go:")
		require.Nil(t, rec.Probes)
	}
	rec := play(t, trial(arena.Live), &model{answer: func(req llm.Request) (llm.Response, error) {
		if last(req) == "And again?" { // asked beside the other probe, in a goroutine of its own
			panic("broken client")
		}
		return llm.Response{Text: "fine", Stop: llm.StopEnd}, nil
	}})
	require.Equal(t, arena.Failed, rec.Outcome)
	require.Contains(t, arena.Brief(rec.Reason), "probes: panic: broken client")
}

// waiting is a strategy whose memory waits, when it is asked for the first probe, until it is asked for the second.
type waiting struct {
	keeper
	second chan struct{}
}

func (w waiting) Start(env arena.Env) (arena.Memory, error) {
	m, err := w.keeper.Start(env)
	return waits{m, w.second}, err
}

type waits struct {
	arena.Memory
	second chan struct{}
}

func (w waits) Recall(ctx context.Context, query string) (arena.Context, error) {
	switch query {
	case "What is the code?":
		select {
		case <-w.second:
		case <-ctx.Done():
			return arena.Context{}, ctx.Err()
		}
	case "And again?":
		close(w.second)
	}
	return w.Memory.Recall(ctx, query)
}

// Probes of a frozen memory are recalled, and asked, at once, with the same record as one after the other, and what they all see is
// one context. A program outside is asked in their order.
func TestProbesAreAskedAtOnce(t *testing.T) {
	tr := trial(arena.Scripted)
	tr.Strategy, tr.Budget = keeper{calls: true}, 6
	first := play(t, tr, &model{})
	require.Same(t, first.Probes[0].Context, first.Probes[1].Context)

	tr.Strategy = waiting{keeper{calls: true}, make(chan struct{})}
	ctx, end := context.WithTimeout(t.Context(), time.Minute)
	defer end()
	r := &arena.Session{Client: &model{}, Tokens: func(s string) int { return len(strings.Fields(s)) }, Parallel: 2}
	rec, err := r.Play(ctx, tr)
	require.NoError(t, err)
	require.Equal(t, first, rec)
	require.NotEmpty(t, rec.Warnings, "contexts were cut")

	order := &ordered{}
	tr.Strategy = order
	tr.Scenario.Probes = nil
	for i := range 40 {
		tr.Scenario.Probes = append(tr.Scenario.Probes, arena.Probe{ID: fmt.Sprint(i), Fact: "code", Question: fmt.Sprint("Probe ", i)})
	}
	r.Parallel = 8
	_, err = r.Play(ctx, tr)
	require.NoError(t, err)
	require.Len(t, order.asked, 40)
	for i, p := range tr.Scenario.Probes {
		require.Equal(t, p.Question, order.asked[i])
	}
}

// ordered is a program outside that notes in which order it is asked for the probes.
type ordered struct {
	keeper
	asked []string
}

func (*ordered) Find(string) error { return nil }

func (o *ordered) Start(env arena.Env) (arena.Memory, error) {
	m, err := o.keeper.Start(env)
	return noting{m, o}, err
}

type noting struct {
	arena.Memory
	o *ordered
}

func (n noting) Recall(ctx context.Context, query string) (arena.Context, error) {
	if strings.HasPrefix(query, "Probe ") {
		n.o.asked = append(n.o.asked, query)
	}
	return n.Memory.Recall(ctx, query)
}
