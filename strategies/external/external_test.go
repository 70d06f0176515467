package external

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/arena/arenatest"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
	"contextarena.internal/strategies/external/programtest"
)

func TestMain(m *testing.M) { programtest.Main(m) }

// kind is the test's own program that does so.
func kind(t testing.TB, name string) *External {
	t.Helper()
	s := strictyaml.Default[External]()
	s.Command, s.Files, s.Timeout = programtest.Command(name, ""), []string{"external.go"}, 20
	require.NoError(t, s.Find(""))
	return &s
}

func TestContract(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"asks nothing", "asks"} {
		t.Run(name, func(t *testing.T) { arenatest.Strategy(t, kind(t, name)) })
	}
}

// model answers the memory as it is told, and all others with OK.
type model struct {
	mu    sync.Mutex
	reply llm.Response
	err   error
	asked []string // by the memory
}

func (m *model) Complete(ctx context.Context, req llm.Request) (llm.Response, error) {
	if req.Model.Name != "writer" {
		return llm.Response{Text: "OK", Stop: llm.StopEnd}, ctx.Err()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked = append(m.asked, req.Messages[0].Text)
	return m.reply, m.err
}

func play(t *testing.T, s arena.Strategy, m *model) arena.Record {
	t.Helper()
	turn := func(text string) arena.Exchange {
		return arena.Exchange{At: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC), User: text, Assistant: "Noted."}
	}
	session := arena.Session{Client: m, Embedder: embed.Local{}, Tokens: func(s string) int { return len(strings.Fields(s)) }}
	rec, err := session.Play(t.Context(), arena.Trial{
		Scenario: &arena.Scenario{
			ID: "shed", System: "You help.", Turns: []arena.Exchange{turn("The shed is red."), turn("The rent is $410."), turn("Anna has the key.")},
			Final: arena.Final{Question: "Sum up."}, Probes: []arena.Probe{{ID: "rent", Question: "What is the rent?"}},
		},
		Strategy: s, Spec: "external", Model: llm.Model{Provider: "sim", Name: "talker"}, MemoryModel: llm.Model{Provider: "sim", Name: "writer"},
		Repeat: 1, PlanSeed: 1, Dialogue: arena.Scripted, ReplyTokens: 100,
	})
	require.NoError(t, err)
	return rec
}

// A trial whose program is broken has failed, whatever it did wrong, with its reason and its last words, and isn't forgetting.
func TestBrokenPrograms(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"crashes":         "recall: the program ended: exit status 3; it said: Traceback: no such fact",
		"hangs":           "recall: it neither answered nor asked a model for 1 s (timeout)",
		"logs":            `it wrote "loading the model ..." on standard output, which is for answers of JSON, a line each`,
		"answers another": "isn't to request 3: each is answered once, with its id",
		"answers twice":   "isn't to request 4: each is answered once",
		"half a line":     `it wrote "{\"jsonrpc\":\"2.0\",\"id\":3,\"resu" on standard output`,
		"writes a lot":    "its answer is longer than 16777216 bytes",
		"an error":        "it answered with an error: the index is corrupt",
		"another type":    `its result {"memory":[1]}: json: cannot unmarshal array`,
		"no memory":       `recall: its result has no memory: want {"memory": TEXT}`,
		"unknown model":   "its request to /v1/chat/completions was answered with status 404",
		"refused field":   "top_p",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := kind(t, name)
			if name == "hangs" {
				s.Timeout = 1
			}
			rec := play(t, s, &model{reply: llm.Response{Text: "noted", Stop: llm.StopEnd}})
			require.Equal(t, arena.Failed, rec.Outcome)
			require.Contains(t, rec.Reason, want)
			require.True(t, rec.Broken, "it says nothing of a provider")
			require.Empty(t, rec.Probes)
		})
	}
}

