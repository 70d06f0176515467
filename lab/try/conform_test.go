package try_test

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/internal/thorough"
	"contextarena.internal/lab/labtest"
	"contextarena.internal/lab/try"
	"contextarena.internal/strategies/external"
	"contextarena.internal/strategies/external/programtest"
)

func TestMain(m *testing.M) { programtest.Main(m) }

// Each way to break the contract of a memory is found, and what keeps it has no fault.
func TestPrograms(t *testing.T) {
	t.Parallel()
	kinds := map[string][]string{
		"asks":                  nil,
		"crashes":               {"plays a conversation to its end"},
		"ends badly":            {"ends when its standard input does"},
		"differs":               {"does the same twice", "keeps trials apart"},
		"shares":                {"does the same twice", "keeps trials apart"},
		"recalls with a change": {"recalls without a change"},
		"reads short lines":     {"bears 200 kB at once"},
	}
	for _, kind := range thorough.Some(2, slices.Sorted(maps.Keys(kinds))) {
		wrong := kinds[kind]
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			cases := tried(t, kind)
			var found []string
			for _, c := range cases {
				// A Go program reads no clock that can be shifted, so that one says nothing of it here.
				if c.Fault != "" && !strings.HasPrefix(c.Case, "takes its time") {
					require.NotEmpty(t, c.Cure)
					found = append(found, c.Case)
				}
			}
			require.Subset(t, found, wrong, "%+v", cases)
			if wrong == nil {
				require.Empty(t, found, "%+v", cases)
			}
		})
	}
}

// Whether a question that comes after the answer meets no message or the end of one is a matter of moments.
func TestAProgramThatAsksBetweenMessages(t *testing.T) {
	t.Parallel()
	var faults []string
	for _, c := range tried(t, "asks behind its answers") {
		faults = append(faults, c.Fault)
	}
	require.Regexp(t, "no message is being answered|questions to models was under way", strings.Join(faults, "; "))
}

// tried are the cases of the test's own program.
func tried(t *testing.T, kind string) []try.Case {
	t.Helper()
	s := strictyaml.Default[external.External]()
	s.Command, s.Files = programtest.Command(kind, filepath.Join(t.TempDir(), "shared")), []string{"conform.go"}
	cases, err := try.Program(t.Context(), labtest.New(t), &s)
	require.NoError(t, err)
	return cases
}
