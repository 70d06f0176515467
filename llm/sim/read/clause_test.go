package read

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write what is read into testdata/clauses.txt")

// sketch writes down what was read of a clause: its kind, its marks, its values.
func sketch(c Clause) string {
	s := [...]string{"plain", "name", "relation", "place", "amount", "date", "identifier", "decision", "correction"}[c.Kind]
	s += [...]string{"", " mild", " explicit", " contrast", " override"}[c.How]
	s += [...]string{"", " add", " subtract", " move", " swap", " drop", " restore"}[c.Change]
	for _, m := range []struct {
		on   bool
		name string
	}{{c.Asks, " asks"}, {c.Denies, " denies"}, {c.Unsure, " unsure"}, {c.Follows, " follows"}} {
		if m.on {
			s += m.name
		}
	}
	if c.Speaker != "" {
		s += " @" + c.Speaker
	}
	if c.Heading != "" {
		s += " <" + c.Heading + ">"
	}
	old := map[int]bool{}
	for _, i := range c.Old {
		old[i] = true
	}
	for i, v := range c.Values {
		s += " | "
		if old[i] {
			s += "old "
		}
		s += [...]string{Name: "name", Place: "place", Date: "date", Amount: "amount", Identifier: "id"}[v.Kind] + " " + v.Key
		if v.Unit != "" {
			s += " " + v.Unit
		}
		if v.Per != "" {
			s += " per " + v.Per
		}
		if v.Text != c.Text[v.At:v.At+len(v.Text)] {
			s += " MISPLACED"
		}
	}
	return s
}

// TestClauses reads the cases of testdata/clauses.txt: after a line of text (\n for a new line)
// the sketches of its clauses, indented.
func TestClauses(t *testing.T) {
	file, err := os.ReadFile("testdata/clauses.txt")
	require.NoError(t, err)
	var out strings.Builder
	cases := 0
	for block := range strings.SplitSeq(strings.TrimSpace(string(file)), "\n\n") {
		if strings.HasPrefix(block, "//") {
			out.WriteString(block + "\n\n")
			continue
		}
		cases++
		text, want, _ := strings.Cut(block, "\n")
		var got []string
		for _, c := range Clauses(strings.ReplaceAll(text, `\n`, "\n")) {
			got = append(got, "\t"+sketch(c))
		}
		if len(got) == 0 {
			got = []string{"\tnothing"}
		}
		if *update {
			fmt.Fprintf(&out, "%s\n%s\n\n", text, strings.Join(got, "\n"))
			continue
		}
		t.Run(text, func(t *testing.T) {
			require.Equal(t, want, strings.Join(got, "\n"))
		})
	}
	require.GreaterOrEqual(t, cases, 150)
	if *update {
		require.NoError(t, os.WriteFile("testdata/clauses.txt", []byte(strings.TrimSpace(out.String())+"\n"), 0o644))
	}
}
