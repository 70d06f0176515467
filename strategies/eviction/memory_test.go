package eviction

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/arena/arenatest"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
)

// made is a strategy with its defaults.
func made[S any](require.TestingT) *S {
	s := new(S)
	strictyaml.Defaults(s)
	return s
}

// talk numbers messages, each role's text a turn of its own where the user speaks.
func talk(lines ...string) []arena.Message {
	var out []arena.Message
	turn := arena.Turn(0)
	for i, line := range lines {
		role, text, _ := strings.Cut(line, ": ")
		m := arena.Message{Message: llm.Message{Role: llm.Role(role), Text: text}, Index: arena.MessageIndex(i + 1), At: time.Time{}}
		switch role {
		case "user":
			turn++
		case "call":
			name, id, _ := strings.Cut(text, " ")
			m.Message = llm.Message{Role: llm.Assistant, ToolCalls: []llm.ToolCall{{ID: id, Name: name, Arguments: "{}"}}}
		case "tool":
			m.ToolCallID, m.Text, _ = strings.Cut(text, " ")
		}
		m.Turn = turn
		out = append(out, m)
	}
	return out
}

func observe(t *testing.T, s arena.Strategy, messages []arena.Message) *arenatest.Trial {
	t.Helper()
	trial := arenatest.Start(t, s, llmtest.Func(nil))
	for _, m := range messages {
		require.NoError(t, trial.Observe(t.Context(), m))
	}
	return trial
}

func shown(t *testing.T, trial *arenatest.Trial) []arena.MessageIndex {
	t.Helper()
	c, err := trial.Recall(t.Context(), "What is it?")
	require.NoError(t, err)
	return c.Shown
}

// A call and its result leave together, once the user speaks again; what the turn that is answered takes
// isn't counted.
func TestACallLeavesWithItsResult(t *testing.T) {
	s := made[Truncate](t)
	s.Budget, s.Classes = 8, "structural"
	messages := talk("user: look it up please", "call: find c1", "tool: c1 seven words are the result of this", "assistant: done", "user: thanks")
	trial := observe(t, s, messages[:4])
	require.Equal(t, []arena.MessageIndex{1, 2, 3, 4}, shown(t, trial))
	require.NoError(t, trial.Observe(t.Context(), messages[4]))
	require.Equal(t, []arena.MessageIndex{4, 5}, shown(t, trial), "the oldest, and then the call with nine tokens, had to go")
	require.Equal(t, []arena.MessageIndex{1, 2, 3}, trial.Cycles[0].Left)
}

func TestWhatTheUserRefersToComesBack(t *testing.T) {
	lines := []string{"user: the crate code is QX-4471 today", "assistant: fine", "user: one two three four five six", "assistant: fine", "user: what about QX-4471 again"}
	s := made[LRU](t)
	s.Budget, s.Classes = 7, "structural"
	trial := observe(t, s, talk(lines[:4]...))
	require.Equal(t, []arena.MessageIndex{1, 2, 3, 4}, shown(t, trial))
	trial = observe(t, s, talk(lines...))
	require.Equal(t, []arena.MessageIndex{1, 4, 5}, shown(t, trial))
	last := trial.Cycles[len(trial.Cycles)-1]
	require.Equal(t, []arena.MessageIndex{2, 3}, last.Left, "the first message is needed now; the others make room")

	// What had left comes back in a later cycle.
	more := talk(append(slices.Clone(lines[:4]), "user: seven eight nine ten eleven twelve", "assistant: fine", "user: what about QX-4471 again")...)
	trial = observe(t, s, more)
	last = trial.Cycles[len(trial.Cycles)-1]
	require.Equal(t, []arena.MessageIndex{1}, last.Back)
	require.Contains(t, fmt.Sprint(trial.Memory.(arena.Remarker).Remarks()), "1 came back (6 tokens)")

	s.Readmit = false
	require.Empty(t, back(observe(t, s, more)))
}

func back(trial *arenatest.Trial) (out []arena.MessageIndex) {
	for _, c := range trial.Cycles {
		out = append(out, c.Back...)
	}
	return out
}

// The task and what binds stay until their cap is reached; what is over it is said.
func TestPermanentItems(t *testing.T) {
	s := made[Truncate](t)
	s.Budget, s.PermanentCap = 10, 0.8
	trial := observe(t, s, talk(
		"user: plan my trip now", "assistant: good", "user: never book before noon", "assistant: good",
		"user: always take the slow train", "assistant: good", "user: so far so well and more of it", "assistant: good", "user: go on",
	))
	require.Subset(t, shown(t, trial), []arena.MessageIndex{1, 3}, "8 of 10 tokens")
	require.NotContains(t, shown(t, trial), arena.MessageIndex(5))
	require.Contains(t, fmt.Sprint(trial.Memory.(arena.Remarker).Remarks()), "1 items that would never be evicted count as STRUCTURAL: such items may have 8 tokens (permanent_cap)")
}

