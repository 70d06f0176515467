package calibrate

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v4"

	"contextarena.internal/llm/sim"
)

// parameters is the source of the simulated models' parameters.
func parameters(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../" + parametersFile)
	require.NoError(t, err)
	return string(text)
}

func fits(value float64) Result {
	var r Result
	for _, name := range sim.Names() {
		r.Fits = append(r.Fits, Fitted{Model: "sim:" + name, Values: []Value{{Name: "overlook_notes", Fitted: value}, {Name: "overlook_answers", Fitted: value / 2}}})
		value /= 2
	}
	return r
}

func TestRewrite(t *testing.T) {
	old := parameters(t)
	text, err := fits(0.25).rewrite(old)
	require.NoError(t, err)
	var f struct {
		Version    int             `yaml:"version"`
		Mechanisms []sim.Mechanism `yaml:"mechanisms"`
	}
	require.NoError(t, yaml.Load([]byte(text), &f, yaml.WithKnownFields()))
	changed := 0
	for i, m := range f.Mechanisms {
		was := sim.Mechanisms()[i]
		require.Equal(t, was.Name, m.Name)
		own := false
		for k, p := range m.Parameters {
			if p.Name == "overlook_notes" || p.Name == "overlook_answers" {
				own = true
				changed++
			} else {
				require.Equal(t, was.Parameters[k], p)
			}
			if p.Name == "overlook_notes" {
				require.Equal(t, []float64{0.25, 0.125, 0.0625}, []float64{p.Nano, p.Mini, p.Standard})
				require.Equal(t, was.Parameters[k].Does, p.Does)
			}
		}
		require.Equal(t, own, strings.HasPrefix(m.Source, byCalibrate), m.Name)
		if own {
			require.Contains(t, m.Source, "overlook_notes, overlook_answers: nano to gpt-5-nano (qtd-qpb-experiment-1772176379889.json")
		}
	}
	require.Equal(t, 2, changed)

	twice, err := fits(0.25).rewrite(text)
	require.NoError(t, err)
	require.Equal(t, text, twice, "the same again changes nothing")

	_, err = Result{Fits: []Fitted{{Model: "sim:nano", Values: []Value{{Name: "no_such"}}}}}.rewrite(old)
	require.ErrorContains(t, err, "found 0 of 1")
}

func TestFittedSource(t *testing.T) {
	once := fittedSource("assumed: why", []string{"a", "b"})
	require.Equal(t, once, fittedSource(once, []string{"a", "b"}))
	require.Equal(t, "assumed: why", fittedSource(once, nil))
	require.True(t, strings.HasSuffix(once, "assumed: why"))
}

func TestWrite(t *testing.T) {
	root := t.TempDir()
	require.ErrorContains(t, fits(0.25).Write(root), "no source tree")
	for _, name := range []string{parametersFile, resultName} {
		require.NoError(t, os.MkdirAll(filepath.Join(root, filepath.Dir(name)), 0o755))
	}
	name := filepath.Join(root, parametersFile)
	require.NoError(t, os.WriteFile(name, []byte(parameters(t)), 0o644))
	require.NoError(t, fits(0.25).Write(root))
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Contains(t, string(text), "nano: 0.25, mini: 0.125, standard: 0.0625,")
	kept, err := os.ReadFile(filepath.Join(root, resultName))
	require.NoError(t, err)
	require.Contains(t, string(kept), `"fitted": 0.0625`)

	asIs := Result{Fits: []Fitted{{Model: "sim:nano"}}}
	require.NoError(t, os.WriteFile(name, []byte("untouched"), 0o644))
	require.NoError(t, asIs.Write(root))
	text, err = os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, "untouched", string(text))
}
