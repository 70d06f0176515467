package item_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/scenarios"
	"contextarena.internal/strategies/item"
)

func say(role llm.Role, text string) arena.Message {
	return arena.Message{Message: llm.Message{Role: role, Text: text}}
}

// listed are the items of messages, numbered from 1.
func listed(t require.TestingT, messages ...arena.Message) []*item.Item {
	var l item.List
	for i, m := range messages {
		m.Index = arena.MessageIndex(i + 1)
		_, err := l.Add(m, len(strings.Fields(m.Text)))
		require.NoError(t, err)
	}
	return l.Items
}

func TestACallHasItsResults(t *testing.T) {
	call := arena.Message{Message: llm.Message{Role: llm.Assistant, ToolCalls: []llm.ToolCall{{ID: "a", Name: "order", Arguments: `{"n":1}`}, {ID: "b", Name: "stock"}}}}
	items := listed(
		t,
		say(llm.User, "Look up order one."),
		call, say(llm.Tool, "paid"), say(llm.Tool, "connection failed"),
		say(llm.Assistant, "It is paid."),
		say(llm.Tool, "a result without a call"),
	)
	require.Len(t, items, 4)
	require.Equal(t, arena.MessageIndex(2), items[1].ID())
	require.Equal(t, "order {\"n\":1}\nstock \npaid\nconnection failed", items[1].Text())
	require.Equal(t, 2, items[1].Calls)
	require.Equal(t, 3, items[1].Tokens)
	require.True(t, items[1].Error)
	require.Equal(t, []arena.MessageIndex{1}, items[1].Refs, "the question it was called for")
	require.Equal(t, []arena.MessageIndex{1}, items[2].Refs, "the question it answers")
	require.Empty(t, items[3].Refs)
}

func TestWhatAnItemRefersTo(t *testing.T) {
	named := say(llm.User, "What of the second?")
	named.Refs = []arena.MessageIndex{3, 3, 99}
	items := listed(
		t,
		say(llm.User, "The rent is due on the ninth of May, and the gate code is 4411."),
		say(llm.Assistant, "Noted."),
		say(llm.Assistant, "Is there anything else?"),
		say(llm.User, `You wrote "The rent is  due on the Ninth of May," I think, and "never anywhere said this".`),
		say(llm.User, "> and the gate code is 4411.\nIs it still?"),
		named,
	)
	for i, want := range [][]arena.MessageIndex{nil, {1}, {1}, {1}, {1}, {3, 99}} {
		require.Equal(t, want, items[i].Refs, i+1)
	}
}

func TestAQuoteOfAQuoteIsTheNewest(t *testing.T) {
	items := listed(t, say(llm.User, "the sky is green"), say(llm.User, "the sky is green"), say(llm.User, `"the sky is green"`))
	require.Equal(t, []arena.MessageIndex{2}, items[2].Refs)
}

func TestTraits(t *testing.T) {
	for text, want := range map[string][2]bool{
		"We decided on the blue one.":           {true, false},
		"We've agreed to meet at nine":          {true, false},
		"Let's go with Postgres.":               {true, false},
		"The budget was approved.":              {true, false},
		"Have we decided on a colour?":          {false, false},
		"Have we decided? We went with red.":    {true, false},
		"The decision could be hard":            {false, false},
		"The build failed.":                     {false, true},
		"error: no such file":                   {false, true},
		"exit status 2":                         {false, true},
		"exit status 0":                         {false, false},
		"no errors, 0 failed":                   {false, false},
		"It ran without any errors.":            {false, false},
		"no errors at first, then an exception": {false, true},
		"The terror of it":                      {false, false},
		"":                                      {false, false},
		"I will go with him to the errand":      {true, false}, // a turn of speech is all it sees
	} {
		require.Equal(t, want, [2]bool{item.Decides(text), item.Fails(text)}, text)
	}
}

func TestListRefuses(t *testing.T) {
	var l item.List
	add := func(index arena.MessageIndex, size int) error {
		_, err := l.Add(arena.Message{Index: index}, size)
		return err
	}
	require.ErrorContains(t, add(1, -4), "message 1: -4 tokens: want 0 or more")
	require.NoError(t, add(1, 0))
	require.NoError(t, add(3, 2))
	require.ErrorContains(t, add(3, 2), "message 3 comes after message 3: messages come once each, in order")
	require.ErrorContains(t, add(2, 2), "message 2 comes after message 3")
}

// Every message is in one item, in order; references go to items ahead of it or to nothing.
func TestItemsAreTheConversation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var messages []arena.Message
		for range rapid.IntRange(0, 20).Draw(t, "messages") {
			m := say(rapid.SampledFrom([]llm.Role{llm.User, llm.Assistant, llm.Tool}).Draw(t, "role"), rapid.SampledFrom([]string{"", "one two three", `"one two three"`, "> one two three"}).Draw(t, "text"))
			m.ToolCalls = make([]llm.ToolCall, rapid.IntRange(0, 1).Draw(t, "calls"))
			messages = append(messages, m)
		}
		next := arena.MessageIndex(1)
		ids := map[arena.MessageIndex]bool{}
		for _, it := range listed(t, messages...) {
			for _, m := range it.Messages {
				require.Equal(t, next, m.Index)
				next++
			}
			for _, ref := range it.Refs {
				require.True(t, ids[ref], "message %d refers to %d", it.ID(), ref)
			}
			ids[it.ID()] = true
		}
		require.Equal(t, len(messages), int(next)-1)
	})
}

// In the builtin scenarios something is decided and something fails, but not everything.
func TestTraitsOfTheScenarios(t *testing.T) {
	all, err := scenarios.Builtin()
	require.NoError(t, err)
	turns, decisions, errors := 0, 0, 0
	for _, s := range all {
		for _, ex := range s.Turns {
			turns++
			if item.Decides(ex.User) {
				decisions++
			}
			if item.Fails(ex.User) {
				errors++
			}
		}
	}
	t.Log(fmt.Sprintf("of %d user messages %d decide and %d fail", turns, decisions, errors))
	require.True(t, decisions > turns/50 && decisions < turns/4, decisions)
	require.Less(t, errors, turns/10)
}
