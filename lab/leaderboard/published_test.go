package leaderboard_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/judge"
	"contextarena.internal/lab/labtest"
	"contextarena.internal/lab/leaderboard"
	"contextarena.internal/probes"
	"contextarena.internal/store"
)

const talk = `
id: talk
name: A talk
suite: talks
dataset: DATASET
system: You listen.
turns:
  - {at: 2023-05-08 13:56, user: "I joined a pottery class in Lisbon, on Elm Street 12.", assistant: "Lovely."}
  - {at: 2023-05-08 13:57, user: "I paint when I am sad.", assistant: "I see."}
facts:
  - {id: street, turn: 1, text: Elm Street, question: In which street is the class?, value: Elm Street}
  - {id: town, turn: 1, text: Lisbon, question: In which town is the class?, value: Lisbon}
  - {id: said, turn: 2, text: I paint when I am sad, question: What was said?, value: I paint when I am sad}
  - {id: why, turn: 2, text: It consoles them to paint, question: Why do they paint?, value: It consoles them to paint, derived_from: [said]}
probes:
  - {fact: street, type: spatial, extended: true}
  - {fact: town, type: spatial, extended: true, published: Porto}
  - {fact: why, type: entity, only: judge, extended: true}
  - {id: dog, type: entity, extended: true, question: What is the dog called?}
`

// The dataset's protocol counts every question: by the answer from before the errata, and as wrong what no matcher and no judge has judged.
func TestPublished(t *testing.T) {
	for dataset, want := range map[string][2]string{
		// Of street, town and why; with why judged. LongMemEval counts the dog too.
		"locomo sha256:abc errata def": {"LoCoMo is published with, SIMULATED: full_context 33 %. It counts all 3 questions asked that have an answer. 1 for a judge are wrong", "full_context 67 %"},
		"longmemeval sha256:abc":       {"LongMemEval is published with, SIMULATED: full_context 50 %. It counts all 4 questions asked with or without an answer. 1 for", "full_context 75 %"},
	} {
		l := labtest.New(t)
		l.ScenariosDir = t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(l.ScenariosDir, "talk.yaml"), []byte(strings.Replace(talk, "DATASET", dataset, 1)), 0o600))
		p := labtest.Plan(t, "full_context")
		p.Suite, p.Scenarios, p.ScenariosDir, p.Models, p.Repeats, p.Dialogue = "talks", nil, l.ScenariosDir, []string{"sim:exact"}, 1, arena.Scripted
		_, r := labtest.Run(t, l, p)
		note := func() string {
			rep, err := leaderboard.Read(t.Context(), l, r, leaderboard.Ask{})
			require.NoError(t, err)
			require.InDelta(t, 1, rep.Leaderboard[0].Answer.Estimate().Mean, 0, "street and town are right, and no other counts")
			require.NotNil(t, rep.Leaderboard[0].Published)
			s := rep.Document().Sections[0]
			return s.Notes[len(s.Notes)-1]
		}
		require.Contains(t, note(), want[0])
		require.Contains(t, note(), ", 1 are judged by the answer from before the errata. What")

		by, err := judge.Of(lab.Models{Env: func(string) string { return "" }, Dry: true}, "openai:m")
		require.NoError(t, err)
		s := r.Scenarios[0]
		replies, err := l.DB.Answers(t.Context(), r.Experiment.ID)
		require.NoError(t, err)
		kept := store.Judgement{Subject: judge.CaseOf(s, s.Probes[2], replies[r.Trials[0].Key][2].Text).Subject(), First: probes.Kept, Turned: probes.Kept}
		require.NoError(t, l.DB.SaveJudgement(t.Context(), by, kept))
		require.Contains(t, note(), want[1])
	}
}
