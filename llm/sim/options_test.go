package sim_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm"
	"contextarena.internal/llm/sim"
)

func resolve(t *testing.T, name string) (llm.Model, error) {
	t.Helper()
	m, err := llm.ParseModel(name)
	require.NoError(t, err)
	return sim.Resolve(m)
}

func TestResolve(t *testing.T) {
	seen := map[string]bool{}
	for _, name := range sim.Names() {
		m, err := resolve(t, "sim:"+name)
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(m.Options, "parameters="))
		require.False(t, seen[m.Options], "the models differ")
		seen[m.Options] = true
		require.Equal(t, "sim:"+name, m.String())
		again, err := sim.Resolve(m)
		require.NoError(t, err)
		require.Equal(t, m, again, "a resolved identity resolves to itself")
	}
	_, err := resolve(t, "sim:nanoo")
	require.ErrorContains(t, err, "sim:nano, sim:mini, sim:standard")
}

func TestOptionsOfEqualEffectAreOneIdentity(t *testing.T) {
	plain, err := resolve(t, "sim:nano")
	require.NoError(t, err)
	for name, same := range map[string]bool{
		"sim:nano?load=1":                                  true,
		"sim:nano?cap=1&load=1.0":                          true,
		"sim:nano?capacity=" + value(t, "capacity"):        true,
		"sim:nano?capacity=" + value(t, "capacity") + ".5": false,
		"sim:nano?load=off":                                false,
		"sim:nano?load=0.5":                                false,
	} {
		m, err := resolve(t, name)
		require.NoError(t, err, name)
		require.Equal(t, same, m == plain, "%s resolves to %s", name, m.Options)
	}
	a, err := resolve(t, "sim:nano?load=0&capacity=1e2")
	require.NoError(t, err)
	b, err := resolve(t, "sim:nano?capacity=100&load=off")
	require.NoError(t, err)
	require.Equal(t, a, b)
	require.Contains(t, a.Options, "capacity=100&load=off&parameters=")
}

// value is the value of a parameter of sim:nano as the file writes it.
func value(t *testing.T, name string) string {
	t.Helper()
	for _, m := range sim.Mechanisms() {
		for _, p := range m.Parameters {
			if p.Name == name {
				return strings.TrimSuffix(strings.TrimRight(format(p.Of("nano")), "0"), ".")
			}
		}
	}
	t.Fatalf("no parameter %s", name)
	return ""
}

func TestAllMistakesOfOptionsAreReported(t *testing.T) {
	_, err := resolve(t, "sim:nano?entrenchmnt=off&capacity=-1&load=loud&cap=0.5&dip=NaN&skew=1e999")
	require.Error(t, err)
	for _, want := range []string{
		"entrenchmnt: no such option", "capacity=-1: want a number from 1 to", "load=loud: want off or a factor from 0 to 100",
		"cap=0.5: want off or 1", "dip=NaN: want a number", "skew=1e999: want a number", "mechanisms (off, or a factor): attention, load", "parameters (a number): overlook_notes",
	} {
		require.ErrorContains(t, err, want)
	}
	_, err = resolve(t, "sim:nano?parameters=000000000000")
	require.ErrorContains(t, err, "name it again without parameters=")
}

func TestEveryMechanismIsExplained(t *testing.T) {
	names := map[string]bool{"parameters": true}
	for _, m := range sim.Mechanisms() {
		require.False(t, names[m.Name], "%s names one thing", m.Name)
		names[m.Name] = true
		require.NotEmpty(t, m.Does, m.Name)
		require.Regexp(t, `^(fitted|assumed)\b.*\S`, m.Source, m.Name)
		for _, p := range m.Parameters {
			require.False(t, names[p.Name], "%s names one thing", p.Name)
			names[p.Name] = true
			require.NotEmpty(t, p.Does, p.Name)
			require.Less(t, p.Min, p.Max, p.Name)
			for _, model := range sim.Names() {
				require.GreaterOrEqual(t, p.Of(model), p.Min, "%s of %s", p.Name, model)
				require.LessOrEqual(t, p.Of(model), p.Max, "%s of %s", p.Name, model)
			}
		}
	}
}

// TestEveryParameterIsPartOfTheIdentity changes one parameter after the other.
func TestEveryParameterIsPartOfTheIdentity(t *testing.T) {
	seen := map[string]string{}
	for _, m := range sim.Mechanisms() {
		for _, p := range m.Parameters {
			r, err := resolve(t, "sim:nano?"+p.Name+"="+format(p.Min+(p.Max-p.Min)/1024))
			require.NoError(t, err)
			_, hash, _ := strings.Cut(r.Options, "parameters=")
			require.Empty(t, seen[hash], "%s has the identity of %s", p.Name, seen[hash])
			seen[hash] = p.Name
		}
	}
}

// format spells a number as an option.
func format(v float64) string { return strconv.FormatFloat(v, 'f', 6, 64) }
