package selection_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies"
)

// talk is a memory under test and what was said to it.
type talk struct {
	arena.Memory
	said []arena.Message
	left []arena.MessageIndex
}

func (*talk) Warn(string) {}

// Cycle implements arena.Trace.
func (t *talk) Cycle(c arena.Cycle) { t.left = append(t.left, c.Left...) }

func size(text string) int { return len(strings.Fields(text)) }

func start(t require.TestingT, spec string, e llm.Embedder) *talk {
	s, err := strategies.Parse(spec)
	require.NoError(t, err)
	out := &talk{}
	out.Memory, err = s.Start(arena.Env{System: "You help.", Tokens: size, Trace: out, Embedder: e})
	require.NoError(t, err)
	return out
}

// say shows the memory the next message.
func (t *talk) say(ctx context.Context, role llm.Role, text string, at time.Time, calls ...llm.ToolCall) error {
	turn := arena.Turn(0)
	if n := len(t.said); n > 0 {
		turn = t.said[n-1].Turn
	}
	if role == llm.User {
		turn++
	}
	m := arena.Message{
		Message: llm.Message{Role: role, Text: text, ToolCalls: calls},
		Index:   arena.MessageIndex(len(t.said) + 1), Turn: turn, At: at, Tokens: size(text),
	}
	t.said = append(t.said, m)
	return t.Observe(ctx, m)
}

var monday = time.Date(2027, 3, 1, 9, 0, 0, 0, time.UTC)

// yesterday is the failure case of the source document: the changes were discussed yesterday, and today there was
// more than the budget holds of other things.
func yesterday(t *testing.T, spec string) (changes, today int) {
	m := start(t, spec, nil)
	for i := range 3 {
		at := monday.Add(time.Duration(i) * time.Minute)
		require.NoError(t, m.say(t.Context(), llm.User, fmt.Sprintf("One of the changes to review: the importer reads column %d before the header.", i), at))
		require.NoError(t, m.say(t.Context(), llm.Assistant, "Noted.", at))
	}
	for i := range 40 {
		at := monday.Add(24*time.Hour + time.Duration(i)*time.Minute)
		require.NoError(t, m.say(t.Context(), llm.User, fmt.Sprintf("The weather in town %d is fine, people walk their dogs.", i), at))
		require.NoError(t, m.say(t.Context(), llm.Assistant, "Good to hear.", at))
	}
	const query = "Review the changes we discussed yesterday"
	require.NoError(t, m.say(t.Context(), llm.User, query, monday.Add(25*time.Hour)))
	c, err := m.Recall(t.Context(), query)
	require.NoError(t, err)
	for _, i := range c.Fetched {
		switch {
		case strings.Contains(m.said[i-1].Text, "changes"):
			changes++
		case m.said[i-1].At.After(monday.Add(12 * time.Hour)):
			today++
		}
	}
	return changes, today
}

// By score alone, what was discussed yesterday is shown as long as age counts in days; in turns the forty since push
// it out once recency weighs as much as likeness. Where a message counts by its tokens, as in density and in the
// optimum, any two short ones of today are worth more than a long one of yesterday: each has its recency and its
// share of importance. They need likeness alone to show it.
func TestYesterday(t *testing.T) {
	for spec, want := range map[string]int{
		"recency(budget=100)":   0,
		"every_kth(budget=100)": 0,
		"beam(budget=100)":      3, // it fills up from the oldest on, whatever is asked
		"greedy(budget=100)":    3,
		"greedy(budget=100,unit=day,recency=1,normalise=true)":  3,
		"greedy(budget=100,unit=turn,recency=1,normalise=true)": 0,
		"density(budget=100)":                          0,
		"select_dp(budget=100)":                        0,
		"density(budget=100,recency=0,importance=0)":   3,
		"select_dp(budget=100,recency=0,importance=0)": 3,
	} {
		changes, today := yesterday(t, spec)
		t.Logf("%s shows %d messages of the changes and %d of today", spec, changes, today)
		require.Equal(t, want, changes, spec)
	}
}

var specs = []string{
	"greedy", "greedy_full", "density", "select_dp", "beam", "beam(width=1)", "recency", "every_kth", "every_kth(k=3)",
	"greedy(unit=turn,dependency=3,normalise=true)", "density(dependencies=false)",
}