// The program goes on without what the endpoint couldn't give it. The trial doesn't.
func TestSwallowedFailures(t *testing.T) {
	for name, c := range map[string]struct {
		model *model
		want  arena.Outcome
		why   string
	}{
		"failed":   {&model{err: &llm.APIError{Provider: "openai", Status: 500, Message: "overloaded"}}, arena.Failed, "overloaded"},
		"unfunded": {&model{err: fmt.Errorf("call 7: %w", llm.ErrBudget)}, arena.Unfunded, "call 7"},
		"refused":  {&model{reply: llm.Response{Text: "I can't help with that.", Stop: llm.StopRefusal}}, arena.Refused, "I can't help with that."},
		"cut":      {&model{reply: llm.Response{Text: "Anna has", Stop: llm.StopLength}}, arena.Truncated, "max_tokens"},
	} {
		t.Run(name, func(t *testing.T) {
			rec := play(t, kind(t, "asks"), c.model)
			require.Equal(t, c.want, rec.Outcome)
			require.Contains(t, rec.Reason, c.why)
			require.False(t, rec.Broken)
			require.Equal(t, c.model.err != nil, strings.Contains(fmt.Sprint(rec.Warnings), "going on without"), "its standard error is kept")
		})
	}
}

func TestTrial(t *testing.T) {
	one, two := &model{reply: llm.Response{Text: "noted", Stop: llm.StopEnd}}, &model{reply: llm.Response{Text: "noted", Stop: llm.StopEnd}}
	rec := play(t, kind(t, "asks"), one)
	require.Equal(t, arena.Completed, rec.Outcome, rec.Reason)
	require.Contains(t, rec.Probes[0].Context.System, "<knowledge>\nThe shed is red.\nNoted.\nThe rent is $410.")
	require.Equal(t, []arena.MessageIndex{4, 5, 6}, rec.Probes[0].Context.Shown)
	var wrote []arena.Call
	for _, c := range rec.Calls {
		if c.Model.Name == "writer" {
			wrote = append(wrote, c)
		}
	}
	require.Len(t, wrote, 2, "at the fourth text and at the eighth")
	require.Equal(t, arena.Write, wrote[0].Purpose)
	require.Equal(t, []arena.Turn{2, 4}, []arena.Turn{wrote[0].Turn, wrote[1].Turn})
	asked := arena.Delivery{}
	for _, c := range rec.Cycles {
		asked = asked.Plus(c.Delivery)
	}
	require.Equal(t, arena.Delivery{Asked: 2, Parsed: 2}, asked)
	require.Equal(t, rec, play(t, kind(t, "asks"), two), "the same trial twice")
	require.Equal(t, one.asked, two.asked)
}

// What is asked while no message is answered belongs to no trial's cost: it is refused, and the trial fails.
func TestAsksBetweenMessages(t *testing.T) {
	t.Parallel()
	m := arenatest.Start(t, kind(t, "asks between messages"), &model{})
	for i := range 3 {
		said := arena.Message{Message: llm.Message{Role: llm.User, Text: "Hello."}, Index: arena.MessageIndex(i + 1), Turn: arena.Turn(i + 1)}
		err := m.Observe(t.Context(), said)
		if i < 2 {
			require.NoError(t, err)
		}
		if i == 1 { // the third message, after the start
			require.Eventually(t, func() bool { return len(m.Memory.(*Memory).process.stderr.String()) > 0 }, 10*time.Second, time.Millisecond)
		} else if i == 2 {
			require.ErrorContains(t, err, "no message is being answered: ask while you answer start, observe or recall")
		}
	}
	require.NoError(t, m.Memory.(*Memory).Close())
	require.NoError(t, m.Memory.(*Memory).Close(), "twice")
}

// A program whose question is still under way when it answers has asked nobody: nothing waits for the reply.
func TestAnswersWithAQuestionUnderWay(t *testing.T) {
	m := arenatest.Start(t, kind(t, "asks nothing"), &model{}).Memory.(*Memory)
	defer func() { require.NoError(t, m.Close()) }()
	m.open = 1
	err := m.Observe(t.Context(), arena.Message{Message: llm.Message{Role: llm.User, Text: "Hello."}, Index: 1, Turn: 1})
	require.ErrorContains(t, err, "it answered while 1 of its questions to models was under way")
	var broken arena.Broken
	require.ErrorAs(t, err, &broken)
}

