package probes_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/probes"
)

// tokens are log-probabilities written shortly: tokens apart by "|", each with its rivals, likelier
// ones first, behind "~". A token has -0.1, its rivals -1, -2, …
func tokens(s string) []llm.LogProb {
	var out []llm.LogProb
	for part := range strings.SplitSeq(s, "|") {
		forms := strings.Split(part, "~")
		p := llm.LogProb{Token: forms[0], LogProb: -0.1, Top: []llm.LogProb{{Token: forms[0], LogProb: -0.1}}}
		for i, rival := range forms[1:] {
			p.Top = append(p.Top, llm.LogProb{Token: rival, LogProb: -float64(i + 1)})
		}
		out = append(out, p)
	}
	return out
}

func TestConfidence(t *testing.T) {
	sc, err := probes.NewScorer(journey())
	require.NoError(t, err)
	rec := arena.Record{Outcome: arena.Completed}
	for i, ex := range journey().Turns {
		rec.Messages = append(rec.Messages, arena.Message{Message: llm.Message{Role: llm.User, Text: ex.User}, Index: arena.MessageIndex(i + 1), Turn: arena.Turn(i + 1)})
	}
	rec.Final.Context = &arena.Context{}
	const hotel, end = 0, 1
	nats := func(x float64) *float64 { return &x }
	for _, c := range []struct {
		name   string
		probe  int
		tokens string
		want   *float64
	}{
		{"old value among the alternatives", hotel, "The|~|~ hotel| is| the| A~ H~ Hy|man|.", nats(0.9)},
		{"not the likeliest alternative", hotel, "The| A~ hotel~ P~ Hyatt|man", nats(2.9)},
		{"not among them", hotel, "The| A~ P~ Hil|man", nil},
		{"elsewhere in the answer", hotel, "The~ Hyatt| A|man~ Hyatt", nil},
		{"a dated range parts late", end, "until| June~ July| 1~ 2|8~4~9", nats(0.9)},
		{"one token", end, "until| June| ~  |18~17~14", nats(1.9)},
		{"another form of the date", end, "until| 18~ 14~ June| June", nil},
		{"emphasis", hotel, "It is **|A~H~P|man|**.", nats(0.9)},
		{"the old value is said", hotel, "The| Hy~ B~ Am|att", nats(-1.9)},
		{"neither is said", hotel, "I| don't~ Hyatt| know", nil},
		{"the old value is marked as old", hotel, "Not the| Hy~ Am|att", nil},
		{"beside the new one", hotel, "The| A~ Hy|man|, not the| Hy~ A|att", nats(0.9)},
		{"no alternatives", hotel, "The| A|man", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			log := tokens(c.tokens)
			text := ""
			for _, token := range log {
				text += token.Token
			}
			score := func(r arena.Reply) *float64 {
				rec.Probes = []arena.Reply{{Context: &arena.Context{}}, {Context: &arena.Context{}}}
				r.Context = rec.Probes[0].Context
				rec.Probes[c.probe] = r
				return sc.Score(rec).Findings[c.probe].Confidence
			}
			check := func(r arena.Reply) {
				t.Helper()
				got := score(r)
				if c.want == nil {
					require.Nil(t, got)
					return
				}
				require.NotNil(t, got)
				require.InDelta(t, *c.want, *got, 1e-9)
			}
			check(arena.Reply{Text: text, Stop: llm.StopEnd, LogProbs: log})
			padded := append([]llm.LogProb{{Token: "\n "}}, log...)
			check(arena.Reply{Text: text, Stop: llm.StopEnd, LogProbs: padded}) // the provider trimmed the text
			require.Nil(t, score(arena.Reply{Text: text, Stop: llm.StopEnd}), "no log-probabilities")
			require.Nil(t, score(arena.Reply{Text: text, Stop: llm.StopLength, LogProbs: log}), "void")
			require.Nil(t, score(arena.Reply{Text: "Well: " + text, Stop: llm.StopEnd, LogProbs: log}), "tokens of another text")
		})
	}
}

func TestConfidenceOfAmounts(t *testing.T) {
	confidence := func(tokenText string) *float64 {
		log := tokens(tokenText)
		text := ""
		for _, token := range log {
			text += token.Token
		}
		rec := record(nil, "", nil, text)
		rec.Probes[0].LogProbs = log
		return score(t, rec)["budget"].Confidence
	}
	for _, same := range []string{
		"The budget is $|8~5~7|,|500|.", "The budget is| $8~ $5|,500.", "The budget is| ~ $|8~5|,|500| dollars.", "|8~5|500",
	} {
		require.NotNil(t, confidence(same), same)
		require.InDelta(t, 0.9, *confidence(same), 1e-9, same)
	}
	require.Nil(t, confidence("The budget is| 8~ $|,500"), "a currency sign alone is neither value")
	require.Nil(t, confidence("The budget is $|8~6|,500"))
}

func TestFurtherAnswersAreJudged(t *testing.T) {
	rec := record(nil, "", nil, "$8,500")
	for _, text := range []string{"$5,000", "I don't know.", "$8,500", "cut"} {
		again := make([]arena.Reply, len(rec.Probes))
		for i := range again {
			again[i] = arena.Reply{Context: rec.Probes[0].Context, Text: text, Stop: llm.StopEnd}
			if text == "cut" {
				again[i].Stop = llm.StopLength
			}
		}
		rec.Again = append(rec.Again, again)
	}
	f := score(t, rec)["budget"]
	require.Equal(t, []probes.Result{probes.Stale, probes.Lost, probes.Kept, probes.Void}, f.Again)
	require.Equal(t, probes.Kept, f.At(arena.LevelAnswer).Result)
	require.Equal(t, probes.PlaceKept, f.Place, "the first answer decides where it was lost")
}
