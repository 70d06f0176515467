package curve

import (
	"io"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/labtest"
	"contextarena.internal/lab/tally/tallytest"
	"contextarena.internal/llm/tokens"
	"contextarena.internal/reports/reportstest"
)

// played is an experiment at two budgets or three: rlm keeps much at each, full_context is cut.
func atBudgets(budgets ...int) played {
	fates, names := map[string][]tallytest.Fate{}, []string{}
	for _, s := range []string{"full_context", "rlm"} {
		for i, budget := range budgets {
			name := lab.AtBudget(s, budget)
			names = append(names, name)
			fates[name] = tallytest.Good
			if s == "full_context" {
				fates[name] = [][]tallytest.Fate{tallytest.None, tallytest.Poor, tallytest.Open}[i]
			}
		}
	}
	r := tallytest.Played(2, fates, names...)
	r.Planned.Budgets = budgets
	for i := range r.Trials {
		t := &r.Trials[i]
		t.TranscriptTokens = 16_000
		t.Budget = budgets[i/2%len(budgets)]
		t.Cost.ContextTokens = min(t.Budget, 900) + 60
		if lab.WithoutBudget(t.Strategy) == "full_context" {
			t.Cost.ContextTokens, t.Cut = t.Budget+60, 5
		}
	}
	return played{Result: r}
}

func TestBudgets(t *testing.T) {
	b := newBudgets(atBudgets(500, 2000, 8000))
	require.Equal(t, []int{500, 2000, 8000}, b.Shared)
	require.Equal(t, "rlm", b.Lines[0].Strategy, "the greater area stands first")
	full := b.Lines[1]
	// 2,000 lies in the middle of the logarithms: it counts half, the ends a quarter each.
	var want float64
	for i, w := range []float64{0.25, 0.5, 0.25} {
		want += w * full.Points[i].Answer.Estimate().Mean
	}
	require.InDelta(t, want, full.Area.Estimate().Mean, 0.01, "but for void replies, which weigh less in a scenario's area")
	require.InDelta(t, 8060.0/16000, full.Points[2].Cost.Saturation(), 1e-12)
	require.Equal(t, 8*5, full.Points[0].Cut)
	reportstest.Golden(t, b.within(), "budgets", "table", "md", "csv", "svg")
}

func TestWeights(t *testing.T) {
	require.InDeltaSlice(t, []float64{0.25, 0.5, 0.25}, weights([]int{500, 1000, 2000}), 1e-12)
	sum := 0.0
	for _, w := range weights([]int{300, 700, 5000, 5001}) {
		sum += w
	}
	require.InDelta(t, 1, sum, 1e-12)
	ln := math.Log
	require.InDelta(t, (ln(700)-ln(300))/2/(ln(5000)-ln(300)), weights([]int{300, 700, 5000})[0], 1e-12)
}

// The area is between the ends that all share, and there is none between fewer than two.
func TestBudgetsThatNotAllCompleted(t *testing.T) {
	fail := func(r played, names ...string) Curve {
		for i := range r.Trials {
			for _, name := range names {
				if r.Trials[i].Strategy == name {
					r.Trials[i].Outcome = arena.Failed
				}
			}
		}
		return newBudgets(r)
	}
	b := fail(atBudgets(500, 2000, 8000), "rlm/8000")
	require.Equal(t, []int{500, 2000}, b.Shared)
	reportstest.Golden(t, b.within(), "budgets-missing", "table", "csv")
	b = fail(atBudgets(500, 2000), "rlm/500")
	require.False(t, b.Lines[0].Area.Defined())
	require.Contains(t, string(reportstest.Written(t, b.within(), "table", "")), "not every strategy completed a trial at two budgets")
	b = fail(atBudgets(500, 2000), "rlm/500", "rlm/2000", "full_context/500", "full_context/2000")
	require.ErrorContains(t, b.within().Write(io.Discard, "svg", ""), "nothing to draw")
}

// As it is played, stored and read back.
func TestPlayed(t *testing.T) {
	l := labtest.New(t)
	p := labtest.Plan(t, "retrieval", "window", "mus", "full_context", "qtd(budget=20,window=1)")
	p.Repeats, p.Budgets = 1, []int{600, 300}
	labtest.Run(t, l, p)
	b, err := loadBudgets(t.Context(), l, "")
	require.NoError(t, err)
	require.Equal(t, []int{300, 600}, b.Shared)
	r, err := read(t.Context(), l, "")
	require.NoError(t, err)
	same, count := 0, tokens.NewCounter().Count // what is asked with, whatever is shown: the system prompt, a question, and what frames both
	for _, s := range r.Scenarios {
		for _, p := range s.Probes {
			same = max(same, count(s.System)+count(p.Question)+9)
		}
	}
	for _, line := range b.Lines {
		require.Len(t, line.Points, 2)
		for i, pt := range line.Points {
			require.LessOrEqual(t, pt.Cost.ContextTokens, float64([]int{300, 600}[i]+same), "with the system prompt and the question")
			if line.Strategy != "qtd(budget=20,window=1)" { // which asks its model for each probe: no part of what is kept
				require.Equal(t, line.Strategy == "full_context", pt.Cut > 0, "%s keeps to its budget", line.Strategy)
				require.Greater(t, pt.Cost.ContextTokens, 0.8*float64([]int{300, 600}[i]), "%s fills it", line.Strategy)
			}
		}
	}
	p.Budgets = []int{300}
	labtest.Run(t, l, p)
	_, err = loadBudgets(t.Context(), l, "")
	require.ErrorContains(t, err, "wasn't played at several budgets: play one that is, with arena run --budgets")
}