// Whatever is said and asked, what is shown of earlier turns is within the budget, whole calls with their results,
// in order, and all of it where it fits.
func TestWithinTheBudget(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spec, budget := rapid.SampledFrom(specs).Draw(t, "spec"), rapid.IntRange(0, 60).Draw(t, "budget")
		name, settings, _ := strings.Cut(strings.TrimSuffix(spec, ")"), "(")
		m := start(t, fmt.Sprintf("%s(budget=%d,%s)", name, budget, settings), nil)
		text := rapid.StringMatching(`([a-d]{1,2} ){0,20}`)
		for turn := range rapid.IntRange(1, 10).Draw(t, "turns") {
			at := monday.Add(time.Duration(rapid.IntRange(-100, 100).Draw(t, "hours")) * time.Hour) // back and forth
			past := len(m.said)
			query := text.Draw(t, "user")
			require.NoError(t, m.say(t.Context(), llm.User, query, at))
			for k := range rapid.IntRange(0, 2).Draw(t, "calls") {
				id := fmt.Sprint(turn, k)
				require.NoError(t, m.say(t.Context(), llm.Assistant, "", at, llm.ToolCall{ID: id, Name: "look", Arguments: "{}"}))
				require.NoError(t, m.say(t.Context(), llm.Tool, text.Draw(t, "result"), at))
			}
			for _, asked := range []string{query, text.Draw(t, "another")} {
				c, err := m.Recall(t.Context(), asked)
				require.NoError(t, err)
				shown, all := 0, 0
				for i, index := range c.Shown {
					require.Equal(t, m.said[index-1].Message, c.Messages[i])
					if int(index) <= past {
						shown += arena.Env{Tokens: size}.SizeOf(c.Messages[i])
					}
				}
				require.True(t, slices.IsSorted(c.Shown))
				require.LessOrEqual(t, shown, budget)
				for _, s := range m.said[:past] {
					all += arena.Env{Tokens: size}.SizeOf(s.Message)
				}
				if len(m.left) == 0 {
					require.Equal(t, all, shown, "nothing has left")
				}
				if name != "greedy" && !strings.Contains(spec, "k=3") {
					require.Equal(t, all > budget, len(m.left) > 0)
				}
			}
			require.NoError(t, m.say(t.Context(), llm.Assistant, text.Draw(t, "reply"), at))
		}
	})
}

// The same is shown for the same question, at the turn and as a probe.
func TestTheTurnsQuestionIsAskedOnce(t *testing.T) {
	asked := &counting{}
	m := start(t, "greedy(budget=20)", asked)
	for i := range 10 {
		require.NoError(t, m.say(t.Context(), llm.User, fmt.Sprintf("number %d is %d, five words more or so", i, i*i), monday))
	}
	before := asked.texts
	first, err := m.Recall(t.Context(), m.said[9].Text)
	require.NoError(t, err)
	require.Equal(t, before, asked.texts)
	require.NotEmpty(t, first.Fetched)
	_, err = m.Recall(t.Context(), "What is number 3?")
	require.NoError(t, err)
	require.Equal(t, before+1, asked.texts)
	again, err := m.Recall(t.Context(), m.said[9].Text)
	require.NoError(t, err)
	require.Equal(t, first, again)
}

// counting embeds every text alike.
type counting struct{ texts int }

func (c *counting) Embed(_ context.Context, texts []string) ([]llm.Vector, error) {
	c.texts += len(texts)
	out := make([]llm.Vector, len(texts))
	for i := range out {
		out[i] = llm.Vector{1, 2}
	}
	return out, nil
}

// What an embedder may not do is said, with the message it did it to.
func TestEmbeddersThatErr(t *testing.T) {
	play := func(spec string, e llm.Embedder) error {
		m := start(t, spec, e)
		for range 5 {
			if err := m.say(t.Context(), llm.User, "some words that are over the budget", monday); err != nil {
				return err
			}
		}
		return nil
	}
	nan := float32(math.NaN())
	require.ErrorContains(t, play("greedy(budget=9)", embeds(func(int) llm.Vector { return llm.Vector{1, nan} })), "embed message 1: a vector has a component that is no number")
	longer := 1
	grow := func(int) llm.Vector { longer++; return make(llm.Vector, longer) }
	require.ErrorContains(t, play("greedy(budget=9)", embeds(grow)), "embed message 2: vectors of different dimensions can't be compared: 3 and 2")
	require.NoError(t, play("greedy(budget=9,semantic=0)", embeds(func(int) llm.Vector { panic("asked") })), "nobody is asked for what weighs nothing")
	require.NoError(t, play("recency(budget=9)", embeds(func(int) llm.Vector { panic("asked") })))
}

