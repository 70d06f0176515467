package learning

import (
	"bytes"
	"encoding/csv"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/probes"
	"contextarena.internal/reports/reportstest"
	"contextarena.internal/store"
)

// gainsOf are chains whose paraphrases gain so many of 20 probes by session, and whose held-out
// scenario never gains. Without experience 8 are kept, 9 in the second chain.
func gainsOf(gains ...[]int) (Curriculum, []chain) {
	examined := func(set string, kept, tokens int) result {
		r := result{exam: exam{set, &arena.Scenario{Suite: map[string]string{paraphrases: "variants", heldOut: "extended"}[set]}}, outcome: arena.Completed, cost: lab.Cost{Write: lab.Charge{InputTokens: tokens}}}
		for i := range 20 {
			answer := probes.Lost
			if i < kept {
				answer = probes.Kept
			}
			r.answers = append(r.answers, answer)
		}
		return r
	}
	var chains []chain
	for i, gain := range gains {
		base := 8 + i%2
		c := chain{control: []result{examined(paraphrases, base, 1000), examined(heldOut, base, 1000)}}
		for _, g := range gain {
			c.sessions = append(c.sessions, session{
				outcome: arena.Completed,
				exams:   []result{examined(paraphrases, base+g, 2000), examined(heldOut, base, 1500)},
			})
		}
		chains = append(chains, c)
	}
	return Curriculum{Strategy: "episodic", Model: "sim:nano", Train: []string{"a"}, HeldOut: []string{"two"}, Sessions: len(gains[0]), Chains: len(gains), Seed: 1}, chains
}

// summed are such chains, summed up.
func summed(p Curriculum, chains []chain) Learning {
	return newLearning(store.Experiment{ID: "0123456789abcdef", Number: 3, Simulated: true, Status: store.Complete}, p, chains)
}

func growing() (Curriculum, []chain) {
	return gainsOf(
		[]int{0, 0, 1, 2, 4, 4, 4, 4, 4}, []int{0, 1, 1, 2, 3, 4, 4, 4, 4}, []int{0, 0, 1, 3, 5, 5, 5, 5, 5}, []int{0, 0, 0, 3, 3, 4, 4, 4, 4},
	)
}

func TestLearning(t *testing.T) {
	l := summed(growing())
	require.Len(t, l.Sets, 2)
	p := l.Sets[0]
	require.Len(t, p.Points, 10, "the first is without experience")
	require.InDelta(t, 34.0/80, p.Points[0].Retention.Estimate().Mean, 1e-12)
	require.Zero(t, p.Points[0].Gain.Estimate().Mean)
	require.InDelta(t, 17.0/80, p.Points[9].Gain.Estimate().Mean, 1e-12)
	require.Equal(t, 4, p.Points[9].Gain.Estimate().Clusters, "chains")
	require.InDelta(t, 2, p.Points[9].WriteRatio, 1e-12)
	reportstest.Golden(t, l.Document(), "learn", "table", "svg")
	require.Contains(t, string(reportstest.Written(t, l.Document(), "md", "")), "## Learning curve of episodic, SIMULATED: paraphrases")
}

// What wasn't completed is in no figure but is counted.
func TestLeftOut(t *testing.T) {
	p, chains := growing()
	chains[0].sessions[4].exams[0].outcome = arena.Failed
	chains[0].sessions[8].outcome = arena.NotRun
	l := summed(p, chains)
	require.Equal(t, 1, l.Sets[0].Points[5].Gain.About().LeftOut)
	require.Equal(t, 3, l.Sets[0].Points[5].Gain.Estimate().Clusters)
	require.Contains(t, string(reportstest.Written(t, l.Document(), "table", "")), "1 session not completed")
}

func TestChart(t *testing.T) {
	p, chains := growing()
	p.Strategy = "<script>\x1b[31m"
	svg := string(reportstest.Written(t, summed(p, chains).Document(), "svg", ""))
	require.NotContains(t, svg, "<script>")
	require.Contains(t, svg, "SIMULATED")
	require.ErrorContains(t, Learning{}.Document().Write(io.Discard, "svg", ""), "nothing was measured")
}

func TestCSV(t *testing.T) {
	p, chains := growing()
	p.Strategy = "=episodic"
	rows, err := csv.NewReader(bytes.NewReader(reportstest.Written(t, summed(p, chains).Document(), "csv", ""))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+2*10)
	require.Equal(t, []string{"'=episodic", "sim:nano", "true", "paraphrases", "0", "0.425"}, rows[1][:6])
	require.Equal(t, "held out", rows[20][3])
	require.True(t, strings.HasPrefix(rows[0][5], "answer"))
}

func TestSchema(t *testing.T) {
	names := map[string]string{
		"learning.Learning": "Learning", "learning.Set": "LearnSet", "learning.Point": "LearnPoint",
		"learning.Curriculum": "LearnPlanned", "reports.Form": "Form",
	}
	nothing := newLearning(store.Experiment{}, Curriculum{Train: []string{}, HeldOut: []string{}}, nil)
	reportstest.Schema(t, "schema.json", "Context Arena learning run", &Learning{}, names, summed(growing()).Document(), nothing.Document())
}
