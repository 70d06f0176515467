package pruning_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"contextarena.internal/strategies"
)

var monday = time.Date(2027, 3, 1, 9, 0, 0, 0, time.UTC)

// talk is a memory under test and what it reported.
type talk struct {
	arena.Memory
	said   []arena.Message
	cycles []arena.Cycle
	warned []string
	asked  []string
}

func (t *talk) Warn(text string) { t.warned = append(t.warned, text) }

func (t *talk) Cycle(c arena.Cycle) { t.cycles = append(t.cycles, c) }

func size(text string) int { return len(strings.Fields(text)) }

// start begins a conversation with a memory whose model's reply is given, # for how many there were; for "" it says
// nothing, and for "down" it can't.
func start(t *testing.T, spec, reply string, e llm.Embedder) *talk {
	t.Helper()
	s, err := strategies.Parse(spec)
	require.NoError(t, err)
	out := &talk{}
	client := llmtest.Func(func(_ context.Context, req llm.Request) (llm.Response, error) {
		out.asked = append(out.asked, req.Messages[0].Text)
		if reply == "down" {
			return llm.Response{}, errors.New("the model is down")
		}
		return llmtest.Say(strings.ReplaceAll(reply, "#", fmt.Sprint(len(out.asked)))), nil
	})
	out.Memory, err = s.Start(arena.Env{System: "You help.", Tokens: size, Trace: out, Embedder: e, Client: client})
	require.NoError(t, err)
	return out
}

// say shows the memory what the user says after some days, and an answer.
func (t *talk) say(ctx context.Context, day float64, texts ...string) error {
	for _, text := range texts {
		for _, m := range []llm.Message{{Role: llm.User, Text: text}, {Role: llm.Assistant, Text: "Noted."}} {
			t.said = append(t.said, arena.Message{
				Message: m, Index: arena.MessageIndex(len(t.said) + 1), Turn: arena.Turn(len(t.said)/2 + 1),
				At: monday.Add(time.Duration(day * 24 * float64(time.Hour))),
			})
			if err := t.Observe(ctx, t.said[len(t.said)-1]); err != nil {
				return err
			}
		}
	}
	return nil
}

// shown is all that is shown for a question.
func (t *talk) shown(test *testing.T, query string) string {
	test.Helper()
	c, err := t.Recall(test.Context(), query)
	require.NoError(test, err)
	out := []string{c.System}
	for _, m := range c.Messages {
		out = append(out, m.Text)
	}
	return strings.Join(out, "\n")
}

func (t *talk) remarks() string { return strings.Join(t.Memory.(arena.Remarker).Remarks(), "\n") }

// What is asked for stays, what never is goes: first what is below the threshold and old enough, then the lowest.
func TestUtilityDecides(t *testing.T) {
	m := start(t, "mus(budget=12,session_gap=0,session_messages=100,raw=2,cooldown=1)", "", nil)
	require.NoError(t, m.say(t.Context(), 0, "Plumber: Ilse Brandt.", "Tiles: blue."))
	require.NoError(t, m.say(t.Context(), 1, "Which plumber?"))
	require.NoError(t, m.say(t.Context(), 6.9, "Weather."))
	require.Contains(t, m.shown(t, "Tiles?"), "blue", "six days are no seven")
	require.NoError(t, m.say(t.Context(), 8, "More clouds."))
	require.NotContains(t, m.shown(t, "Tiles?"), "blue", "never retrieved")
	require.Contains(t, m.shown(t, "Which plumber?"), "Ilse Brandt")
	require.Contains(t, m.remarks(), "5 pruned (5 of them never retrieved)", "what was asked on the second day too")
	require.Empty(t, m.asked, "no session is over")
}

// With a target the store lets go what scores least, whatever its age. Two of eight memories have to go: the oldest;
// the first that were never retrieved; those that say what others say.
func TestTheTarget(t *testing.T) {
	for spec, want := range map[string]string{
		"age_prune()":          "tiles",
		"mus()":                "plumber",
		"mus(normalise=true)":  "plumber",
		"mus(unit=turn)":       "plumber",
		"mis()":                "plumber tiles",
		"prune_final()":        "plumber",
		"mus(warmup=1)":        "plumber tiles",
		"age_prune(unit=turn)": "tiles",
	} {
		spec = strings.Replace(strings.Replace(spec, "(", "(budget=12,target=6,raw=100,session_gap=0,session_messages=100,", 1), ",)", ")", 1)
		m := start(t, spec, "", nil)
		require.NoError(t, m.say(t.Context(), 0, "Please find a plumber who fixes pipes.", "Tiles: blue.", "Pipes again.", "Weather.", "Rain."))
		require.Equal(t, strings.Contains(want, "plumber"), strings.Contains(m.shown(t, "pipes"), "plumber"), "%s: plumber", spec)
		require.Equal(t, strings.Contains(want, "tiles"), strings.Contains(m.shown(t, "tiles"), "blue"), "%s: tiles", spec)
	}
}

