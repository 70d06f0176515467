package lab_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab"
)

func TestAPlanOfTooManyStrategies(t *testing.T) {
	name := filepath.Join(t.TempDir(), "plan.yaml")
	write := func(strategies int) {
		text := "strategies:\n" + strings.Repeat("  - window\n", strategies)
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	}
	write(20000)
	_, err := lab.LoadPlan(name, lab.Models{})
	require.EqualError(t, err, name+":2:3: strategies: a list of 20000, and a plan has at most 500: declare a space and use arena sweep, or split the plan")
	write(500)
	p, err := lab.LoadPlan(name, lab.Models{})
	require.NoError(t, err)
	require.Len(t, p.Strategies, 500)
}

func TestAPlanWithALongName(t *testing.T) {
	name := filepath.Join(t.TempDir(), "plan.yaml")
	for letters, want := range map[int]string{200: "", 201: ":1:7: name: want at most 200 characters, have 201"} {
		require.NoError(t, os.WriteFile(name, []byte("name: "+strings.Repeat("ü", letters)), 0o600))
		_, err := lab.LoadPlan(name, lab.Models{})
		if want == "" {
			require.NoError(t, err)
			continue
		}
		require.EqualError(t, err, name+want)
	}
}

func TestAPlanThatNeverEnds(t *testing.T) {
	_, err := lab.LoadPlan("/dev/zero", lab.Models{})
	require.EqualError(t, err, "plan: /dev/zero has more than 16 MiB, the most that is read of such a file")
}
