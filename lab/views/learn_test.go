package views

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"strings"
	"testing"

	invopop "github.com/invopop/jsonschema"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/probes"
	"contextarena.internal/stats"
	"contextarena.internal/store"
)

// learned are chains whose paraphrases gain so many of 20 probes by session, and whose held-out
// scenario never gains. Without experience 8 are kept, 9 in the second chain.
func learnedRun(gains ...[]int) lab.Learned {
	exam := func(set string, kept, tokens int) lab.Exam {
		e := lab.Exam{Set: set, Scenario: "one", Suite: "variants", Outcome: arena.Completed}
		if set == lab.HeldOut {
			e.Scenario, e.Suite = "two", "extended"
		}
		for i := range 20 {
			result := probes.Lost
			if i < kept {
				result = probes.Kept
			}
			e.Results = append(e.Results, result)
		}
		e.Cost.Write.InputTokens = tokens
		return e
	}
	out := lab.Learned{
		Experiment: store.Experiment{ID: "0123456789abcdef", Number: 3, Simulated: true, Status: store.Complete},
		Planned:    lab.LearnPlanned{Strategy: "episodic", Model: "sim:nano", Train: []string{"a"}, HeldOut: []string{"two"}, Sessions: len(gains[0]), Chains: len(gains), Seed: 1},
	}
	for i, gain := range gains {
		base := 8 + i%2
		c := lab.Chain{Number: i + 1, Control: []lab.Exam{exam(lab.Paraphrases, base, 1000), exam(lab.HeldOut, base, 1000)}}
		for k, g := range gain {
			c.Sessions = append(c.Sessions, lab.Session{
				Number: k + 1, Trained: "a", Outcome: arena.Completed, Types: 1, Kept: 9, Facts: 10,
				Exams: []lab.Exam{exam(lab.Paraphrases, base+g, 2000), exam(lab.HeldOut, base, 1500)},
			})
		}
		out.Chains = append(out.Chains, c)
	}
	return out
}

func growing() lab.Learned {
	return learnedRun(
		[]int{0, 0, 1, 2, 4, 4, 4, 4, 4}, []int{0, 1, 1, 2, 3, 4, 4, 4, 4}, []int{0, 0, 1, 3, 5, 5, 5, 5, 5}, []int{0, 0, 0, 3, 3, 4, 4, 4, 4},
	)
}

func TestLearning(t *testing.T) {
	l := NewLearning(growing())
	require.Len(t, l.Sets, 2)
	p := l.Sets[0]
	require.Len(t, p.Points, 10, "the first is without experience")
	require.InDelta(t, 34.0/80, p.Points[0].Retention.Estimate().Mean, 1e-12)
	require.Zero(t, p.Points[0].Gain.Estimate().Mean)
	require.InDelta(t, 17.0/80, p.Points[9].Gain.Estimate().Mean, 1e-12)
	require.Equal(t, 4, p.Points[9].Gain.Estimate().Clusters, "chains")
	require.InDelta(t, 2, p.Points[9].WriteRatio, 1e-12)
	c := p.Convergence
	require.Equal(t, 3, c.Tail)
	require.Equal(t, 6, c.At)
	require.Equal(t, stats.Supported, c.Verdict, "%+v", c)
	require.Equal(t, stats.NotSupported, l.Sets[1].Convergence.Verdict, "nothing was gained")
	require.Equal(t, LearnSessionSeen{Session: 1, Completed: 4, Kept: 36, Facts: 40, Types: 1}, l.Sessions[0])

	var b bytes.Buffer
	require.NoError(t, l.Table(&b))
	sameAsFile(t, "learn.txt", b.Bytes())
	for line := range strings.Lines(b.String()) {
		require.LessOrEqual(t, len([]rune(line)), width+1, line)
	}
	b.Reset()
	require.NoError(t, l.Markdown(&b))
	require.Contains(t, b.String(), "## Learning curve of episodic, SIMULATED: paraphrases")
}