func TestAsksForEver(t *testing.T) {
	m := &Memory{answering: t.Context(), calls: mostCalls}
	_, err := m.Complete(t.Context(), llm.Request{})
	require.ErrorContains(t, err, "more than 10000 questions within one message")
}

// The settings do what they say: how much stays raw, and which fields of requests are passed over.
func TestSettings(t *testing.T) {
	said := &model{reply: llm.Response{Text: "noted", Stop: llm.StopEnd}}
	s := kind(t, "asks nothing")
	s.Window = 2
	require.Equal(t, []arena.MessageIndex{6}, play(t, s, said).Probes[0].Context.Shown)
	s = kind(t, "refused field")
	require.Contains(t, play(t, s, said).Reason, "ignore: [top_p]")
	s.Ignore = []string{"top_p"}
	rec := play(t, s, said)
	require.Equal(t, arena.Completed, rec.Outcome, rec.Reason)
}

// BenchmarkMessage is what a message costs beside the program's own time: this one does next to nothing.
func BenchmarkMessage(b *testing.B) {
	m, err := kind(b, "asks nothing").Start(arena.Env{Client: &model{}, MemoryModel: llm.Model{Provider: "sim", Name: "writer"}, Tokens: func(s string) int { return len(s) }})
	require.NoError(b, err)
	defer m.(*Memory).Close()
	for b.Loop() {
		_, err := m.Recall(b.Context(), "What is it?")
		require.NoError(b, err)
	}
}

func TestSlowEnd(t *testing.T) {
	t.Parallel()
	rec := play(t, kind(t, "never ends"), &model{reply: llm.Response{Text: "noted", Stop: llm.StopEnd}})
	require.Equal(t, arena.Completed, rec.Outcome)
	require.Equal(t, []string{"external: the program was killed, 5s after the end of its input"}, rec.Warnings)
}

// The program gets its endpoint and what is allowed of the environment, and nothing else.
func TestEnvironment(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "sk-secret")
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "mine"), []byte("#!/bin/sh\nenv >&2; echo crash >&2; exit 1\n"), 0o755))
	s := strictyaml.Default[External]()
	s.Command, s.Files = []string{"./mine"}, []string{"mine"}
	require.NoError(t, s.Find(dir))
	rec := play(t, &s, &model{})
	require.Equal(t, arena.Failed, rec.Outcome)
	require.Contains(t, rec.Reason, "OPENAI_BASE_URL=http://127.0.0.1:")
	require.NotContains(t, rec.Reason, "sk-secret")
	require.NotContains(t, rec.Reason, "HOME=")
}

func TestFind(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), mode))
	}
	write("mine", "#!/bin/sh\n", 0o755)
	write("notes.txt", "", 0o644)
	for name, c := range map[string]struct {
		command, files []string
		want           []string
	}{
		"nothing":        {nil, nil, []string{"command: want a program"}},
		"isn't there":    {[]string{"./yours"}, nil, []string{"no such file", "files: want at least one"}},
		"not executable": {[]string{"./notes.txt"}, []string{"gone.py", "/etc/hosts"}, []string{"permission denied", "gone.py", "/etc/hosts: want a path from the plan's folder on"}},
		"not in PATH":    {[]string{"mine-of-mine"}, []string{"mine"}, []string{"executable file not found", "./NAME"}},
	} {
		s := External{Command: c.command, Files: c.files}
		err := s.Find(dir)
		for _, want := range c.want {
			require.ErrorContains(t, err, want, name)
		}
	}
	found := func(dir string) string {
		s := External{Command: []string{"./mine"}, Files: []string{"mine"}}
		require.NoError(t, s.Find(dir))
		return s.Version()
	}
	was := found(dir)
	other := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(other, "mine"), []byte("#!/bin/sh\n"), 0o755))
	require.Equal(t, was, found(other), "another folder is no other program")
	write("mine", "#!/bin/sh\nexit 1\n", 0o755)
	require.NotEqual(t, was, found(dir), "an edited program is another")
	unread := External{}
	require.NotEqual(t, was, unread.Version())
}
