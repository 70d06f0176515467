package lab

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/internal/sandbox"
	"contextarena.internal/lab/world"
	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
	"contextarena.internal/llm/sim"
	"contextarena.internal/llm/tokens"
	"contextarena.internal/scenarios"
	"contextarena.internal/strategies"
)

// lineup plays strategies on builtin scenarios with a simulated model that has their worlds.
type lineup struct {
	scenarios []*arena.Scenario
	known     world.Known
	tokens    func(string) int
	client    llm.Client
}

// newLineup plays the builtin scenarios with these ids, or all.
func newLineup(t *testing.T, ids ...string) *lineup {
	t.Helper()
	all, err := scenarios.Builtin()
	require.NoError(t, err)
	l := &lineup{tokens: tokens.NewCounter().Count}
	for _, s := range all {
		if len(ids) == 0 || slices.Contains(ids, s.ID) {
			l.scenarios = append(l.scenarios, s)
		}
	}
	require.True(t, len(ids) == 0 || len(l.scenarios) == len(ids))
	l.client = sim.New(l.tokens, l.known.All(l.scenarios...)...)
	return l
}

// play plays one trial, asking client.
func (l *lineup) play(t *testing.T, client llm.Client, s *arena.Scenario, spec, model string, repeat int) arena.Record {
	t.Helper()
	strategy, err := strategies.Parse(spec)
	require.NoError(t, err)
	m, err := sim.Resolve(llm.Model{Provider: "sim", Name: model})
	require.NoError(t, err)
	runner := &arena.Session{Client: client, Embedder: embed.Local{}, Tokens: l.tokens, Sandbox: sandbox.InProcess{}, Strategy: strategies.Parse}
	rec, err := runner.Play(t.Context(), arena.Trial{
		Scenario: s, Strategy: strategy, Spec: strategies.Label(strategy), Model: m, MemoryModel: m,
		Repeat: repeat, PlanSeed: 1, Dialogue: arena.Scripted, ReplyTokens: 2048, World: l.known.Of(s).Hash(),
	})
	require.NoError(t, err)
	require.Equal(t, arena.Completed, rec.Outcome, rec.Reason)
	return rec
}

// unquoted are the pieces of a prompt between its tagged blocks, and the blocks with their tags. There is
// one piece more than there are blocks.
func unquoted(text string) (pieces, blocks []string) {
	from := 0
	for at := 0; at < len(text); {
		open := strings.IndexByte(text[at:], '<')
		if open < 0 {
			break
		}
		open += at
		at = open + 1
		name, _, ok := strings.Cut(text[at:], ">")
		if !ok || name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz_") != "" {
			continue
		}
		if length := strings.Index(text[at:], "</"+name+">"); length >= 0 {
			end := at + length + len(name) + 3
			pieces, blocks = append(pieces, text[from:open]), append(blocks, text[open:end])
			from, at = end, end
		}
	}
	return append(pieces, text[from:]), blocks
}
