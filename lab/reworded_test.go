package lab

import (
	"context"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/internal/thorough"
	"contextarena.internal/llm"
	"contextarena.internal/llm/sim"
	"contextarena.internal/probes"
	"contextarena.internal/strategies"
)

// rewordings ask for what every template asks for, in other words.
var rewordings = []string{
	"Condense this.",
	"Put on record whatever is of substance.",
	"Take minutes, please.",
	"You are an archivist. What deserves to outlast this exchange?",
	"Halte fest, was davon bleiben soll.",
}

// reworded replaces what stands outside the tagged blocks of every request that ends with some by other
// words. The blocks, headings and the schema stay: they are what a reply is made for. A request for
// JavaScript goes on asking for it.
type reworded struct {
	llm.Client
	words  string
	behind bool // they stand behind the blocks
	calls  *atomic.Int64
}

func (r reworded) Complete(ctx context.Context, req llm.Request) (llm.Response, error) {
	last := len(req.Messages) - 1
	pieces, blocks := unquoted(req.Messages[last].Text)
	if len(blocks) == 0 {
		return r.Client.Complete(ctx, req)
	}
	r.calls.Add(1)
	words, text := r.words, ""
	if strings.Contains(pieces[0], "JavaScript") {
		words += " Do it as a function in JavaScript."
	}
	for i, p := range pieces {
		if i == 0 && !r.behind || i == len(blocks) && r.behind {
			text += words + "\n"
		}
		for line := range strings.Lines(p) {
			if strings.HasPrefix(line, "## ") {
				text += line
			}
		}
		if i < len(blocks) {
			text += "\n" + blocks[i] + "\n\n"
		}
	}
	req.Messages = slices.Clone(req.Messages)
	req.Messages[last].Text = text
	return r.Client.Complete(ctx, req)
}

// In whatever words its notes are asked for, what a strategy keeps stays: the wording of no template moves
// the simulated model.
func TestRewordingTemplatesChangesNothing(t *testing.T) {
	l := newLineup(t, thorough.Some(2, []string{"cascading-corrections", "rapid-fire-corrections", "clinic-intake"})...)
	scorers := make([]*probes.Scorer, len(l.scenarios))
	for i, s := range l.scenarios {
		var err error
		scorers[i], err = probes.NewScorer(s)
		require.NoError(t, err)
	}
	repeats := thorough.Times(1, 2)
	told := 0
	for _, model := range []string{sim.Exact, "nano"} {
		for _, spec := range strategies.Lineup() {
			var first, other tally
			calls := 0
			for i, s := range l.scenarios {
				for repeat := range repeats {
					rec := l.play(t, l.client, s, spec, model, 1+repeat)
					n := upkeep(rec)
					if calls += n; n == 0 {
						break // nothing is asked for
					}
					first.add(scorers[i], rec)
					r := reworded{l.client, rewordings[(i*repeats+repeat)%len(rewordings)], repeat == 1, new(atomic.Int64)}
					rec = l.play(t, r, s, spec, model, 1+repeat)
					other.add(scorers[i], rec)
					require.EqualValues(t, upkeep(rec), r.calls.Load(), "%s: every call has blocks", spec)
				}
			}
			if calls == 0 {
				continue
			}
			told++
			t.Logf("%s, %s: %.1f%%, reworded %.1f%%", spec, model, first.percent(), other.percent())
			if math.Abs(first.percent()-other.percent()) >= 3 {
				t.Errorf("%s, %s: %.1f%%, reworded %.1f%%", spec, model, first.percent(), other.percent())
			}
		}
	}
	require.Greater(t, told, 2*15)
}

// upkeep is how many model calls a strategy made itself.
func upkeep(rec arena.Record) (n int) {
	for _, c := range rec.Calls {
		if !c.Nominal && (c.Purpose == arena.Write || c.Purpose == arena.Read) {
			n++
		}
	}
	return n
}

// tally counts the current and derived facts that were answered for.
type tally struct{ right, all int }

func (k *tally) add(scorer *probes.Scorer, rec arena.Record) {
	for i, f := range scorer.Score(rec).Findings {
		if scorer.Scenario().Probes[i].Kind.Headline() {
			k.all++
			if f.At(arena.LevelAnswer).Result == probes.Kept {
				k.right++
			}
		}
	}
}

func (k *tally) percent() float64 { return 100 * float64(k.right) / float64(k.all) }