func TestRemarks(t *testing.T) {
	s := made[RWOE](t)
	s.Budget = 3
	trial := observe(t, s, talk("user: hello", "assistant: a long reply that says little", "user: next"))
	require.Equal(t, []string{"rwoe: evicted 1 of 3 items for a budget of 3 tokens; 0 came back (0 tokens)"}, trial.Memory.(arena.Remarker).Remarks())
}

// Whatever is said, what is shown of earlier turns fits the budget, and cycles account for all that isn't.
func TestNeverOverBudget(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := made[RWOE](rt)
		s.Budget = rapid.IntRange(1, 40).Draw(rt, "budget")
		s.PermanentCap = rapid.Float64Range(0, 1).Draw(rt, "cap")
		s.Semantic = rapid.SampledFrom([]float64{0, 0.5}).Draw(rt, "semantic")
		line := rapid.Custom(func(rt *rapid.T) string {
			n := rapid.IntRange(0, 12).Draw(rt, "words")
			return rapid.SampledFrom([]string{"user: ", "assistant: "}).Draw(rt, "role") +
				strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"never", "crate", "QX-4471", "decided", "Marcus", "because", "however"}), n, n).Draw(rt, "text"), " ")
		})
		lines := append([]string{"user: begin"}, rapid.SliceOfN(line, 1, 40).Draw(rt, "lines")...)
		trial := arenatest.Start(t, s, llmtest.Func(nil))
		out := map[arena.MessageIndex]bool{}
		cycles := 0
		for _, m := range talk(lines...) {
			require.NoError(rt, trial.Observe(t.Context(), m))
			for ; cycles < len(trial.Cycles); cycles++ {
				for _, i := range trial.Cycles[cycles].Left {
					require.False(rt, out[i])
					out[i] = true
				}
				for _, i := range trial.Cycles[cycles].Back {
					require.True(rt, out[i])
					delete(out, i)
				}
			}
			c, err := trial.Recall(t.Context(), "")
			require.NoError(rt, err)
			tokens := 0
			for i, shown := range c.Messages {
				require.False(rt, out[c.Shown[i]])
				if c.Shown[i] < m.Index || m.Role == llm.User {
					tokens += len(strings.Fields(shown.Text))
				}
			}
			require.Len(rt, c.Shown, int(m.Index)-len(out))
			if m.Role == llm.User {
				require.LessOrEqual(rt, tokens-len(strings.Fields(m.Text)), s.Budget)
			}
		}
	})
}

// A trial's own budget goes before the setting.
func TestTheTrialsBudgetGoesFirst(t *testing.T) {
	m, err := made[LRU](t).Start(arena.Env{Budget: 5, Tokens: func(s string) int { return len(strings.Fields(s)) }, Trace: &arenatest.Trial{}})
	require.NoError(t, err)
	require.Equal(t, []string{"lru: nothing was evicted: the conversation never had more than 5 tokens"}, m.(arena.Remarker).Remarks())
}

// Any conversation is borne, whatever it says or refers to.
func FuzzObserve(f *testing.F) {
	f.Add("never QX-4471, \"that\"", "error: \xff", 3, -7, byte(0))
	f.Add("the crate with the code belongs", "", 1, 1<<40, byte(3))
	f.Fuzz(func(t *testing.T, first, second string, budget, ref int, role byte) {
		s := made[RWOE](t)
		s.Budget = max(1, budget)
		trial := arenatest.Start(t, s, llmtest.Func(nil))
		for i, text := range []string{first, second, first, second} {
			m := arena.Message{Message: llm.Message{Role: llm.User, Text: text}, Index: arena.MessageIndex(i + 1), Turn: arena.Turn(i + 1), Refs: []arena.MessageIndex{arena.MessageIndex(ref)}}
			if i == 1 {
				m.Role = []llm.Role{llm.User, llm.Assistant, llm.Tool, llm.System}[role%4]
			}
			require.NoError(t, trial.Observe(t.Context(), m))
		}
		c, err := trial.Recall(t.Context(), second)
		require.NoError(t, err)
		require.True(t, slices.IsSorted(c.Shown))
	})
}
