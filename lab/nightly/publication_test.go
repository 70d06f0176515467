package nightly

import (
	"bytes"
	"encoding/xml"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab"
	"contextarena.internal/reports"
	"contextarena.internal/scenarios/generate"
	"contextarena.internal/stats"
	"contextarena.internal/store"
)

const sealHash = "6f47df67a8469048c8db49b1a4c361911d07d2abb5ef4689bf6cfbf5ca59390d"

// sealedNight is a night whose seed a stranger chose.
func sealedNight(t *testing.T, seed string) Night {
	t.Helper()
	of := func(x float64) *float64 { return &x }
	s := generate.Defaults()
	s.Tools, s.Tokens = true, 64_000
	n := nightly{Name: "rlm", Sealed: &sealed{Hash: sealHash, Scenarios: 12, Settings: s}}.report("n1", nil, lab.Result{
		Experiment: store.Experiment{ID: "0123456789abcdef", Status: store.Partial},
	}, []Gated{{
		Forecast: Forecast{
			Gate:     Gate{Strategy: "rlm", Against: "summarize", Model: "sim:nano", Metric: "answer", Margin: 0.08},
			Name:     "rlm answer against summarize, sim:nano",
			Baseline: of(0.5), Unknown: "nothing is known yet",
		},
		Tonight: of(0.45), Change: of(-0.05), Low: of(-0.09), High: of(-0.01), Result: stats.Inconclusive,
		N: 420, Scenarios: 12, Completed: 72, Planned: 72,
	}})
	n.Sealed.Seed = seed
	return n
}

func TestSealedNightIsPublished(t *testing.T) {
	n := sealedNight(t, "it's a `seed` of 0123456789")
	n.Sealed.Next = strings.Repeat("ab", 32)
	require.Equal(t, reports.Sampled, n.Estimand)
	var b bytes.Buffer
	require.NoError(t, n.Document().Write(&b, "table", ""))
	for line := range strings.Lines(b.String()) {
		if strings.HasSuffix(line, " \\\n") {
			continue // of a command, which isn't wrapped within a flag
		}
		require.LessOrEqual(t, utf8.RuneCountInString(strings.TrimRight(line, "\n")), 80, line)
	}
	for _, want := range []string{
		"Nightly rlm, n1 on sealed scenarios: INCONCLUSIVE",
		"gate          against  tonight        change  limit  MDE  result",
		"Scenarios sampled: they were drawn at random by the generator",
		"45.0 % of 420 probes in 12\nscenarios against 50.0 %, a difference of −5.0 points [−9.0, −1.0]; it may be\nworse by 8 points. The interval reaches beyond the limit: more scenarios would\ntell.",
		"\n  --hash " + sealHash + " \\\n  --seed 'it'\\''s a `seed` of 0123456789'\n",
		"for i in $(seq 12); do\n  arena scenarios generate --seed 'it'\\''s a `seed` of 0123456789'/$i \\\n    --turns 40",
		"--placement uniform --tools --tokens 64000 \\\n    --out sealed/sealed-6f47df67-$i.yaml\ndone\n",
		"next night's sealed seed:\n" + strings.Repeat("ab", 32),
	} {
		require.Contains(t, b.String(), want)
	}
	require.NotContains(t, b.String(), "baseline")

	b.Reset()
	require.NoError(t, n.Document().Write(&b, "md", ""))
	require.Contains(t, b.String(), "| gate | against | tonight | change |")
	require.Contains(t, b.String(), "\n## Sealed seed\n\n    hash of the sealed seed:\n    "+sealHash+"\n")
	_, block, _ := strings.Cut(b.String(), "## Sealed seed\n\n")
	block, _, _ = strings.Cut(block, "\n## Warnings")
	for line := range strings.Lines(block) {
		require.True(t, line == "\n" || strings.HasPrefix(line, "    "), "%q would end the block of code", line)
	}

	b.Reset()
	require.NoError(t, n.Document().Write(&b, "junit", ""))
	var suite struct {
		Facts []struct {
			Name  string `xml:"name,attr"`
			Value string `xml:"value,attr"`
		} `xml:"properties>property"`
	}
	require.NoError(t, xml.Unmarshal(b.Bytes(), &suite))
	require.Len(t, suite.Facts, 4)
	require.Equal(t, "sealed.seed", suite.Facts[1].Name)
	require.Equal(t, n.Sealed.Seed, suite.Facts[1].Value)
}

// TestSealedNightStaysSealed: what isn't revealed shows its hash, and how to go on.
func TestSealedNightStaysSealed(t *testing.T) {
	n := sealedNight(t, "")
	var b bytes.Buffer
	require.NoError(t, n.Document().Write(&b, "table", ""))
	require.Contains(t, b.String(), "! The seed stays sealed, because the night isn't complete")
	require.Contains(t, b.String(), sealHash)
	require.NotContains(t, b.String(), "--seed")
	b.Reset()
	require.NoError(t, n.Document().Write(&b, "junit", ""))
	require.NotContains(t, b.String(), "sealed.seed")
	b.Reset()
	require.NoError(t, reported(nightly{Name: "rlm"}).Document().Write(&b, "junit", ""))
	require.NotContains(t, b.String(), "properties")
}