// A session is over after a silence or so many messages, a chapter after so many sessions. Their summaries are
// memories too.
func TestSessionsAndChapters(t *testing.T) {
	m := start(t, "mus(budget=60,session_gap=3,session_messages=6,chapter_sessions=2)", "The gate code is 4411 (#).", nil)
	require.NoError(t, m.say(t.Context(), 0, "The gate has the code 4411.", "Hello."))
	require.NoError(t, m.say(t.Context(), .1, "Still here."))
	require.Empty(t, m.cycles, "two hours are no session's end")
	require.NoError(t, m.say(t.Context(), .2, "Good."))
	require.Len(t, m.cycles, 1, "six messages")
	require.Equal(t, "- The gate code is 4411 (1).", m.cycles[0].Text)
	require.Equal(t, arena.Delivery{Asked: 1, Parsed: 1}, m.cycles[0].Delivery)
	require.Empty(t, m.cycles[0].Left, "all of it fits")
	require.Contains(t, m.asked[0], "user: The gate has the code 4411.\nassistant: Noted.")
	require.NoError(t, m.say(t.Context(), 1, strings.Repeat("word ", 60)))
	require.Len(t, m.cycles, 2, "a silence")
	require.Equal(t, 2, m.cycles[1].Asked, "the session and the chapter")
	require.Contains(t, m.asked[2], "<knowledge>\n- The gate code is 4411 (1).\n- The gate code is 4411 (2).\n</knowledge>")
	require.NoError(t, m.say(t.Context(), 1, "And now?"))
	require.Len(t, m.cycles[2].Left, 10, "it doesn't fit any more")
	require.Contains(t, m.shown(t, "What is the gate's code?"), "<knowledge>\n- The gate code is 4411 (1).")
}

// A model that says nothing leaves the most important message in the summary's place, and that is said.
func TestTheRepresentative(t *testing.T) {
	m := start(t, "mus(session_messages=6)", "", nil)
	require.NoError(t, m.say(t.Context(), 0, "Noted.", "The gate has the code 4411.", "Noted.", "And?"))
	require.Equal(t, "- The gate has the code 4411.", m.cycles[0].Text, "unlike the rest")
	require.Equal(t, arena.Delivery{Asked: 1, Empty: 1}, m.cycles[0].Delivery)
	require.Contains(t, m.warned[0], "wrote no summary of 6 memories")
	require.Contains(t, m.remarks(), "1 summaries are the most important of what they are of")
	down := start(t, "mus(session_messages=2)", "down", nil)
	require.ErrorContains(t, down.say(t.Context(), 0, "One.", "Two."), "mus: before message 3: sum up a session: the model is down")
}

// What is alike becomes one memory; of what is the same word for word nobody is asked.
func TestConsolidation(t *testing.T) {
	m := start(t, "mis(budget=30,session_gap=0,session_messages=2,chapter_sessions=2,likeness=0.6,target=100)", "It is one thing.", nil)
	require.NoError(t, m.say(t.Context(), 0, "The gate code is 4411 now.", "The gate code is 4411 today.", "What is it?"))
	require.Contains(t, m.remarks(), "6 became one with others")
	require.Len(t, m.asked, 3, "two sessions and the gate codes: the answers and the summaries are the same")
	require.Contains(t, m.asked[2], "user: The gate code is 4411 now.\nuser: The gate code is 4411 today.")
	last := m.cycles[len(m.cycles)-1]
	require.Equal(t, []arena.MessageIndex{1, 2, 3, 4}, last.Left, "they aren't what was said any more")
}

func TestWhatEmbeddersMayNotGive(t *testing.T) {
	nan := float32(math.NaN())
	m := start(t, "mus", "", embeds(func(int) llm.Vector { return llm.Vector{1, nan} }))
	require.ErrorContains(t, m.say(t.Context(), 0, "One.", "Two."), "mus: before message 3: the embedding of message 1: a vector has a component that is no number")
	n := 1
	m = start(t, "mis", "", embeds(func(int) llm.Vector { n++; return make(llm.Vector, n) }))
	require.ErrorContains(t, m.say(t.Context(), 0, "One.", "Two."), "the embedding of message 2: vectors of different dimensions")
}

type embeds func(n int) llm.Vector

func (e embeds) Embed(_ context.Context, texts []string) ([]llm.Vector, error) {
	var out []llm.Vector
	for i := range texts {
		out = append(out, e(i))
	}
	return out, nil
}

func TestTimeGoesForwards(t *testing.T) {
	m := start(t, "mus(raw=1,target=2,budget=9)", "", nil)
	for i := range 6 {
		require.NoError(t, m.say(t.Context(), float64(-i), fmt.Sprintf("Item %d.", i)))
	}
	require.Contains(t, m.remarks(), "10 messages are earlier than the one before them")
}

func TestNeeds(t *testing.T) {
	s, err := strategies.Parse("age_prune")
	require.NoError(t, err)
	_, err = s.Start(arena.Env{Tokens: size})
	require.ErrorContains(t, err, "age_prune: a count of tokens and a client are needed")
}
