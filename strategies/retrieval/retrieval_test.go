package retrieval

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
)

func count(s string) int { return len(strings.Fields(s)) }

// trace notes what left.
type trace struct{ left []arena.MessageIndex }

func (t *trace) Cycle(c arena.Cycle) { t.left = append(t.left, c.Left...) }
func (*trace) Warn(string)           {}

func start(t require.TestingT, s Retrieval, budget int) (*memory, *trace) {
	tr := &trace{}
	m, err := s.Start(arena.Env{System: "You help.", Tokens: count, Trace: tr, Embedder: embed.Local{}, Budget: budget})
	require.NoError(t, err)
	return m.(*memory), tr
}

// said is a conversation whose messages alternate, and after "tool:" call a tool with the result "=".
func said(texts ...string) []arena.Message {
	var out []arena.Message
	turn := arena.Turn(0)
	add := func(m llm.Message) {
		if m.Role == llm.User {
			turn++
		}
		out = append(out, arena.Message{Message: m, Index: arena.MessageIndex(len(out) + 1), Turn: turn})
	}
	user := true
	for _, text := range texts {
		if args, ok := strings.CutPrefix(text, "tool:"); ok {
			call, result, _ := strings.Cut(args, "=")
			add(llm.Message{Role: llm.Assistant, ToolCalls: []llm.ToolCall{{ID: "1", Name: "look", Arguments: call}}})
			add(llm.Message{Role: llm.Tool, Text: result, ToolCallID: "1"})
			continue
		}
		role := llm.Assistant
		if user {
			role = llm.User
		}
		add(llm.Message{Role: role, Text: text})
		user = !user
	}
	return out
}

func observe(t require.TestingT, m *memory, messages []arena.Message) {
	for _, msg := range messages {
		require.NoError(t, m.Observe(context.Background(), msg))
	}
}

var kitchen = said(
	"The budget of the kitchen is 9000 euros.", "Noted.",
	"Our plumber is called Ilse Brandt.", "I will remember her.",
	"The tiles are blue.", "Nice.",
	"Is the stove ordered?", `tool:{"order":"stove"}=delivered on Friday`, "It comes on Friday.",
	"Anything else?", "No.",
	"What now?",
)

