package nightly

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/lab"
	"contextarena.internal/lab/labtest"
	"contextarena.internal/reports"
	"contextarena.internal/scenarios/seal"
	"contextarena.internal/store"
)

const (
	tonight = "00112233445566778899aabbccddeeff"
)

const sealedPlan = `
strategies: [rlm, "window(size=2)"]
dialogue: scripted
repeats: 1
`

const sealedText = `
plan: plan.yaml
sealed:
  seed: tonight.seed
  hash: ` + sealHash + `
  next: tomorrow.seed
  scenarios: 4
  generate: {turns: 12, facts: {identifier: 4, quantity: 4}, corrections: 2, sessions: 1}
gates:
  - {strategy: rlm, against: "window( size=2 )", metric: answer, may_be_worse_by: 50 points}
  - {metric: failure_rate, at_most: 2%}
`

// sealedFiles writes a nightly file, its plan and tonight's seed into a new folder.
func sealedFiles(t *testing.T, night, plan string) string {
	t.Helper()
	path := nightlyFiles(t, night, plan)
	require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(path), "tonight.seed"), []byte(tonight+"\n"), 0o600))
	return path
}

// TestSealedNight: the seed is nowhere until every trial is done, and is told then.
func TestSealedNight(t *testing.T) {
	n, err := load(sealedFiles(t, sealedText, sealedPlan), lab.Models{})
	require.NoError(t, err)
	require.Equal(t, reports.Sampled, n.estimand())
	require.Equal(t, "window(size=2)", n.Gates[0].Against)
	require.Equal(t, "rlm answer against window(size=2), sim:nano", n.Gates[0].Name())
	p, err := n.night("n1")
	require.NoError(t, err)
	require.Len(t, p.Drawn, 4)
	require.Equal(t, "sealed-6f47df67-1", p.Drawn[0].ID)
	require.NotEqual(t, p.Drawn[0].Turns, p.Drawn[1].Turns)

	said, err := json.Marshal([]any{n, p.Name, p.Drawn, p.Sealed})
	require.NoError(t, err)
	require.NotContains(t, string(said), tonight)
	require.Contains(t, p.Drawn[0].Description, sealHash)

	file := filepath.Join(t.TempDir(), "sealed.db")
	db, err := store.Open(t.Context(), file, store.Options{})
	require.NoError(t, err)
	l := labtest.New(t)
	l.DB, l.Drawn = db, p.Drawn
	require.NoError(t, unspent(t.Context(), l, p))

	// it is interrupted after a trial: nothing is told, and another night with this seed is refused
	ctx, cancel := context.WithCancel(t.Context())
	l.OnProgress = func(now lab.Progress) {
		if now.Done > 0 {
			cancel()
		}
	}
	ran, err := l.Run(ctx, p)
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, store.Interrupted, ran.Experiment.Status)
	require.Empty(t, n.Sealed.unseal(ran.Experiment).Seed)
	for _, status := range []string{store.Running, store.Partial, store.Interrupted} {
		require.Empty(t, n.Sealed.unseal(store.Experiment{Status: status}).Seed)
	}
	other, err := n.night("n2")
	require.NoError(t, err)
	require.ErrorContains(t, unspent(t.Context(), l, other), `experiment 1 (night n1) has played some of this seed's scenarios and is interrupted: go on with that night`)
	require.NoError(t, unspent(t.Context(), l, p), "the same night goes on")

	l.OnProgress = nil
	forecasts, err := n.foresee(t.Context(), l, p, nil)
	require.NoError(t, err)
	require.Nil(t, forecasts[0].MDE)
	require.Contains(t, forecasts[0].Unknown, "nothing is known yet")
	ran, r := labtest.Run(t, l, p)
	require.True(t, ran.Resumed)
	gates := n.judge("", nil, forecasts, r).Gates
	require.NotNil(t, gates[0].Change, "%+v", gates[0])
	require.Equal(t, 4, gates[0].Scenarios)

	u := n.Sealed.unseal(r.Experiment)
	require.Equal(t, Unsealed{
		Hash: sealHash, Seed: tonight, Scenarios: 4, IDs: "sealed-6f47df67-",
		Settings: "--turns 12 --facts identifier=4,quantity=4 --corrections 2 --chain-depth 3 --absent 4 --noise 0.5 --sessions 1 --placement uniform",
	}, u)
	require.NoError(t, seal.Check(u.Hash, u.Seed))
	require.ErrorContains(t, unspent(t.Context(), l, other), "the seed was revealed after experiment 1 (night n1), and a seed is good for one night")
	require.Equal(t, sealHash, r.Planned.Sealed)

	require.NoError(t, db.Close())
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Contains(t, string(data), sealHash, "texts of the database can be read here")
	require.NotContains(t, string(data), tonight)
}

