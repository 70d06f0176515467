package lab

import (
	"context"
	"maps"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/internal/thorough"
	"contextarena.internal/llm"
	"contextarena.internal/llm/sim"
	"contextarena.internal/strategies"
)

// tellingTags are the tags whose blocks say what to do or are made by the strategy: what stands in them is
// instruction too. All other blocks hold what was said or noted.
var tellingTags = []string{"<type>", "<schema>", "<guideline>", "<measurements>", "<questions>"}

// runWords is how many words of an instruction a memory may not have in a row.
const runWords = 6

// No instruction gets into a memory: whatever the strategy, no six words in a row of what its upkeep is
// told to do stand in what it keeps, unless the conversation has them itself. Half of the scenarios are
// played with each model; by make test eight of them.
func TestNoInstructionInAMemory(t *testing.T) {
	l := newLineup(t)
	l.scenarios = l.scenarios[:thorough.Times(4, len(l.scenarios))]
	told := map[string]bool{}
	for i, s := range l.scenarios {
		for _, spec := range strategies.Lineup() {
			rec := l.play(t, l.client, s, spec, []string{sim.Exact, "nano"}[i%2], 1)
			told[spec] = told[spec] || len(rec.Cycles) > 0 && len(toldToDo(rec)) > 0
			require.Empty(t, copied(s, rec), "%s on %s", spec, s.ID)
		}
	}
	maps.DeleteFunc(told, func(_ string, yes bool) bool { return !yes })
	require.Greater(t, len(told), 15, "strategies with instructions and a memory")
}

// obedient writes down what it is told to do.
type obedient struct{ llm.Client }

func (o obedient) Complete(ctx context.Context, req llm.Request) (llm.Response, error) {
	r, err := o.Client.Complete(ctx, req)
	if pieces, blocks := unquoted(req.Messages[len(req.Messages)-1].Text); req.Schema == nil && len(blocks) > 0 {
		r.Text += "\n- " + strings.TrimSpace(pieces[len(pieces)-1])
	}
	return r, err
}

// A model that copies its instruction is found out.
func TestInstructionInAMemoryIsFound(t *testing.T) {
	l := newLineup(t, "early-fact-recall")
	s := l.scenarios[0]
	require.Empty(t, copied(s, l.play(t, l.client, s, "rlm", "nano", 1)))
	require.NotEmpty(t, copied(s, l.play(t, obedient{l.client}, s, "rlm", "nano", 1)))
}

// copied are the runs of words that a memory has of what its upkeep was told to do, and that were never
// said.
func copied(s *arena.Scenario, rec arena.Record) (out []string) {
	said := plainWords(s.System)
	for _, m := range rec.Messages {
		said += plainWords(m.Text)
	}
	told := toldToDo(rec)
	for _, c := range rec.Cycles {
		for _, r := range runsOf(c.Text) {
			if told[r] && !strings.Contains(said, r) {
				out = append(out, r)
			}
		}
	}
	return out
}

// toldToDo are the runs of words of what the upkeep of a memory was told to do.
func toldToDo(rec arena.Record) map[string]bool {
	out := map[string]bool{}
	for _, c := range rec.Calls {
		if c.Purpose != arena.Write || c.Nominal {
			continue
		}
		for _, m := range c.Prompt {
			pieces, blocks := unquoted(m.Text)
			for _, b := range blocks {
				for _, tag := range tellingTags {
					if strings.HasPrefix(b, tag) {
						pieces = append(pieces, b)
					}
				}
			}
			for _, p := range pieces {
				for _, r := range runsOf(p) {
					out[r] = true
				}
			}
		}
	}
	return out
}

// runsOf are the runs of words of a text.
func runsOf(text string) (out []string) {
	words := strings.Fields(plainWords(text))
	for i := range len(words) - runWords + 1 {
		out = append(out, " "+strings.Join(words[i:i+runWords], " ")+" ")
	}
	return out
}

// plainWords is a text in lower case without punctuation, a space around every word.
func plainWords(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return " " + strings.Join(words, " ") + " "
}