type embeds func(n int) llm.Vector

func (e embeds) Embed(_ context.Context, texts []string) ([]llm.Vector, error) {
	var out []llm.Vector
	for i := range texts {
		out = append(out, e(i))
	}
	return out, nil
}

func TestRemarks(t *testing.T) {
	m := start(t, "recency(budget=8,dependencies=false)", nil)
	refers := func(text string, at time.Time, refs ...arena.MessageIndex) {
		t.Helper()
		m.said = append(m.said, arena.Message{
			Message: llm.Message{Role: llm.User, Text: text}, Index: arena.MessageIndex(len(m.said) + 1), Refs: refs, At: at,
		})
		require.NoError(t, m.Observe(t.Context(), m.said[len(m.said)-1]))
	}
	refers("the first of five words", monday)
	refers("the second refers to it", monday, 1)
	refers("here we choose", monday)
	refers("and here again we do", monday)
	require.Equal(t, []string{"2 of 2 references of messages shown at the user's turns were to messages not shown"}, m.Memory.(arena.Remarker).Remarks())
	require.ErrorContains(t, m.Observe(t.Context(), arena.Message{Index: 2}), "message 2 comes after message 4")
}

// A message larger than the budget is never shown again, and costs nobody else their place.
func TestAMessageLargerThanTheBudget(t *testing.T) {
	for _, spec := range []string{"greedy(budget=30)", "density(budget=30)", "select_dp(budget=30)", "beam(budget=30)", "every_kth(budget=30,k=1)"} {
		m := start(t, spec, nil)
		require.NoError(t, m.say(t.Context(), llm.User, "a small message", monday))
		require.NoError(t, m.say(t.Context(), llm.User, strings.Repeat("word ", 500), monday))
		require.NoError(t, m.say(t.Context(), llm.User, "and now?", monday))
		c, err := m.Recall(t.Context(), "and now?")
		require.NoError(t, err)
		require.Equal(t, []arena.MessageIndex{1}, c.Fetched, spec)
	}
}

// Results go with their calls, in whatever order they come; a result whose call is of an earlier turn, or of none, is
// by itself.
func TestResultsStayWithTheirCalls(t *testing.T) {
	m := start(t, "recency(budget=9,dependencies=false)", nil)
	call := func(id string) llm.ToolCall { return llm.ToolCall{ID: id, Name: "look", Arguments: "{}"} }
	result := func(id, text string) {
		t.Helper()
		m.said = append(m.said, arena.Message{Message: llm.Message{Role: llm.Tool, Text: text, ToolCallID: id}, Index: arena.MessageIndex(len(m.said) + 1), Turn: 1})
		require.NoError(t, m.Observe(t.Context(), m.said[len(m.said)-1]))
	}
	require.NoError(t, m.say(t.Context(), llm.User, "look at both of them please", monday))
	require.NoError(t, m.say(t.Context(), llm.Assistant, "", monday, call("a")))
	require.NoError(t, m.say(t.Context(), llm.Assistant, "", monday, call("b")))
	result("a", "the first is green")
	result("b", "the second is red")
	result("c", "of no call")
	require.NoError(t, m.say(t.Context(), llm.User, "and?", monday))
	c, err := m.Recall(t.Context(), "and?")
	require.NoError(t, err)
	require.Equal(t, []arena.MessageIndex{3, 5, 6, 7}, c.Shown, "the second call with its result fits, the first doesn't")
	require.Equal(t, []arena.MessageIndex{3, 5, 6}, c.Fetched)
	require.Equal(t, []arena.MessageIndex{1, 2, 3, 4, 5, 6}, m.left)
}

// The run's budget goes before the strategy's own.
func TestTheRunsBudgetGoesFirst(t *testing.T) {
	s, err := strategies.Parse("recency(budget=1000)")
	require.NoError(t, err)
	m := &talk{}
	m.Memory, err = s.Start(arena.Env{Tokens: size, Trace: m, Budget: 7})
	require.NoError(t, err)
	for _, text := range []string{"one two three", "four five six", "seven"} {
		require.NoError(t, m.say(t.Context(), llm.User, text, monday))
	}
	c, err := m.Recall(t.Context(), "seven")
	require.NoError(t, err)
	require.Equal(t, []arena.MessageIndex{2}, c.Fetched)
}