func TestSealedFaultsAllAtOnce(t *testing.T) {
	path := sealedFiles(t, `
plan: plan.yaml
baseline: b.json
sealed:
  seed: short.seed
  next: tonight.seed
  scenarios: 2
  generate:
    turns: 0
    noise: 1
    placement: middle
gates:
  - {strategy: rlm, metric: answer, may_fall_by: 6 points}
  - {strategy: rlm, against: window, metric: answer, may_be_worse_by: 6 points}
  - {strategy: rlm, against: window, metric: stale, may_rise_by: 6 points}
  - {strategy: rlm, against: window, metric: tokens, may_be_worse_by: 6 points}
  - {strategy: rlm, against: window, metric: context}
  - {against: rlm, metric: failure_rate, at_most: 2%, allow_underpowered: true}
  - {strategy: rlm, metric: memory, may_be_worse_by: 6 points}
`, "suite: original\nscenarios_dir: .\nscenarios: [early-fact-recall]\nstrategies: [rlm]\n")
	require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(path), "short.seed"), []byte("short"), 0o600))
	_, err := load(path, lab.Models{})
	var faults strictyaml.Faults
	require.ErrorAs(t, err, &faults)
	for _, want := range []string{
		`plan.yaml:1:8: suite: a sealed night plays what it draws`,
		`plan.yaml:2:16: scenarios_dir: a sealed night plays what it draws`,
		`plan.yaml:3:12: scenarios: a sealed night plays what it draws`,
		`night.yaml:3:11: a sealed night has no baseline`,
		`night.yaml:5:9: seed: a seed of 5 characters can be guessed`,
		`night.yaml:5:3: hash: the seed is not sealed: without a hash that was published before`,
		`night.yaml:6:9: next: tonight.seed is there already`,
		`night.yaml:9:12: turns: want 1 to`,
		`night.yaml:10:12: noise: want at least 0 and less than 1`,
		`night.yaml:11:16: placement: want uniform, early, late or bursts`,
		`night.yaml:13:29: a gate on answer needs a baseline`,
		`night.yaml:14:30: 2 scenarios are too few to compare strategies across them: draw 3 or more`,
		`night.yaml:15:66: stale takes may_be_worse_by, not may_rise_by where it is compared with a strategy`,
		`night.yaml:16:71: may_be_worse_by of tokens: want up to 1000 % such as 15%, have "6 points"`,
		`night.yaml:17:46: context needs a limit: may_be_worse_by: 6 points`,
		`night.yaml:18:15: failure_rate is a limit on what happened, not a comparison`,
		`night.yaml:18:75: leave it out: before a sealed night no gate is refused for its margin`,
		`night.yaml:19:54: memory takes may_fall_by, not may_be_worse_by (may_be_worse_by goes with against: NAME)`,
	} {
		require.ErrorContains(t, err, want)
	}
}

func TestSealedRefuses(t *testing.T) {
	for name, c := range map[string]struct{ was, is, plan, want string }{
		"a hash of another":   {sealHash, strings.Repeat("0", 64), sealedPlan, "night.yaml:5:9: hash: seed and hash don't agree"},
		"no hash":             {sealHash, "6f47", sealedPlan, "want the 64 hexadecimal digits"},
		"no seed":             {"seed: tonight.seed", "seed: gone.seed", sealedPlan, "night.yaml:4:9: seed: open "},
		"next without folder": {"next: tomorrow.seed", "next: no/tomorrow.seed", sealedPlan, "night.yaml:6:9: next: no/tomorrow.seed can't be written after the night"},
		"unknown setting":     {"turns: 12", "turn: 12", sealedPlan, `night.yaml:8:14: unknown field "turn" (did you mean turns?`},
		"unknown fact type":   {"identifier: 4", "identifiers: 4", sealedPlan, `night.yaml:8:33: facts: unknown type "identifiers"; did you mean identifier?`},
		"half a fact":         {"identifier: 4", "identifier: 4.5", sealedPlan, "night.yaml:8:45: facts: identifier: want a whole number"},
		"facts as text":       {"{identifier: 4, quantity: 4}", "many", sealedPlan, "want counts by type"},
		"too few tokens":      {"turns: 12", "tokens: 10", sealedPlan, "night.yaml:8:22: tokens: 10 are too few"},
		"no scenarios":        {"scenarios: 4", "scenarios: 0", sealedPlan, "scenarios: "},
		"unknown strategy":    {"window( size=2 )", "window(size=3)", sealedPlan, `the plan doesn't play "window(size=3)" (did you mean`},
		"itself":              {"window( size=2 )", "rlm()", sealedPlan, "night.yaml:10:30: rlm against itself tells nothing"},
	} {
		t.Run(name, func(t *testing.T) {
			require.Contains(t, sealedText, c.was)
			_, err := load(sealedFiles(t, strings.Replace(sealedText, c.was, c.is, 1), c.plan), lab.Models{})
			require.ErrorContains(t, err, c.want)
			require.NotContains(t, err.Error(), tonight)
		})
	}
}

// TestRivalOnAnOrdinaryNight: the scenarios are fixed there, the repeats are what varies.
func TestRivalOnAnOrdinaryNight(t *testing.T) {
	night := `
plan: plan.yaml
baseline: b.json
gates: [{strategy: rlm, against: "window(size=2)", metric: answer, may_be_worse_by: 50 points}]
`
	n, err := load(nightlyFiles(t, night, smallPlan), lab.Models{})
	require.NoError(t, err)
	require.Equal(t, reports.Fixed, n.estimand())
	_, err = load(nightlyFiles(t, night, strings.Replace(smallPlan, "repeats: 6", "repeats: 1", 1)), lab.Models{})
	require.ErrorContains(t, err, "night.yaml:4:34: the plan plays 1 repeat")
	_, err = load(nightlyFiles(t, strings.Replace(night, "baseline: b.json\n", "", 1), smallPlan), lab.Models{})
	require.ErrorContains(t, err, `field "baseline" is missing`)
}

// TestSealedExample keeps the example of the docs one that loads.
func TestSealedExample(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"nightly-sealed.yaml", "nightly-sealed-plan.yaml"} {
		data, err := os.ReadFile(filepath.Join("../../docs/examples", name))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "tonight.seed"), []byte(tonight), 0o600))
	n, err := load(filepath.Join(dir, "nightly-sealed.yaml"), lab.Models{})
	require.NoError(t, err)
	require.Equal(t, 12, n.Sealed.Scenarios)
	require.Len(t, n.Gates, 3)
}
