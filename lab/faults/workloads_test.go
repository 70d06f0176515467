//go:build faults

package faults

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/evolution"
	"contextarena.internal/lab/frontier"
	"contextarena.internal/lab/leaderboard"
	"contextarena.internal/lab/learning"
	"contextarena.internal/lab/nightly"
	"contextarena.internal/lab/rescoring"
	"contextarena.internal/reports"
	"contextarena.internal/space"
	"contextarena.internal/store"
	"contextarena.internal/strategies"
)

// workload is a command: what it plays, and all that it says in the end.
type workload struct {
	name string
	// prepare, if set, makes the database that it begins with; nil for an empty one.
	prepare func(t *testing.T, l *lab.Lab)
	play    func(ctx context.Context, l *lab.Lab) (out []byte, ran lab.Ran, err error)
	empty   bool // it begins without a database
	asks    bool // a model
}

const model = "openai:gpt-5-nano"

// workloads are the commands that faults are injected into. Nights writes a nightly file and its plan to folder.
func workloads(t *testing.T, nights string) []workload {
	return []workload{
		{name: "run", play: run(plan(t)), empty: true, asks: true},
		{name: "sweep", play: sweep(t), asks: true},
		{name: "evolution", play: evolve, asks: true},
		{name: "nightly", prepare: baseline(nights), play: night(nights, "2", false), asks: true},
		{name: "learning", play: learn(), asks: true},
		{name: "rescore", prepare: outdated(plan(t)), play: rescore},
	}
}

// plan is a small one.
func plan(t *testing.T) lab.Plan {
	p := lab.DefaultPlan()
	p.Suite, p.ScenariosDir, p.Scenarios, p.Models = "faults", "testdata", nil, []string{model}
	p.Dialogue, p.Repeats, p.Strategies = arena.Scripted, 1, nil
	for _, spec := range []string{"rlm(compress_every=3,recent_window=2)", "full_context", "window(size=2)"} {
		s, err := strategies.Parse(spec)
		require.NoError(t, err)
		p.Strategies = append(p.Strategies, s)
	}
	return p
}

func run(p lab.Plan) func(context.Context, *lab.Lab) ([]byte, lab.Ran, error) {
	return func(ctx context.Context, l *lab.Lab) ([]byte, lab.Ran, error) {
		ran, err := l.Run(ctx, p)
		if err != nil {
			return nil, ran, err
		}
		out, err := report(ctx, l)
		return out, ran, err
	}
}

// report is every figure and verdict of the newest experiment.
func report(ctx context.Context, l *lab.Lab) ([]byte, error) {
	r, err := l.Load(ctx, "")
	if err != nil {
		return nil, err
	}
	return written(leaderboard.New(r, leaderboard.Ask{Views: leaderboard.Views()}).Document(), "json", "csv", "md")
}

