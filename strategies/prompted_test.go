package strategies

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/arena/arenatest"
	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
)

var head = regexp.MustCompile(`(?m)^-- \S+ --\n`)

// TestPromptsAreReplaced: whatever a strategy asks or shows by a prompt has the words of the user's.
func TestPromptsAreReplaced(t *testing.T) {
	for _, spec := range []string{
		"rlm(", "rlm(depth=2,", "summarize(", "structured(", "hybrid(", "correction_aware(", "discovered_rlm(", "persistent_rlm(", "schema_guided(",
		"da_rlm(keep_raw_tokens=0,", "correction_format(format=socratic_elicitation,", "shadow_graph(", "foresight(", "channels(", "cascade(", "qpb_frame(",
		"qtd(budget=20,", "rllm(", "mus(budget=60,session_messages=4,", "compaction(", "conversation_memory(max_turns=2,",
		"pipeline(encode=fact_extraction,depth=2,retrieve=interleaved,", "pipeline(encode=dual_track,depth=2,retrieve=on_demand,",
		"pipeline(encode=type_specific,depth=2,layers=[channels],",
	} {
		t.Run(spec, func(t *testing.T) {
			dir := t.TempDir()
			parsed, err := Parse(spec + "prompts=mine.txt)")
			require.NoError(t, err)
			require.Contains(t, Label(parsed), "prompts=mine.txt)")
			again, err := Parse(Label(parsed))
			require.NoError(t, err)
			require.Equal(t, Label(parsed), Label(again))
			s := parsed.(*Prompted)
			require.ErrorContains(t, s.Find(dir), "mine.txt")
			write := func(text string) {
				require.NoError(t, os.WriteFile(filepath.Join(dir, "mine.txt"), []byte(text), 0o600))
			}
			write(head.ReplaceAllString(s.Prompts().String(), "${0}Mind you. "))
			_, err = s.Start(arena.Env{})
			require.ErrorContains(t, err, "wasn't read")
			require.NoError(t, s.Find(dir))
			require.Equal(t, len(s.Prompts().All()), len(s.replaced.All()))
			first := s.Version()

			var asked []string
			trial := arenatest.Start(t, s, llmtest.Func(func(ctx context.Context, req llm.Request) (llm.Response, error) {
				for _, m := range req.Messages {
					asked = append(asked, m.Text)
				}
				return replies().Complete(ctx, req)
			}))
			for i := range 12 {
				for j, m := range []llm.Message{{Role: llm.User, Text: "Actually the code is WX-" + strings.Repeat("4", 2+i)}, {Role: llm.Assistant, Text: "Noted."}} {
					require.NoError(t, trial.Observe(t.Context(), arena.Message{Message: m, Turn: arena.Turn(i + 1), Index: arena.MessageIndex(2*i + j + 1)}))
				}
			}
			c, err := trial.Recall(t.Context(), "What is the code?")
			require.NoError(t, err)
			shown := c.System
			for _, m := range c.Messages {
				shown += "\n" + m.Text
			}
			require.Contains(t, shown+strings.Join(asked, ""), "Mind you. ")
			require.Equal(t, strings.Contains(shown, "<knowledge>"), strings.Contains(shown, "Mind you. "))
			for _, a := range asked {
				require.Contains(t, a, "Mind you. ")
			}

			write(head.ReplaceAllString(s.Prompts().String(), "${0}Beware. "))
			require.NoError(t, s.Find(dir))
			require.NotEqual(t, first, s.Version(), "another text is another version")
			require.Equal(t, CodeHash(s.prompting), CodeHash(s))
			require.Equal(t, Settings(s.prompting), Settings(s))
		})
	}
}

func TestPromptsThatCantBeReplaced(t *testing.T) {
	for spec, want := range map[string]string{
		"retrieval(prompts=a.txt)":          "retrieval has none that could be replaced",
		"perfect_delivery(prompts=a)":       "has none",
		"rlm(prompts=)":                     "want a file",
		"rlm(prompts=[a.txt])":              "want a file",
		"rlm(prompts=a.txt,prompts=b)":      "given twice",
		"rlm(prompts=a.txt,depth=9)":        "depth",
		"rlm(as=mine)":                      "as",
		"pipeline(layers=[rlm(prompts=a)])": "unknown layer",
	} {
		_, err := Parse(spec)
		require.ErrorContains(t, err, want, spec)
	}
}