func TestLearningVerdicts(t *testing.T) {
	flat := func(gain int) []int { return []int{gain, gain, gain, gain, gain, gain, gain, gain, gain, gain} }
	late := func(from int) []int {
		out := make([]int, 12)
		for i := range out {
			if i >= from {
				out[i] = 4
			}
		}
		return out
	}
	for name, c := range map[string]struct {
		run     lab.Learned
		verdict stats.Verdict
		why     string
	}{
		"at once":           {learnedRun(flat(4), flat(4), flat(5)), stats.NotSupported, "sooner"},
		"late":              {learnedRun(late(9), late(9), late(9)), stats.NotSupported, "later"},
		"nothing":           {learnedRun(flat(0), flat(0), flat(0)), stats.NotSupported, "nothing was gained"},
		"a loss":            {learnedRun(flat(-3), flat(-2), flat(-3)), stats.NotSupported, "nothing was gained"},
		"perhaps nothing":   {learnedRun(flat(2), flat(-1), flat(0)), stats.Undecided, "can't be told from none"},
		"too few chains":    {learnedRun(flat(4), flat(4)), stats.Undecided, "too few chains"},
		"still growing":     {learnedRun([]int{0, 2, 4, 6}, []int{0, 2, 4, 6}, []int{0, 2, 4, 7}), stats.Undecided, "play more"},
		"somewhere between": {learnedRun(late(1), late(6), late(6)), stats.Undecided, "reaches beyond"},
	} {
		t.Run(name, func(t *testing.T) {
			got := NewLearning(c.run).Sets[0].Convergence
			require.Equal(t, c.verdict, got.Verdict, "%+v", got)
			require.Contains(t, got.Why, c.why)
		})
	}
}

// What wasn't completed is in no figure but is counted, and its chain has no part in convergence.
func TestLearningLeavesOut(t *testing.T) {
	r := growing()
	r.Chains[0].Sessions[4].Exams[0].Outcome = arena.Failed
	r.Chains[0].Sessions[8].Outcome = arena.NotRun
	l := NewLearning(r)
	require.Equal(t, 1, l.Sets[0].Points[5].Gain.About().LeftOut)
	require.Equal(t, 3, l.Sets[0].Points[5].Gain.Estimate().Clusters)
	require.Equal(t, 3, l.Sets[0].Convergence.Chains)
	var b bytes.Buffer
	require.NoError(t, l.Table(&b))
	require.Contains(t, b.String(), "1 session not completed")
}

func TestLearningSVG(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, NewLearning(growing()).SVG(&b))
	wellFormed(t, b.Bytes())
	require.Contains(t, b.String(), "SIMULATED")
	sameAsFile(t, "learn.svg", b.Bytes())
	r := growing()
	r.Planned.Strategy = "<script>\x1b[31m"
	b.Reset()
	require.NoError(t, NewLearning(r).SVG(&b))
	wellFormed(t, b.Bytes())
	require.NotContains(t, b.String(), "<script>")
	require.ErrorContains(t, NewLearning(lab.Learned{}).SVG(io.Discard), "nothing was measured")
}

func TestLearningCSV(t *testing.T) {
	r := growing()
	r.Planned.Strategy = "=episodic"
	var b bytes.Buffer
	require.NoError(t, NewLearning(r).CSV(&b))
	rows, err := csv.NewReader(&b).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+2*10)
	require.Equal(t, []string{"'=episodic", "sim:nano", "true", "paraphrases", "0", "0.425"}, rows[1][:6])
	require.Equal(t, "held out", rows[20][3])
}

// TestLearningSchema keeps learn.schema.json in step with the Go types, and what is written in step
// with the schema.
func TestLearningSchema(t *testing.T) {
	r := invopop.Reflector{Anonymous: true}
	s := r.Reflect(&Learning{})
	s.Title = "Context Arena learning run"
	have, err := json.MarshalIndent(s, "", "  ")
	require.NoError(t, err)
	sameAsFile(t, "../learn.schema.json", append(have, '\n'))
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(have))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("learn.schema.json", doc))
	schema, err := c.Compile("learn.schema.json")
	require.NoError(t, err)
	for name, l := range map[string]Learning{"a run": NewLearning(growing()), "of nothing": NewLearning(lab.Learned{Planned: lab.LearnPlanned{Train: []string{}, HeldOut: []string{}}})} {
		var b bytes.Buffer
		require.NoError(t, l.JSON(&b))
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(b.Bytes()))
		require.NoError(t, err)
		require.NoError(t, schema.Validate(v), name)
		require.Equal(t, "context-arena/learning/1", v.(map[string]any)["schema"])
		v.(map[string]any)["sets"] = []any{map[string]any{"set": 1}}
		require.Error(t, schema.Validate(v), name)
	}
}