func written(d reports.Document, formats ...string) ([]byte, error) {
	var b bytes.Buffer
	for _, f := range formats {
		if err := d.Write(&b, f, ""); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

func sweep(t *testing.T) func(context.Context, *lab.Lab) ([]byte, lab.Ran, error) {
	declared, err := space.Parse("small.yaml", []byte(`name: small
dimensions:
  - {name: method, categorical: [window, structured]}
  - {name: recent, ordinal: [2, 4]}
strategies:
  - {when: {method: window}, spec: window(size=$recent)}
  - {when: {method: structured}, spec: "structured(compress_every=3,recent_window=$recent)"}
`))
	require.NoError(t, err)
	s := frontier.Sweep{Plan: plan(t), Space: declared}
	s.Plan.Strategies = nil
	return func(ctx context.Context, l *lab.Lab) ([]byte, lab.Ran, error) {
		ran, err := s.Play(ctx, l)
		if err != nil {
			return nil, ran.Ran, err
		}
		front, err := frontier.Load(ctx, l, "")
		if errors.Is(err, frontier.ErrNothing) {
			return nil, ran.Ran, nil
		}
		if err != nil {
			return nil, ran.Ran, err
		}
		out, err := written(front.Document(), "json", "csv")
		return out, ran.Ran, err
	}
}

func evolve(ctx context.Context, l *lab.Lab) ([]byte, lab.Ran, error) {
	s := evolution.Default()
	s.Suite, s.Scenarios, s.Model, s.Evaluations, s.Batch, s.Again = "faults", []string{"small"}, model, 3, 2, 1
	s.HeldOut, s.Fresh, s.Random, s.Descriptors, s.Bins = 0, 1, 0, []string{"correction", "cost"}, 2
	ran, found, err := evolution.Evolve(ctx, l, s, nil)
	if err != nil || !found.Complete {
		return nil, ran, err
	}
	out, err := written(reports.Document{Simulated: found.Simulated, Data: found.Archive}, "json")
	return out, ran, err
}

// nightFiles writes a nightly file and its plan.
func nightFiles(t *testing.T, folder string) {
	testdata, err := filepath.Abs("testdata")
	require.NoError(t, err)
	for name, text := range map[string]string{
		"plan.yaml": "strategies: [\"rlm(compress_every=3,recent_window=2)\", \"window(size=2)\"]\nsuite: faults\nscenarios_dir: " + testdata +
			"\nmodels: [\"" + model + "\"]\ndialogue: scripted\nrepeats: 2\n",
		"night.yaml": `plan: plan.yaml
baseline: baseline.json
inconclusive: pass
gates:
  - {strategy: "rlm(compress_every=3,recent_window=2)", metric: answer, may_fall_by: 90 points, allow_underpowered: true}
  - {metric: failure_rate, at_most: 2%}
`,
	} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
}

// baseline plays the first night and makes it the baseline.
func baseline(folder string) func(*testing.T, *lab.Lab) {
	return func(t *testing.T, l *lab.Lab) {
		nightFiles(t, folder)
		_, _, err := night(folder, "1", true)(t.Context(), l)
		require.NoError(t, err)
	}
}

// night plays a night as the command does: it is judged, and if renew made the baseline whatever the gates say.
func night(folder, label string, renew bool) func(context.Context, *lab.Lab) ([]byte, lab.Ran, error) {
	return func(ctx context.Context, l *lab.Lab) ([]byte, lab.Ran, error) {
		r, err := nightly.Read(filepath.Join(folder, "night.yaml"), label, renew, l.Models)
		if err != nil {
			return nil, lab.Ran{}, err
		}
		o, err := r.Foresee(ctx, l)
		if err != nil {
			return nil, lab.Ran{}, err
		}
		if _, err := o.Refused(); err != nil {
			return nil, lab.Ran{}, err
		}
		ran, err := l.Run(ctx, r.Plan)
		if err != nil {
			return nil, ran, err
		}
		result, err := l.Load(ctx, "")
		if err != nil {
			return nil, ran, err
		}
		night, unkept := r.Judge(ctx, l, o, result)
		if unkept != nil {
			return nil, ran, unkept
		}
		if renew {
			b, err := r.Renew(night, o, result, true)
			if err == nil {
				err = os.WriteFile(b.File, b.Text, 0o600)
			}
			return nil, ran, err
		}
		if !night.Passed {
			return nil, ran, nightly.ErrGate
		}
		var out bytes.Buffer
		if err := night.Document().Write(&out, "table", ""); err != nil {
			return nil, ran, err
		}
		all, err := report(ctx, l)
		return append(out.Bytes(), all...), ran, err
	}
}

// learn plays a chain whose memory embeds by a model that is asked.
func learn() func(context.Context, *lab.Lab) ([]byte, lab.Ran, error) {
	p := learning.DefaultPlan()
	p.Strategy, p.ScenariosDir, p.Train, p.HeldOut, p.Sessions, p.Chains = "retrieval(by=embedding)", "testdata", []string{"lesson"}, []string{"small"}, 1, 1
	p.Model, p.Embedder = model, "openai:text-embedding-3-small"
	return func(ctx context.Context, l *lab.Lab) ([]byte, lab.Ran, error) {
		learned, ran, err := learning.Run(ctx, l, p)
		if err != nil || ran.Experiment.Status != store.Complete {
			return nil, ran, err
		}
		out, err := written(learned.Document(), "json")
		return out, ran, err
	}
}

// outdated plays a run with a simulated model, whose scores are then of matchers that are no more.
func outdated(p lab.Plan) func(*testing.T, *lab.Lab) {
	p.Models, p.Repeats = []string{"sim:nano"}, 3
	return func(t *testing.T, l *lab.Lab) {
		ran, err := l.Run(t.Context(), p)
		require.NoError(t, err)
		scores, err := l.DB.Scores(t.Context(), ran.Experiment.ID)
		require.NoError(t, err)
		require.NotEmpty(t, scores)
		for key, s := range scores {
			require.NoError(t, l.DB.SaveScore(t.Context(), key, "of another program", s.Score))
		}
	}
}

func rescore(ctx context.Context, l *lab.Lab) ([]byte, lab.Ran, error) {
	if _, err := rescoring.Run(ctx, l, ""); err != nil {
		return nil, lab.Ran{}, err
	}
	e, err := l.Find(ctx, "")
	if err != nil {
		return nil, lab.Ran{}, err
	}
	out, err := report(ctx, l)
	return out, lab.Ran{Experiment: e}, err
}
