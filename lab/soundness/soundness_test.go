package soundness

import (
	"fmt"
	"testing"

	"contextarena.internal/reports/reportstest"
	"contextarena.internal/store"
)

func looked(what string, n int, faults ...string) Looked {
	return Looked{Checked: store.Checked{What: what, N: n, Faults: faults}}
}

func TestReport(t *testing.T) {
	c := Check{Faults: 25, Checks: []Looked{
		looked("pages", 1200), looked("trials", 40, "trial 3f9a1c42 (rlm, trip, sim:nano, repeat 1) has to be played again"), looked("texts", 9000, "text 7 isn't what its hash says"),
	}}
	c.Checks[2].Of = 52000
	var many []string
	for n := range 23 {
		many = append(many, fmt.Sprintf("context %d isn't what its hash says", n+1))
	}
	c.Checks = append(c.Checks, looked("contexts", 800, many...))
	reportstest.Golden(t, c.Document(), "faults", "table", "md", "csv", "json")
	sound := Check{Checks: []Looked{looked("pages", 1200), looked("trials", 40)}}
	reportstest.Golden(t, sound.Document(), "sound", "table")
	reportstest.Schema(t, "schema.json", "Context Arena check of a database", form{}, nil, c.Document(), sound.Document())
}
