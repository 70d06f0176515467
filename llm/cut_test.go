package llm_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
)

func wordsOf(text string) int { return len(strings.Fields(text)) }

// reads is a client of a server that reads so many tokens of its own of a prompt, of which ratio are one of ours, and puts some
// around each. It refuses what asks for a word alone, if it is to.
func reads(asked *[]int, window, around int, ratio float64, refuses bool) llm.Client {
	return llmtest.Func(func(_ context.Context, req llm.Request) (llm.Response, error) {
		n := around
		for _, m := range req.Messages {
			n += int(ratio * float64(wordsOf(m.Text)))
		}
		*asked = append(*asked, n)
		if refuses && req.MaxTokens == 16 {
			return llm.Response{}, &llm.APIError{Provider: "test", Status: 400}
		}
		r := llmtest.Say("Yes.")
		r.Usage.Input = min(n, window)
		return r, nil
	})
}

func TestCutPromptsAreFailures(t *testing.T) {
	for _, tt := range []struct {
		window, around int
		ratio          float64
		refuses        bool   // the prompts that measure
		want           string // empty where the prompt was read whole
	}{
		{window: 1 << 20, ratio: 0.5},
		{window: 1 << 20, ratio: 1},
		{window: 1 << 20, ratio: 2},
		{window: 1 << 20, around: 4000, ratio: 1},
		{window: 1 << 20, ratio: 0.2}, // it doesn't count whole prompts
		{window: 2000, ratio: 0.5, want: "it read 2000 tokens of 30"},
		{window: 4000, around: 100, ratio: 1, want: "it read 4000 tokens of 6000 or more"},
		{window: 8000, ratio: 2, want: "it read 8000 tokens of 12000 or more"},
		{window: 50, ratio: 1}, // no window that there is
		{window: 2000, ratio: 1, refuses: true},
	} {
		t.Run(fmt.Sprint(tt), func(t *testing.T) {
			var asked []int
			store := llm.MemoryCache()
			c := llm.Caller{
				Client: reads(&asked, tt.window, tt.around, tt.ratio, tt.refuses), Of: llm.Asked, Tokens: wordsOf, Store: store,
				Widen: func(tokens int) string { return fmt.Sprintf("set %d", tokens) },
			}
			_, err := c.Complete(t.Context(), llmtest.Ask("short"))
			require.NoError(t, err)
			require.Len(t, asked, 1, "nothing is measured before there is a long prompt")
			long := llmtest.Ask(strings.Repeat("word ", 6000))
			for range 2 {
				_, err = c.Complete(t.Context(), long)
				if tt.want == "" {
					require.NoError(t, err)
					continue
				}
				require.ErrorContains(t, err, tt.want)
				require.ErrorContains(t, err, "; set ")
				require.False(t, llm.Transient(err), "it would be cut again")
				_, kept, err := store.Lookup(t.Context(), long.Key())
				require.NoError(t, err)
				require.False(t, kept)
			}
			measured := len(asked)
			_, err = c.Complete(t.Context(), llmtest.Ask(strings.Repeat("other ", 1100)))
			require.NoError(t, err)
			require.Len(t, asked, measured+1, "a model is measured once")
		})
	}
}