func TestWhatIsFound(t *testing.T) {
	for name, tc := range map[string]struct {
		s     Retrieval
		query string
		shown []arena.MessageIndex
	}{
		"by words":   {Retrieval{By: byWords, Window: 2, TopK: 1}, "How large is the kitchen's budget?", []arena.MessageIndex{1, 12, 13}},
		"by vectors": {Retrieval{By: byVectors, Window: 2, TopK: 1}, "Who is the plumber?", []arena.MessageIndex{3, 12, 13}},
		"a call with its result, in the order of time": {
			Retrieval{By: "both", Window: 2, TopK: 2, Fusion: 60}, "When is the stove delivered?", []arena.MessageIndex{7, 8, 9, 12, 13},
		},
		"nothing in common": {Retrieval{By: byWords, Window: 2, TopK: 3}, "Zyzzyva?", []arena.MessageIndex{12, 13}},
		"and no words":      {Retrieval{By: byVectors, Window: 2, TopK: 3}, "?!", []arena.MessageIndex{12, 13}},
	} {
		t.Run(name, func(t *testing.T) {
			m, tr := start(t, tc.s, 0)
			observe(t, m, kitchen)
			c, err := m.Recall(t.Context(), tc.query)
			require.NoError(t, err)
			require.Equal(t, tc.shown, c.Shown)
			require.Equal(t, "You help.", c.System)
			require.Equal(t, tc.shown[:len(tc.shown)-2], append([]arena.MessageIndex{}, c.Fetched...))
			require.Equal(t, []arena.MessageIndex{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, tr.left)
		})
	}
}

// The window has at most half of a budget, what is found the rest; a message that doesn't fit is passed
// over.
func TestWithinABudget(t *testing.T) {
	m, _ := start(t, Retrieval{By: byWords, Window: 4}, 20)
	observe(t, m, kitchen)
	c, err := m.Recall(t.Context(), "kitchen budget, plumber, blue tiles")
	require.NoError(t, err)
	require.Equal(t, []arena.MessageIndex{5, 11, 12, 13}, c.Shown, "5 + 4 tokens of the window, each with its framing, where 7 more exceed half; then 7 of the 11 left, where 9 and 11 have no room")
}

func TestWhatCannotBeIndexed(t *testing.T) {
	_, err := Retrieval{By: byVectors}.Start(arena.Env{})
	require.ErrorContains(t, err, "by=bm25 needs none")
	for name, tc := range map[string]struct {
		vectors []llm.Vector
		is      error
	}{
		"no number":         {[]llm.Vector{{1, float32(math.NaN())}}, embed.ErrNotFinite},
		"mixed dimensions":  {[]llm.Vector{{1, 0}, {1}}, embed.ErrDimensions},
		"an embedder fails": {nil, errDown},
	} {
		t.Run(name, func(t *testing.T) {
			m, err := Retrieval{By: "both", Window: 1, TopK: 1}.Start(arena.Env{Tokens: count, Trace: &trace{}, Embedder: &scripted{tc.vectors}})
			require.NoError(t, err)
			var failed error
			for _, msg := range kitchen {
				if failed = m.Observe(t.Context(), msg); failed != nil {
					break
				}
			}
			require.ErrorIs(t, failed, tc.is)
			require.ErrorContains(t, failed, "retrieval: index the messages before ")
		})
	}
}

var errDown = errors.New("down")

// scripted is an embedder that gives vectors in their order, then fails.
type scripted struct{ vectors []llm.Vector }

func (s *scripted) Embed(_ context.Context, texts []string) ([]llm.Vector, error) {
	if len(s.vectors) < len(texts) {
		return nil, errDown
	}
	out := s.vectors[:len(texts)]
	s.vectors = s.vectors[len(texts):]
	return out, nil
}

// By the definition: 1/61 + 1/62, 1/61 twice, and 1/62.
func TestFuse(t *testing.T) {
	require.Equal(t, []int{3, 9, 5, 1}, fuse(60, []int{5, 3}, []int{9}, []int{3, 1}))
	require.Equal(t, []int{2, 1}, fuse(60, []int{1, 2}, []int{2, 1}), "equal: the later first")
	require.Equal(t, []int{7, 8}, fuse(0, []int{7, 8}), "one ranking stays as it is")
}

func drawn(rt *rapid.T) []arena.Message {
	word := rapid.SampledFrom([]string{"kitchen", "budget", "tiles", "stove", "plumber", "friday", "blue"})
	text := rapid.Custom(func(t *rapid.T) string {
		s := strings.Join(rapid.SliceOfN(word, 1, 12).Draw(t, "words"), " ")
		if rapid.IntRange(0, 4).Draw(t, "tool") == 0 {
			return "tool:" + s + "=" + s
		}
		return s
	})
	return said(rapid.SliceOfN(text, 1, 30).Draw(rt, "conversation")...)
}

// Whatever is said and asked: the budget holds but for the turn that is being answered, everything is in the order of time
// and once, every result stands behind its call, what is fetched had left, and the same comes again.
func TestProperties(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := Retrieval{
			By: rapid.SampledFrom([]string{"both", byVectors, byWords}).Draw(rt, "by"), Window: rapid.IntRange(1, 9).Draw(rt, "window"),
			TopK: rapid.IntRange(1, 9).Draw(rt, "top_k"), Fusion: 60,
		}
		budget := rapid.SampledFrom([]int{0, 1, 10, 40, 1000}).Draw(rt, "budget")
		query := rapid.SampledFrom([]string{"kitchen budget", "blue?", "", "xylophone"}).Draw(rt, "query")
		talk := drawn(rt)
		m, tr := start(rt, s, budget)
		again, _ := start(rt, s, budget)
		for _, msg := range talk {
			require.NoError(rt, m.Observe(context.Background(), msg))
			require.NoError(rt, again.Observe(context.Background(), msg))
			c, err := m.Recall(context.Background(), query)
			require.NoError(rt, err)
			require.True(rt, slices.IsSorted(c.Shown))
			require.Len(rt, slices.Compact(slices.Clone(c.Shown)), len(c.Shown))
			require.Len(rt, c.Messages, len(c.Shown))
			shown := 0
			for i, sm := range c.Messages {
				require.Equal(rt, talk[c.Shown[i]-1].Message, sm)
				if sm.Role == llm.Tool {
					require.Contains(rt, c.Shown, c.Shown[i]-1, "its call")
				}
				if c.Shown[i] <= arena.MessageIndex(len(talk[:msg.Index])-open(talk[:msg.Index])) {
					shown += m.env.SizeOf(sm)
				}
			}
			if budget > 0 {
				require.LessOrEqual(rt, shown, budget, fmt.Sprint(c.Shown))
			}
			require.LessOrEqual(rt, len(c.Fetched), 2*s.TopK)
			for _, f := range c.Fetched {
				require.Contains(rt, tr.left, f)
			}
			same, err := again.Recall(context.Background(), query)
			require.NoError(rt, err)
			require.Equal(rt, c, same)
		}
	})
}

// open is how many messages of a conversation are the turn that is being answered.
func open(talk []arena.Message) int {
	last := talk[len(talk)-1]
	if last.Role == llm.Assistant && last.ToolCalls == nil {
		return 0
	}
	n := 0
	for _, m := range talk {
		if m.Turn == last.Turn {
			n++
		}
	}
	return n
}
