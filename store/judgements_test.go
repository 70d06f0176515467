package store

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm"
	"contextarena.internal/probes"
)

var sampleJudge = Judge{Model: llm.Model{Provider: "openai", Name: "judge", BaseURL: "https://example.com", Options: "reasoning_effort=low"}, Prompt: "1"}

func sampleJudgement(n byte) Judgement {
	return Judgement{Subject: Subject{n}, First: probes.Kept, Turned: probes.Stale}
}

// What a judge said is told from what another model, or the same model asked otherwise, said of the same.
func TestJudgements(t *testing.T) {
	d := fresh(t)
	other, again := sampleJudge, sampleJudge
	other.Model.Options, again.Prompt = "", "2"
	for _, j := range []Judge{sampleJudge, other, again} {
		said, err := d.Judgements(t.Context(), j)
		require.NoError(t, err)
		require.Empty(t, said)
	}
	require.NoError(t, d.SaveJudgement(t.Context(), sampleJudge, sampleJudgement(1)))
	require.NoError(t, d.SaveJudgement(t.Context(), sampleJudge, sampleJudgement(2)))
	changed := sampleJudgement(1)
	changed.First, changed.Turned = "", probes.Lost
	require.NoError(t, d.SaveJudgement(t.Context(), again, sampleJudgement(1)))
	require.NoError(t, d.SaveJudgement(t.Context(), again, changed))

	for j, want := range map[Judge]map[Subject]Judgement{
		sampleJudge: {Subject{1}: sampleJudgement(1), Subject{2}: sampleJudgement(2)},
		again:       {Subject{1}: changed},
		other:       {},
	} {
		said, err := d.Judgements(t.Context(), j)
		require.NoError(t, err)
		require.Equal(t, want, said)
	}
	judges, err := d.Judges(t.Context())
	require.NoError(t, err)
	require.Equal(t, []Judge{sampleJudge, again}, judges)
}

func TestAnswers(t *testing.T) {
	d := fresh(t)
	begin(t, d, "e")
	save(t, d, "e", 1)
	save(t, d, "e", 2)
	have, err := d.Answers(t.Context(), "e")
	require.NoError(t, err)
	require.Len(t, have, 2)
	for n := 1; n <= 2; n++ {
		var want []Answer
		for _, r := range sampleRecord(n).Probes {
			want = append(want, Answer{r.Text, r.Stop})
		}
		require.NotEmpty(t, want)
		require.Equal(t, want, have[sampleTrial(n).Key])
	}
}
