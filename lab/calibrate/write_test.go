package calibrate

import (
	"os"
	"path/filepath"
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
		r.Fits = append(r.Fits, Fitted{Model: "sim:" + name, Values: []Value{{Name: "overlook", Figure: "tasks passed: full_context", Target: 0.5, Fitted: value}, {Name: "brief", Figure: "asked facts: summarize", Target: 0.5, Fitted: value / 2}}})
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
		for k, p := range m.Parameters {
			if p.Name == "overlook" || p.Name == "brief" {
				changed++
			} else {
				require.Equal(t, was.Parameters[k], p)
			}
			if p.Name == "overlook" {
				require.Equal(t, []float64{0.25, 0.125, 0.0625}, []float64{p.Nano, p.Mini, p.Standard})
				require.Equal(t, was.Parameters[k].Does, p.Does)
			}
		}
		require.Equal(t, was.Source, m.Source, "what stands beside the values is left as it was written")
	}
	require.Equal(t, 2, changed)

	twice, err := fits(0.25).rewrite(text)
	require.NoError(t, err)
	require.Equal(t, text, twice, "the same again changes nothing")

	bad := fits(0.25)
	bad.Fits[0].Values = append(bad.Fits[0].Values, Value{Name: "no_such"})
	_, err = bad.rewrite(old)
	require.ErrorContains(t, err, "found 2 of 3")
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
}
